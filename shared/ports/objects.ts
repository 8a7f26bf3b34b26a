import type { JsonObject } from "../core/json.ts";
import type { Key, KubeObject, Names } from "../core/object.ts";

/** How the API server calls the kind of a dependent. */
export type ObjectKind = Pick<Names, "group" | "version" | "kind" | "plural">;

/** A dependent as it is to be; server-side apply takes it as the whole of what Weir owns of the object. */
export interface DesiredObject extends KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: KubeObject["metadata"] & { readonly namespace: string };
}

/** An object as it was read. */
export interface Seen {
  readonly uid: string;
  /** Given where it is only to be deleted as it was: any change since then is a `Conflict`, also of its status. */
  readonly resourceVersion?: string;
}

/** Which dependents to list: all of a namespace that carry these labels and have these fields, by path. */
export interface ObjectQuery {
  readonly namespace: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Only paths that the API server selects the kind by. */
  readonly fields?: Readonly<Record<string, string>>;
}

/**
 * The objects on the cluster that a resource stands for: Deployments, Services, ConfigMaps, Ingresses, and resources that
 * one of ours makes of another kind of ours.
 *
 * Guarantees: every rejection is an `OperatorError` as those of `Cluster`. Reads are tried again where that is safe, writes
 * never.
 */
export interface Objects {
  /** A fresh read; undefined when the object does not exist. */
  get(kind: ObjectKind, key: Pick<Key, "namespace" | "name">, signal?: AbortSignal): Promise<KubeObject | undefined>;
  /** All that match, whatever the number of pages. */
  list(kind: ObjectKind, query: ObjectQuery, signal?: AbortSignal): Promise<readonly KubeObject[]>;
  /**
   * Server-side apply by field manager `weir`, which takes fields over from others (`force`).
   *
   * Guarantees: idempotent; an equal apply writes nothing. What is no longer given and was Weir's goes away. An object with
   * an owner is never applied over one that belongs to somebody else: `Rejected` (`NameTaken`).
   */
  apply(kind: ObjectKind, object: DesiredObject, signal?: AbortSignal): Promise<KubeObject>;
  /** `Conflict` where an object of that name exists; `Rejected` (`NameTaken`), where that belongs to somebody else. */
  create(kind: ObjectKind, object: DesiredObject, signal?: AbortSignal): Promise<KubeObject>;
  /** A JSON merge patch; `Missing` where there is none. For fields that another program owns and Weir may take away. */
  patch(
    kind: ObjectKind,
    key: Pick<Key, "namespace" | "name">,
    patch: JsonObject,
    signal?: AbortSignal,
  ): Promise<KubeObject>;
  /**
   * Deletes the object that was seen; one that is gone already is a success, another object of the name a `Conflict`.
   *
   * Guarantees: a Deployment goes after its pods (foreground); anything else goes at once, unless a finalizer holds it.
   */
  delete(kind: ObjectKind, key: Pick<Key, "namespace" | "name">, seen: Seen, signal?: AbortSignal): Promise<void>;
}

/** An effect on dependents, as a value; objects are written in the order of the actions. */
export type ObjectAction =
  | { readonly type: "kubernetes/apply"; readonly kind: ObjectKind; readonly object: DesiredObject }
  | { readonly type: "kubernetes/create"; readonly kind: ObjectKind; readonly object: DesiredObject }
  | {
      readonly type: "kubernetes/patch";
      readonly kind: ObjectKind;
      readonly key: Pick<Key, "namespace" | "name">;
      readonly patch: JsonObject;
    }
  | {
      readonly type: "kubernetes/delete";
      readonly kind: ObjectKind;
      readonly key: Pick<Key, "namespace" | "name">;
      readonly seen: Seen;
    };
