import { accessSync, constants } from "node:fs";
import { delimiter } from "node:path";
import { OperatorError } from "../../core/error.ts";
import type { Bookmarks } from "../../ports/bookmarks.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Cluster, Lease } from "../../ports/cluster.ts";
import type { Objects } from "../../ports/objects.ts";
import type { Recorder } from "../../ports/recorder.ts";
import { systemClock } from "../clock.ts";
import { loadAccess } from "./access.ts";
import { makeApi } from "./api.ts";
import { makeBookmarks } from "./bookmarks.ts";
import { makeCluster } from "./cluster.ts";
import { makeLease } from "./lease.ts";
import { makeObjects } from "./objects.ts";
import { makeRecorder } from "./recorder.ts";

/** How to reach the API server. */
export interface ClusterOptions {
  /** As in `KUBECONFIG`; undefined means the service account of this pod. */
  readonly kubeconfigPath?: string | undefined;
  /** Milliseconds for one call with all its tries; 5,000 where nothing is said. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  /** Folder of the service account, where it is not the usual one of a pod. */
  readonly accountDir?: string;
}

/** The API server, and what ends with the process. */
export interface ClusterConnection {
  readonly cluster: Cluster;
  readonly objects: Objects;
  /** A lock by name, in `namespace` or else in the namespace of the context or pod. */
  lease(name: string, namespace?: string): Lease;
  readonly recorder: Recorder;
  /** Kept in the namespace of the context or pod. */
  readonly bookmarks: Bookmarks;
  /** Loads the client library, where it is needed, ahead of the first call. */
  warm(): Promise<void>;
  /** Closes the kept connections. */
  close(): void;
}

/**
 * Connects to the API server; nothing is sent before the first call.
 *
 * Guarantees: one set of kept connections for all calls (at most 10).
 * Throws `Missing` where there is neither a readable kubeconfig nor a pod.
 */
export function connectCluster(options: ClusterOptions = {}): ClusterConnection {
  const { kubeconfigPath, timeoutMs = 5_000, clock = systemClock } = options;
  check(kubeconfigPath);
  const source = loadAccess(kubeconfigPath, options.accountDir);
  const api = makeApi(source, clock, timeoutMs);
  return {
    cluster: makeCluster(api),
    objects: makeObjects(api),
    lease: (name, namespace) => makeLease(api, async () => namespace ?? (await source.access()).namespace, name),
    recorder: makeRecorder(api),
    bookmarks: makeBookmarks(api, async () => (await source.access()).namespace),
    warm: source.warm,
    close: source.close,
  };
}

function check(path: string | undefined): void {
  if (path === undefined) {
    if (process.env.KUBERNETES_SERVICE_HOST) return;
    throw new OperatorError("Missing", "no way to a cluster: set KUBECONFIG, or run in a pod with a service account");
  }
  for (const file of path.split(delimiter).filter((one) => one !== "")) {
    try {
      accessSync(file, constants.R_OK);
    } catch {
      throw new OperatorError("Missing", `the kubeconfig ${JSON.stringify(file)} cannot be read`);
    }
  }
}
