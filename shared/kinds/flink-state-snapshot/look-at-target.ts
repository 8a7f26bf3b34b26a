import { at, isObject, type JsonValue } from "../../core/json.ts";
import { ownRecord } from "../../core/kind.ts";
import type { KubeObject } from "../../core/object.ts";
import type { Settings } from "../../core/settings.ts";
import { flinkApi } from "../../flink/api.ts";
import { flatten } from "../../flink/configuration.ts";
import { endpointOf } from "../../flink/endpoint.ts";
import { layer } from "../../flink/layers.ts";
import { memoryOf } from "../../flink/memory.ts";
import { deployments } from "../../flink/object-kinds.ts";
import { makeDefaults } from "../../flink/operator-file.ts";
import { readOptions } from "../../flink/options/read-options.ts";
import { optionOf } from "../../flink/spellings.ts";
import { findFlinkVersion, newestVersion } from "../../flink/versions.ts";
import type { Cluster } from "../../ports/cluster.ts";
import type { Objects } from "../../ports/objects.ts";
import type { TargetLook } from "./looks.ts";
import type { Target } from "./memory.ts";

/** The ports that a target is read through. */
export interface TargetPorts {
  readonly cluster: Cluster;
  readonly objects: Objects;
}

/** Reads the resource whose job is meant; of a session job also the FlinkDeployment whose cluster it runs on. */
export async function lookAtTarget(
  { cluster, objects }: TargetPorts,
  namespace: string,
  target: Target,
  settings: Settings,
  signal: AbortSignal,
): Promise<TargetLook> {
  const object = await read(cluster, namespace, target, signal);
  if (object === undefined) return { found: "missing" };
  const name = text(at(object.spec, "deploymentName"));
  const host =
    target.kind === "FlinkSessionJob"
      ? await read(cluster, namespace, { kind: "FlinkDeployment", name }, signal)
      : object;
  return {
    found: "present",
    hasJob: isObject(at(object.spec, "job")),
    suspended: at(object.spec, "job", "state") === "suspended",
    memory: memoryOf(ownRecord(object)),
    cluster: host && { ...clusterOf(host, object, settings), answers: await answers(objects, host, signal) },
  };
}

async function read(cluster: Cluster, namespace: string, { kind, name }: Target, signal: AbortSignal) {
  if (name === "") return undefined;
  const singular = kind.toLowerCase();
  const found = await cluster.get(
    { ...flinkApi, kind, plural: `${singular}s`, singular },
    { kind, namespace, name },
    signal,
  );
  return found?.object;
}

/** Whether the JobManager of the deploy on record is up; where it is not, nobody waits for a connection to it. */
async function answers(objects: Objects, host: KubeObject, signal: AbortSignal): Promise<boolean> {
  const { name, namespace = "" } = host.metadata;
  const attempt = memoryOf(ownRecord(host))?.attempt;
  const found = attempt === undefined ? undefined : await objects.get(deployments, { namespace, name }, signal);
  if (found === undefined || found.metadata.deletionTimestamp !== undefined) return false;
  const isIts = found.metadata.annotations?.["weir.dev/attempt"] === String(attempt);
  return isIts && Number(at(found, "status", "availableReplicas") ?? 0) > 0;
}

/** The REST of what was deployed, whatever port a spec wants that waits; the job's own options over those of its cluster. */
function clusterOf(host: KubeObject, job: KubeObject, settings: Settings) {
  const { namespace = "" } = host.metadata;
  const version = findFlinkVersion(text(at(host.spec, "flinkVersion")))?.name ?? newestVersion;
  const defaults = makeDefaults(settings.flinkConfiguration ?? {}, namespace, version);
  const ofCluster = layer(defaults, optionsOf(host));
  const configuration = job === host ? ofCluster : layer(ofCluster, optionsOf(job));
  const { values } = readOptions(configuration, { defaults: settings.flinkDefaults ?? "guide", scope: "resource" });
  const { endpoint: url, ha = false } = memoryOf(ownRecord(host)) ?? {};
  return {
    endpoint: url === undefined ? endpointOf(host, ofCluster) : { url },
    checkpointType: values.checkpointType as "FULL" | "INCREMENTAL",
    savepointDir: optionOf(configuration, "state.savepoints.dir"),
    bringsBack: job === host || ha,
  };
}

function optionsOf({ spec }: KubeObject) {
  return flatten(at(spec, "flinkConfiguration")).configuration;
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
