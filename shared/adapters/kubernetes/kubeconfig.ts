import * as http from "node:http";
import * as https from "node:https";
import { delimiter } from "node:path";
import type { KubeConfig } from "@kubernetes/client-node";
import { OperatorError } from "../../core/error.ts";
import { foreignText } from "../foreign-text.ts";

/** Everything a request to the API server needs besides its own content. */
export interface Access {
  readonly server: URL;
  readonly agent: http.Agent;
  readonly headers: Readonly<Record<string, string>>;
  /** `user:password` of kubeconfigs that still hold one. */
  readonly auth: string | undefined;
  /** Namespace of the context or, in a pod, of the service account. */
  readonly namespace: string;
}

/** Where credentials come from, and the connections made with them. */
export interface AccessSource {
  /** Loads client-node, which takes a starting pod longer than the call itself; never rejects. */
  warm(): Promise<void>;
  /** Rejects with `Denied` where the kubeconfig, a token file or a credential plug-in cannot be used. */
  access(): Promise<Access>;
  /** Makes the next call ask for credentials anew, after a 401. */
  forget(): void;
  close(): void;
}

/** Milliseconds; token files rotate within minutes, client-node itself looks at them once a minute. */
const trustedFor = 10_000;

/** Idle connections are closed before load balancers drop them silently. */
const idleMs = 20_000;

/** Bounds both the connections of one pod and the TLS handshakes of a burst. */
const maxSockets = 10;

/**
 * Credentials as `@kubernetes/client-node` reads them (files, client certificates, exec plug-ins, service account).
 *
 * Guarantees: one agent, so one set of kept connections, for as long as the TLS material stays the same; client-node is
 * loaded at the first use, so that an echo is answered without it.
 * Caveats: `path` may be a list as in `KUBECONFIG`; undefined means the service account of this pod.
 */
export function loadAccess(path: string | undefined): AccessSource {
  const made = new Map<string, http.Agent>();
  let config: Promise<KubeConfig> | undefined;
  let known: { at: number; access: Promise<Access> } | undefined;

  const make = async (): Promise<Access> => {
    config ??= readConfig(path);
    try {
      return await toAccess(await config, made);
    } catch (error) {
      config = undefined;
      known = undefined;
      throw new OperatorError("Denied", `the Kubernetes credentials cannot be used: ${firstLine(error)}`);
    }
  };
  const close = () => {
    for (const agent of made.values()) agent.destroy();
    made.clear();
  };
  return {
    warm: async () => {
      await import("@kubernetes/client-node").catch(() => undefined);
    },
    access: () => {
      if (known === undefined || Date.now() - known.at > trustedFor) known = { at: Date.now(), access: make() };
      return known.access;
    },
    forget: () => {
      known = undefined;
    },
    close,
  };
}

async function readConfig(path: string | undefined): Promise<KubeConfig> {
  const { KubeConfig } = await import("@kubernetes/client-node");
  const config = new KubeConfig();
  if (path === undefined) config.loadFromCluster();
  else {
    const [first = path, ...rest] = path.split(delimiter).filter((file) => file !== "");
    config.loadFromFile(first);
    for (const file of rest) {
      const more = new KubeConfig();
      more.loadFromFile(file);
      config.mergeConfig(more, true);
    }
  }
  return withoutGaps(config);
}

/** client-node refuses plain HTTP unless TLS checks are off, and forgets the CA of a context without a user. */
function withoutGaps(config: KubeConfig): KubeConfig {
  const plain = (server: string) => server.startsWith("http:");
  const clusters = config.clusters.map((one) => (plain(one.server) ? { ...one, skipTLSVerify: true } : one));
  const contexts = config.contexts.map((one) => ({ ...one, user: one.user ?? "anonymous" }));
  const users = [...config.users, { name: "anonymous" }];
  config.loadFromOptions({ clusters, contexts, users, currentContext: config.currentContext });
  if (config.getCurrentCluster() === null) throw new Error("its current context names no cluster");
  return config;
}

async function toAccess(config: KubeConfig, made: Map<string, http.Agent>): Promise<Access> {
  const options: https.RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  const cluster = config.getCurrentCluster();
  const server = new URL(cluster?.server ?? "");
  const { ca, cert, key, pfx, passphrase, rejectUnauthorized, servername } = options;
  const tls = { ca, cert, key, pfx, passphrase, rejectUnauthorized, servername };
  const given = Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== undefined));
  const material = JSON.stringify(given);
  let agent = made.get(material);
  if (agent === undefined) {
    // In-flight calls keep their sockets; idle ones of outdated material close by themselves.
    made.clear();
    agent = cluster?.proxyUrl === undefined ? directAgent(server, given) : proxyAgent(options);
    made.set(material, agent);
  }
  const headers = Object.entries(options.headers ?? {}).map(([name, value]) => [name, String(value).trim()]);
  const namespace = config.getContextObject(config.currentContext)?.namespace?.trim() || "default";
  return { server, agent, headers: Object.fromEntries(headers), auth: options.auth ?? undefined, namespace };
}

function directAgent(server: URL, tls: https.AgentOptions): http.Agent {
  const keep = { keepAlive: true, maxSockets, timeout: idleMs };
  return server.protocol === "https:" ? new https.Agent({ ...tls, ...keep }) : new http.Agent(keep);
}

/** client-node's own agent for the proxy of a kubeconfig, told to keep its connections. */
function proxyAgent(options: https.RequestOptions): http.Agent {
  const agent = options.agent as http.Agent & { keepAlive: boolean };
  agent.keepAlive = true;
  agent.maxSockets = maxSockets;
  return agent;
}

/** The YAML parser quotes the file in later lines of its message, with the secrets in it. */
function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : "unknown";
  return foreignText(text.split("\n", 1)[0] ?? "");
}
