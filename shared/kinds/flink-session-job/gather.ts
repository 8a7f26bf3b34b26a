import { isLeaving } from "../../core/deletion-rules.ts";
import { isOperatorError, toFault } from "../../core/error.ts";
import { textAt } from "../../core/json.ts";
import type { Gathering } from "../../core/kind.ts";
import type { Key, KubeObject } from "../../core/object.ts";
import { type Intent, readRecord } from "../../core/record.ts";
import { flinkDeploymentNames } from "../../flink/api.ts";
import { isScaledInPlace } from "../../flink/decide-rescale.ts";
import { intentOf, openSavepoint, stopIntent } from "../../flink/intents.ts";
import { exceptionLimitsOf } from "../../flink/job-exceptions.ts";
import { judgeEnding } from "../../flink/judge-ending.ts";
import { judgeSavepoint } from "../../flink/judge-savepoint.ts";
import { lookAtExceptions } from "../../flink/look-at-exceptions.ts";
import { lookAtJob, lookAtStop } from "../../flink/look-at-job.ts";
import { lookAtScale, type ScaleLook } from "../../flink/look-at-scale.ts";
import type { JobLook, StopLook } from "../../flink/looks.ts";
import { memoryOf } from "../../flink/memory.ts";
import { withWish } from "../../flink/scaling-wish.ts";
import { whyFailed } from "../../flink/why-failed.ts";
import type { Cluster } from "../../ports/cluster.ts";
import type { FlinkEndpoint, FlinkRest } from "../../ports/flink-rest.ts";
import { asDeployed } from "./deployed-cluster.ts";
import { ownJarNames } from "./jar-names.ts";
import { lookAtCluster } from "./look-at-cluster.ts";
import { jobConfigurationOf, readSpec } from "./read-spec.ts";
import type { JarsLook, View } from "./view.ts";

/** The ports that a FlinkSessionJob reads through. */
export interface SessionJobPorts {
  readonly cluster: Pick<Cluster, "get">;
  readonly flink: FlinkRest;
}

const unasked = { found: "unasked" } as const satisfies JobLook & StopLook & JarsLook;

/** Reads the cluster that the job names and, where it may answer, its REST; a steady job costs one read and two calls. */
export async function gather({
  object: given,
  ports,
  settings,
  now,
  signal,
}: Gathering<SessionJobPorts>): Promise<View> {
  const reading = readRecord(given);
  const record = reading.state === "own" ? reading.record : undefined;
  const memory = memoryOf(record);
  const found = await ports.cluster.get(flinkDeploymentNames, clusterKeyOf(given), signal);
  const running = found && asDeployed(found.object);
  const object = withWish(given, () => jobConfigurationOf(given, running, settings));
  const { configuration, ...read } = readSpec(object, running, memory, settings);
  const { wanted, endpoint } = read;
  const cluster = lookAtCluster(running, configuration, settings.flinkDefaults ?? "guide");
  const { flink } = ports;
  const asks = memory?.jobId !== undefined && memory.phase !== "stopped";
  const answers = mayAnswer(cluster, object);
  const job = asks && answers ? await lookAtJob(flink, endpoint, { jobId: memory.jobId, now }, signal) : unasked;
  const status = async (intent: Intent | undefined): Promise<StopLook> =>
    intent !== undefined && asks && answers && memory.jobId !== undefined
      ? lookAtStop(flink, endpoint, memory.jobId, intent.content, signal)
      : unasked;
  const [stop, savepoint] = [await status(intentOf(record, stopIntent)), await status(openSavepoint(record))];
  const isNew = job.found === "job" && job.job.state === "FAILED" && memory?.ended === undefined;
  const ended = judgeEnding(record, { stop, job, wanted, now, quarantineMs: settings.quarantineMs });
  const saved = judgeSavepoint(ended, { savepoint, job, wanted, now });
  const most = exceptionLimitsOf(settings).count;
  const told = await lookAtExceptions({ flink, endpoint, signal }, saved, { job, most, now });
  const needsJars = memory?.phase === "starting" || isLeaving(object);
  const names = memory === undefined ? [] : ownJarNames(object, memory);
  const canList = asks && needsJars && (job.found === "job" || job.found === "missing");
  return {
    object,
    settings,
    now,
    record: told.record,
    memory: memoryOf(told.record),
    exceptions: told.exceptions,
    ...read,
    cluster,
    job,
    size: await lookAtSize(flink, endpoint, { job, memory: memoryOf(told.record), wanted }, signal),
    failure: isNew ? await whyFailed(flink, endpoint, memory?.jobId ?? "", signal) : undefined,
    stop,
    savepoint,
    jars: canList ? await lookAtJars(flink, endpoint, names, signal) : unasked,
  };
}

/** Before a job is let go for its cluster's word alone, the cluster itself is asked: that word may be an old one. */
function mayAnswer(cluster: View["cluster"], object: KubeObject): boolean {
  return cluster.found === "session" && (cluster.status !== "MISSING" || isLeaving(object));
}

async function lookAtSize(
  flink: FlinkRest,
  endpoint: FlinkEndpoint,
  { job, memory, wanted }: Pick<View, "job" | "memory" | "wanted">,
  signal: AbortSignal,
): Promise<ScaleLook> {
  if (job.found !== "job" || !isScaledInPlace(memory, wanted)) return unasked;
  return lookAtScale(flink, endpoint, job.job.jobId, signal);
}

function clusterKeyOf({ metadata, spec }: KubeObject): Key {
  const name = textAt(spec, "deploymentName") ?? "";
  return { kind: flinkDeploymentNames.kind, namespace: metadata.namespace ?? "", name };
}

async function lookAtJars(
  flink: FlinkRest,
  endpoint: FlinkEndpoint,
  names: readonly string[],
  signal: AbortSignal,
): Promise<JarsLook> {
  try {
    const all = await flink.jars(endpoint, signal);
    return { found: "listed", jars: all.filter(({ name }) => names.includes(name)) };
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return { found: "unreachable", fault: toFault(error) };
  }
}
