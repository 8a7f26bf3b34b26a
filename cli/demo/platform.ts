import type { KubeObject } from "../../shared/core/object.ts";
import type { Closable } from "../../simulators/platform/autoscaler/close-on-signals.ts";

/** Who sends requests: the administrator, a user with rights in the namespace of the examples, accounts of `weir-system`. */
export type UserName = "admin" | "jane" | AccountName;

/** Weir's service accounts; `default` stands for one that is not Weir's, with the rights of a user. */
export type AccountName = (typeof accountNames)[number];

/** All of them. */
export const accountNames = [
  "weir-reconcile",
  "weir-refresh",
  "weir-autoscale",
  "weir-admission",
  "weir-source",
  "default",
] as const;

/** The namespace of the examples. */
export const namespace = "my-deploy-namespace";

/** One request as it came to a platform. */
export interface ApiCall {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** As the API server calls the sender, such as `system:serviceaccount:weir-system:weir-refresh`. */
  readonly username: string;
}

/** What is stored, a change at a time. */
export interface StoredChange {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** After the change; for DELETED its last state. */
  readonly object: KubeObject;
}

/** How an API server is told to reach an admission function. */
export interface WebhookClient {
  readonly url: string;
  /** PEM in base64, for an address with TLS. */
  readonly caBundle?: string;
}

/**
 * An API server in which a world is set up: one inside this process, or a real control plane.
 *
 * Guarantees: `read`, `all` and `watch` are not counted in `calls`; what `install` resolved for holds from then on.
 * Assumptions: the namespaces `weir-system` and `namespace` are made by `install`.
 */
export interface Platform extends Closable {
  readonly name: "embedded" | "real";
  /** As functions, sources and users reach it, with bearer tokens. */
  readonly url: string;
  /** Every request that came to `url` so far, in order of arrival. */
  readonly calls: readonly ApiCall[];
  tokenOf(user: UserName): string;
  /** JSON text of a kubeconfig for `kubectl` and functions. */
  kubeconfig(user: UserName, inNamespace: string): string;
  /** What the configuration of a webhook has to say of an admission function at this address. */
  toWebhookClient(url: string): Promise<WebhookClient>;
  /** Creates objects as administrator, in this order; throws `Unexpected` for one that is refused. */
  install(objects: readonly KubeObject[]): Promise<void>;
  /** The object at a path such as `/api/v1/namespaces/default/secrets/one`, or undefined. */
  read(path: string): Promise<KubeObject | undefined>;
  /** Every object of every kind. */
  all(): Promise<readonly KubeObject[]>;
  /** Tells of every change of resources of our kinds from now on, in order, until it is closed. */
  watch(listener: (change: StoredChange) => void): Promise<Closable>;
}

/** Starts a platform; each part is handed to `opened` as soon as it must be closed. */
export type StartPlatform = (opened: (part: Closable) => void) => Promise<Platform>;
