import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type ClusterConnection, connectCluster } from "../shared/adapters/kubernetes/connect.ts";
import { UsageError } from "./usage-error.ts";

/** A connection as kubectl would make it, and the namespace of its context. */
export interface Reached {
  readonly connection: ClusterConnection;
  readonly namespace: string;
}

/**
 * Connects with the given kubeconfig, or `KUBECONFIG`, or `~/.kube/config`.
 *
 * Throws `UsageError` where there is none, and what client-node throws for one that cannot be used.
 */
export async function reachCluster(file: string | undefined): Promise<Reached> {
  const usual = join(homedir(), ".kube/config");
  const path = file ?? (process.env.KUBECONFIG || (existsSync(usual) ? usual : undefined));
  if (path === undefined) throw new UsageError("no kubeconfig: give --kubeconfig FILE or set KUBECONFIG");
  const connection = connectCluster({ kubeconfigPath: path });
  const { readConfig } = await import("../shared/adapters/kubernetes/kubeconfig.ts");
  const config = readConfig(path);
  return { connection, namespace: config.getContextObject(config.currentContext)?.namespace || "default" };
}
