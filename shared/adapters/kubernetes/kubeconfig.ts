import type * as http from "node:http";
import type * as https from "node:https";
import { delimiter } from "node:path";
import { KubeConfig } from "@kubernetes/client-node";
import { keptAgent, maxSockets } from "./agents.ts";
import type { Access } from "./request.ts";

/**
 * The configuration at a path (a list as in `KUBECONFIG`), or the service account's; throws what client-node throws.
 *
 * Caveats: import this file lazily; it is the one that brings client-node in.
 */
export function readConfig(path: string | undefined): KubeConfig {
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

/** What a request needs now; `made` keeps the agent until its TLS material changes. */
export async function toAccess(config: KubeConfig, made: Map<string, http.Agent>): Promise<Access> {
  const options: https.RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  const cluster = config.getCurrentCluster();
  const server = new URL(cluster?.server ?? "");
  const { ca, cert, key, pfx, passphrase, rejectUnauthorized, servername } = options;
  const tls = { ca, cert, key, pfx, passphrase, rejectUnauthorized, servername };
  const make = cluster?.proxyUrl === undefined ? undefined : () => proxyAgent(options);
  const agent = keptAgent(made, server, tls, make);
  const headers = Object.entries(options.headers ?? {}).map(([name, value]) => [name, String(value).trim()]);
  const namespace = config.getContextObject(config.currentContext)?.namespace?.trim() || "default";
  return { server, agent, headers: Object.fromEntries(headers), auth: options.auth ?? undefined, namespace };
}

/** client-node's own agent for the proxy of a kubeconfig, told to keep its connections. */
function proxyAgent(options: https.RequestOptions): http.Agent {
  const agent = options.agent as http.Agent & { keepAlive: boolean };
  agent.keepAlive = true;
  agent.maxSockets = maxSockets;
  return agent;
}
