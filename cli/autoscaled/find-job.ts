import { readFlinkConfiguration } from "../../functions/flink-configuration.ts";
import type { Key } from "../../shared/core/object.ts";
import { flinkDeploymentNames, sessionJobNames } from "../../shared/flink/api.ts";
import { readConfig, toSettings } from "../../shared/runtime/config.ts";
import { findKind } from "../explain/find-kind.ts";
import { reachCluster } from "../reach-cluster.ts";
import { UsageError } from "../usage-error.ts";
import { gatherJob, type JobFacts } from "./gather-job.ts";
import { judgeStanding, type Standing } from "./judge-standing.ts";

/** Milliseconds that the whole look may take. */
const limitMs = 30_000;

/** A job as a command line names it. */
export interface JobRequest {
  /** `KIND/NAME`; a name alone is that of a FlinkDeployment. */
  readonly target: string;
  readonly namespace?: string | undefined;
  readonly kubeconfig?: string | undefined;
}

/** A job that was found, or the key of one that does not exist. */
export type FoundJob =
  | { readonly key: Key; readonly facts: JobFacts; readonly standing: Standing }
  | { readonly key: Key; readonly facts?: undefined };

/** What is known of the job of a resource, by reads alone; rejects where the API server cannot be asked. */
export async function findJob({ target, namespace, kubeconfig }: JobRequest): Promise<FoundJob> {
  const [kindName, name] = readTarget(target);
  const { names } = findKind(kindName);
  if (names.kind !== flinkDeploymentNames.kind && names.kind !== sessionJobNames.kind) {
    throw new UsageError(`a ${names.singular} has no job that is scaled; it is flinkdeployment or flinksessionjob`);
  }
  const settings = readSettings();
  const reached = await reachCluster(kubeconfig);
  const key: Key = { kind: names.kind, namespace: namespace ?? reached.namespace, name };
  try {
    const facts = await gatherJob(reached.connection, names, key, AbortSignal.timeout(limitMs));
    return facts === undefined ? { key } : { key, facts, standing: judgeStanding(facts, settings) };
  } finally {
    reached.connection.close();
  }
}

/** A kind and a name, from `KIND/NAME` or the name of a FlinkDeployment. */
function readTarget(target: string): [kind: string, name: string] {
  const words = target.includes("/") ? target.split("/") : [flinkDeploymentNames.singular, target];
  const [kind = "", name = ""] = words;
  if (words.length !== 2 || kind === "" || name === "")
    throw new UsageError("which job? Give flinkdeployment/NAME or flinksessionjob/NAME");
  return [kind, name];
}

/** The operator's own configuration, where the environment names it; whose resource it is does not matter here. */
function readSettings() {
  const reading = readConfig("autoscale", { WEIR_INSTANCE_ID: "any", ...process.env });
  if ("problems" in reading) throw new UsageError(`${reading.problems.join("; ")}, as for the functions`);
  const file = readFlinkConfiguration(reading.config);
  if (typeof file === "string") throw new UsageError(`${file}, as for the functions`);
  return toSettings(reading.config, file.configuration);
}
