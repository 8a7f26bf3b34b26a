import type { AutoscalerPorts, MetricsSource } from "../../shared/autoscaler/cycle/ports.ts";
import type { Profile } from "../../shared/autoscaler/cycle/profile.ts";
import { type CycleOutcome, runCycle } from "../../shared/autoscaler/cycle/run-cycle.ts";
import { toFault } from "../../shared/core/error.ts";
import { at } from "../../shared/core/json.ts";
import { type KubeObject, keyOf, keyText } from "../../shared/core/object.ts";
import type { Settings } from "../../shared/core/settings.ts";
import type { EngineKind } from "../../shared/engine/engine.ts";
import { flinkDeploymentNames } from "../../shared/flink/api.ts";
import { wishAnnotation } from "../../shared/flink/scaling-wish.ts";
import type { Clock } from "../../shared/ports/clock.ts";
import type { Cluster } from "../../shared/ports/cluster.ts";
import type { Log } from "../../shared/ports/log.ts";
import type { Objects } from "../../shared/ports/objects.ts";
import type { Recorder } from "../../shared/ports/recorder.ts";
import { type AutoscaledJob, deploymentJob, type Judgeable, sessionJob } from "./autoscaled-job.ts";
import { withdrawWish } from "./make-realizer.ts";
import type { JobReporter } from "./make-reporter.ts";
import type { RoomView } from "./room-view.ts";

/** Everything that jobs are measured, judged and scaled with. */
export interface AutoscalerEngine {
  /** Those of FlinkDeployment and FlinkSessionJob that are served. */
  readonly kinds: readonly EngineKind[];
  readonly ports: {
    readonly cluster: Cluster;
    readonly objects: Objects;
    readonly recorder: Recorder;
  };
  readonly metrics: MetricsSource<AutoscaledJob>;
  /** Undefined where nobody asks whether the cluster has room. */
  readonly room: RoomView | undefined;
  readonly profile: Profile;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds between two ticks; absent where nobody knows. */
  readonly samplePeriod?: number;
  /** Told of every cycle, for metrics; `Failed` stands for one that did not come to its end. */
  readonly observe: (job: AutoscaledJob, cycle: CycleOutcome | "Failed", ms: number) => void;
}

/** What came of the jobs of a sweep. */
export interface Tally {
  /** Jobs that had a cycle. */
  cycles: number;
  scaled: number;
  failed: number;
}

/** How long one job may take, in milliseconds; what it does not answer by then it is asked in the next cycle. */
const jobMs = 20_000;

/** A page under way. */
export interface Visit {
  readonly engine: AutoscalerEngine;
  readonly ports: AutoscalerPorts<AutoscaledJob>;
  readonly reporter: JobReporter;
  readonly tally: Tally;
  /** Clusters of session jobs by name, each read once for the jobs of a page. */
  readonly clusters: Map<string, Promise<KubeObject | undefined>>;
  readonly now: number;
  readonly signal: AbortSignal;
}

/** One cycle of the job of a resource, if it has one that is to be scaled by itself; never rejects. */
export async function judgeJob(visit: Visit, kind: EngineKind, object: KubeObject): Promise<void> {
  const { engine, tally } = visit;
  const startedAt = engine.clock.monotonic();
  const signal = AbortSignal.any([visit.signal, engine.clock.timeout(jobMs)]);
  let job: AutoscaledJob | undefined;
  try {
    const judgeable = await toJob(visit, kind, object, signal);
    if (judgeable === "off") return await withdraw(visit, kind, object, signal);
    if (judgeable === undefined) return;
    job = { ...judgeable, samplePeriod: engine.samplePeriod };
    tally.cycles += 1;
    const outcome = await runCycle(job, visit.ports, engine.profile, signal);
    const { scaled, explanation, warnings } = outcome;
    if (scaled) tally.scaled += 1;
    const ms = Math.round(engine.clock.monotonic() - startedAt);
    const fields = { ...keyOf(kind.names.kind, object), reason: explanation.reason, warnings: warnings.length, ms };
    engine.log.info(fields, "cycle");
    engine.observe(job, outcome, ms);
  } catch (error) {
    tally.failed += 1;
    const { code, message } = toFault(error);
    const fields = { ...keyOf(kind.names.kind, object), error: `${code}: ${message}` };
    engine.log.error(fields, "a job was not judged; the page goes on");
    if (job === undefined) return;
    engine.observe(job, "Failed", Math.round(engine.clock.monotonic() - startedAt));
    if (!signal.aborted) await visit.reporter.trouble(job, message);
  }
}

async function toJob(
  { engine, clusters, now }: Visit,
  kind: EngineKind,
  object: KubeObject,
  signal: AbortSignal,
): Promise<Judgeable> {
  const { settings, ports } = engine;
  if (kind.names.kind === flinkDeploymentNames.kind) return deploymentJob(object, settings, now);
  const [namespace, name] = [object.metadata.namespace ?? "", String(at(object.spec, "deploymentName") ?? "")];
  const key = { kind: flinkDeploymentNames.kind, namespace, name };
  const reading =
    clusters.get(keyText(key)) ?? ports.cluster.get(flinkDeploymentNames, key, signal).then((found) => found?.object);
  clusters.set(keyText(key), reading);
  return sessionJob(object, await reading, settings, now);
}

/** Of a job that is not scaled by itself any more, the state goes first: the wish tells that there may be one. */
async function withdraw({ engine, ports }: Visit, { names }: EngineKind, object: KubeObject, signal: AbortSignal) {
  const { annotations, deletionTimestamp } = object.metadata;
  if (annotations?.[wishAnnotation] === undefined || deletionTimestamp !== undefined) return;
  await ports.states.remove({ key: keyText(keyOf(names.kind, object)) }, signal);
  await withdrawWish(engine.ports.cluster, { names, object });
}
