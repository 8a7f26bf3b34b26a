import type { Violation } from "../../core/rule.ts";
import { resolveExclusions } from "../decide/exclusions.ts";
import type { JobDecision } from "../decide/job-situation.ts";
import { memoryToSet, taskManagersOf } from "../decide/plan-memory.ts";
import type { JobEvaluation } from "../evaluate/evaluate-job.ts";
import { explainPlan } from "../explain/explain-decision.ts";
import type { Explanation } from "../explain/explanation.ts";
import { chooseReports, type Report, type Telling, toReport } from "../explain/report.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import { readAutoscalerOptions } from "../options/read-options.ts";
import { type AutoscalerState, type DesiredState, emptyState } from "../state/state.ts";
import { type Advanced, advance } from "./advance.ts";
import { type JobContext, taskManagerOf } from "./job-context.ts";
import { mergeDesired, readOwnOverrides } from "./merge-desired.ts";
import type { AutoscalerPorts, Looked, StoredState } from "./ports.ts";
import type { Profile } from "./profile.ts";

/** What came of a cycle. */
export interface CycleOutcome {
  /** True if this cycle decided that the job is scaled, and said so to the realizer. */
  readonly scaled: boolean;
  readonly explanation: Explanation;
  /** What is odd about the options, whatever came of it. */
  readonly warnings: readonly Violation[];
  /** Absent where nothing was evaluated. */
  readonly evaluation?: JobEvaluation;
  /** Absent where nothing was decided. */
  readonly decision?: JobDecision;
}

/** A cycle's surroundings. */
interface Cycle<Job extends JobContext> {
  readonly job: Job;
  readonly ports: AutoscalerPorts<Job>;
  readonly options: AutoscalerOptions;
  readonly signal: AbortSignal;
}

/** What a cycle found, before it is written, done and told. */
type Found = Pick<CycleOutcome, "explanation" | "evaluation" | "decision"> & {
  /** Absent: nothing is written. */
  readonly state?: AutoscalerState;
  readonly findings?: readonly Report[];
  readonly excluded?: ReadonlySet<string>;
};

/**
 * One cycle of one job: collect, evaluate, decide, realise (1.4).
 *
 * Guarantees: one look, at most one write of the state, and that before anything is done; who finds the state written by
 * somebody else does nothing. What is desired is said to the realizer in every cycle, also where nothing could be measured.
 * Caveats: what a port throws, this throws; of the realizer only when every report has been made, which is not made again.
 */
export async function runCycle<Job extends JobContext>(
  job: Job,
  ports: AutoscalerPorts<Job>,
  profile: Profile,
  signal: AbortSignal,
): Promise<CycleOutcome> {
  const { options, problems, ...read } = readAutoscalerOptions(job.configuration, {
    samplePeriod: job.samplePeriod,
    keeps: profile.keeps,
  });
  const warnings = [...read.warnings, ...(job.warnings ?? [])];
  const cycle = { job, ports, options, signal };
  const stored = await ports.states.load(job, signal);
  if (!options.enabled) {
    if (stored !== undefined) await ports.states.remove(job, signal);
    return { scaled: false, explanation: { reason: "Disabled" }, warnings };
  }
  const judged: Found =
    problems.length > 0 ? { explanation: { reason: "InvalidOptions", problems } } : await judge(cycle, stored, profile);
  const found = { ...judged, findings: [...(judged.findings ?? []), ...reportWarnings(warnings)] };
  const { explanation, evaluation, decision } = found;
  const telling = tell(found, stored, cycle);
  const next = telling.state;
  if (next !== undefined && (await ports.states.save(job, next, stored?.version, signal)) === "conflict") {
    return { scaled: false, explanation: { reason: "Fenced" }, warnings };
  }
  const isWanted = problems.length === 0 && job.obstacle === undefined;
  await doAll([
    ...(isWanted ? [() => realize(cycle, (next ?? stored?.state)?.desired, found.excluded)] : []),
    ...telling.reports.map((report) => () => ports.reporter.report(job, report, signal)),
    ...telling.repeated.map((report) => async () => ports.reporter.repeated?.(job, report, signal)),
  ]);
  const scaled = explanation.reason === "Scaled" || explanation.reason === "Reverted";
  return { scaled, explanation, warnings, ...(evaluation && { evaluation }), ...(decision && { decision }) };
}

