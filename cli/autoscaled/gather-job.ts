import { stateMapOf } from "../../shared/adapters/autoscaler/config-map-store.ts";
import { configMaps } from "../../shared/adapters/autoscaler/read-state-map.ts";
import { isOperatorError } from "../../shared/core/error.ts";
import { at } from "../../shared/core/json.ts";
import type { Key, KubeObject, Names } from "../../shared/core/object.ts";
import { flinkDeploymentNames } from "../../shared/flink/api.ts";
import type { Cluster } from "../../shared/ports/cluster.ts";
import type { Objects } from "../../shared/ports/objects.ts";

/** What of the API server a job is read with. */
export interface JobPorts {
  readonly cluster: Pick<Cluster, "get">;
  readonly objects: Pick<Objects, "get">;
}

/** What is in the API server about the job of a resource. */
export interface JobFacts {
  readonly key: Key;
  readonly object: KubeObject;
  /** The session cluster of a session job; undefined where there is none, and for any other job. */
  readonly session: KubeObject | undefined;
  /** The ConfigMap with its state: none there, or why it could not be read. */
  readonly map: KubeObject | undefined | { readonly refused: string };
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
}

/** Reads a resource and what is kept about its job; undefined where there is no such resource. Rejects as the ports do. */
export async function gatherJob(
  { cluster, objects }: JobPorts,
  names: Names,
  key: Key,
  signal: AbortSignal,
): Promise<JobFacts | undefined> {
  const found = await cluster.get(names, key, signal);
  if (found === undefined) return undefined;
  const { object, now } = found;
  const name = String(at(object.spec, "deploymentName") ?? "");
  const sessionKey = { ...key, kind: flinkDeploymentNames.kind, name };
  const isSessionJob = names.kind !== flinkDeploymentNames.kind && name !== "";
  const session = isSessionJob ? await cluster.get(flinkDeploymentNames, sessionKey, signal) : undefined;
  const map = await objects.get(configMaps, stateMapOf(key), signal).catch(toRefusal);
  return { key, object, session: session?.object, map, now };
}

/** Who may not read a ConfigMap still learns what the resource itself says. */
function toRefusal(error: unknown): { readonly refused: string } {
  if (isOperatorError(error) && error.code === "Denied") return { refused: error.message };
  throw error;
}