/** Does one thing after the other, also after one that fails; throws the first fault in the end. */
async function doAll(works: readonly (() => Promise<void>)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const work of works) {
    try {
      await work();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}

async function judge<Job extends JobContext>(
  { job, ports, options, signal }: Cycle<Job>,
  stored: StoredState | undefined,
  profile: Profile,
): Promise<Found> {
  if (job.obstacle !== undefined) return { explanation: { reason: "NotScalable", why: job.obstacle } };
  if (job.status !== "RUNNING") return { explanation: { reason: "NotRunning", status: job.status } };
  const looked = await ports.metrics.look(job, signal, stored?.state?.memo);
  if (looked.kind !== "read") return { explanation: explainLook(looked, options) };
  const taskManager = taskManagerOf(job);
  const input = { state: stored?.state, reading: looked.reading, options, profile, taskManager, now: job.now };
  const advanced = advance(input);
  if (advanced === undefined) return { explanation: { reason: "NotReady", why: "it has no graph yet" } };
  const refused = await explainRefusal(advanced, { job, ports, options, signal });
  if (refused !== undefined) return { ...advanced, explanation: refused };
  return { ...advanced, state: advanced.scaledState ?? advanced.state };
}

/** What is odd about the options, in one report. */
function reportWarnings(warnings: readonly Violation[]): readonly Report[] {
  if (warnings.length === 0) return [];
  const message = warnings.map((warning) => `${warning.path} ${warning.message}`).join("; ");
  return [{ type: "Warning", event: "AutoScaler Options Validation", message: `${message}.`, key: message }];
}

/** A job that has just started may lack metrics that it is going to have (2.2). */
function explainLook(
  looked: Exclude<Looked, { readonly kind: "read" }>,
  { stabilizationInterval }: AutoscalerOptions,
): Explanation {
  switch (looked.kind) {
    case "missing": {
      const until = looked.runningSince + stabilizationInterval;
      if (looked.at < until) return { reason: "Stabilizing", until };
      return { reason: "MetricMissing", vertex: looked.vertex, name: looked.vertex, metrics: looked.metrics };
    }
    case "not-ready":
      return { reason: "NotReady", why: looked.why };
    case "unavailable":
      return { reason: "MetricsUnavailable", why: looked.why };
  }
}

/** Why the cluster does not take what was decided; undefined where it does, or nobody knows (2.20). */
async function explainRefusal<Job extends JobContext>(
  { decision, evaluation }: Advanced,
  { job, ports, options, signal }: Cycle<Job>,
): Promise<Explanation | undefined> {
  if (decision?.kind !== "scale" || evaluation === undefined || ports.resources === undefined) return undefined;
  const taskManager = taskManagerOf(job);
  if (taskManager.cpu <= 0 || taskManager.memory <= 0) return undefined;
  const taskManagers = taskManagersOf({ evaluation, taskManager }, decision.changes);
  const memory = memoryToSet({ options, evaluation }, decision.memory)?.total ?? taskManager.memory;
  if (await ports.resources.hasRoomFor(job, taskManagers, { ...taskManager, memory }, signal)) return undefined;
  return { reason: "ResourcesRefused", taskManagers: taskManagers.after, ...explainPlan(decision) };
}

/** The reports that are new, and the state to be written: what was found, or what was stored if something new is told. */
function tell<Job extends JobContext>(
  { explanation, findings = [], state }: Found,
  stored: StoredState | undefined,
  { job, options }: Cycle<Job>,
): Pick<Telling, "reports" | "repeated"> & { readonly state: AutoscalerState | undefined } {
  const base = state ?? stored?.state ?? emptyState("");
  const report = toReport(explanation);
  const { reports, repeated, told } = chooseReports([report, ...findings], base.told, job.now, options.eventInterval);
  const isWritten = state !== undefined || reports.length > 0 || base.latest?.reason !== explanation.reason;
  const latest = { at: job.now, reason: explanation.reason, message: report.message };
  return { reports, repeated, state: isWritten ? { ...base, told, latest } : undefined };
}

/** Says what is desired, as far as the options still want it. */
async function realize<Job extends JobContext>(
  { job, ports, options, signal }: Cycle<Job>,
  desired: DesiredState | undefined,
  found: ReadonlySet<string> | undefined,
): Promise<void> {
  if (desired === undefined) return;
  const { configuration, ...parallelism } = desired;
  const wanted = options.memoryTuning && configuration ? desired : parallelism;
  const excluded = found ?? excludedOf(desired, options);
  await ports.realizer.realize(job, mergeDesired(wanted, readOwnOverrides(job.configuration), excluded), signal);
}

/** The vertices that the options name where nothing was read in this cycle: by those of which something is desired. */
function excludedOf({ parallelism }: DesiredState, { excludedVertices }: AutoscalerOptions): ReadonlySet<string> {
  return resolveExclusions(excludedVertices, { vertices: new Set(Object.keys(parallelism)) }).ids;
}
