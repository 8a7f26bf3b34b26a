import { hashOf } from "../../core/hash.ts";
import { resolveExclusions } from "../decide/exclusions.ts";
import { trimHistory, trimTracking } from "../decide/history.ts";
import type { JobDecision, Planned, PlannedChange, TaskManagerSize } from "../decide/job-situation.ts";
import { memoryToSet } from "../decide/plan-memory.ts";
import { measureRestart } from "../decide/restart-time.ts";
import type { JobEvaluation } from "../evaluate/evaluate-job.ts";
import { explainDecision, explainPlan, type MemoryFate, reportFindings } from "../explain/explain-decision.ts";
import type { Explanation } from "../explain/explanation.ts";
import type { Report } from "../explain/report.ts";
import { graphHash, type JobGraph, makeJobGraph } from "../graph/job-graph.ts";
import type { AutoscalerOptions } from "../options/options.ts";
import { forgetResets } from "../sample/job-sample.ts";
import type { JobReading } from "../sample/reading.ts";
import { addSample, judgeWindow, sampleLimit, thinSamples, type WindowState } from "../sample/window.ts";
import { type AutoscalerState, type DesiredState, stateFor } from "../state/state.ts";
import { toConfigurationChanges } from "../tuning/tune-memory.ts";
import type { Profile } from "./profile.ts";

/** What is known of a job when it has been looked at. */
export interface Advance {
  /** Undefined for a job that was never looked at. */
  readonly state: AutoscalerState | undefined;
  readonly reading: JobReading;
  readonly options: AutoscalerOptions;
  readonly profile: Profile;
  readonly taskManager: TaskManagerSize;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What becomes of a job, before anything is done about it. */
export interface Advanced {
  /** What is remembered if nothing is done. */
  readonly state: AutoscalerState;
  /** What is remembered if the job is scaled as decided; absent where it is not to be. */
  readonly scaledState?: AutoscalerState;
  readonly explanation: Explanation;
  /** What is told besides. */
  readonly findings: readonly Report[];
  /** Vertices that are not scaled in this cycle. */
  readonly excluded: ReadonlySet<string>;
  /** Absent while there are fewer than two samples, or a source of which nothing is known. */
  readonly evaluation?: JobEvaluation;
  /** Absent while the window is not full. */
  readonly decision?: JobDecision;
}

/** Collects, evaluates and decides (1.4). Pure; undefined for a job without a graph. */
export function advance(input: Advance): Advanced | undefined {
  const graph = makeJobGraph(input.reading.graph);
  if (graph === undefined) return undefined;
  const { state, window } = collect(input, graph);
  const { excluded, findings } = findExcluded(input.options, graph, state);
  const { options, profile, taskManager, now } = input;
  const { at, runningSince } = input.reading;
  const judged = profile.judge({ graph, state, window, excluded, options, taskManager, at, runningSince, now });
  const learnt = { ...state, ...(judged.learned && { learned: judged.learned }) };
  const { evaluation, decision } = judged;
  if (decision === undefined) {
    const { explanation } = judged;
    return { state: learnt, findings, excluded, explanation, ...(evaluation && { evaluation }) };
  }
  const told = [...findings, ...reportFindings(decision, graph, fateOf(decision, judged.evaluation, options))];
  const rest = decision.kind === "pressure" ? learnt : { ...learnt, delayed: decision.delayed };
  const advanced = { state: rest, excluded, evaluation: judged.evaluation, decision };
  if (decision.kind !== "scale") return { ...advanced, explanation: explainDecision(decision, graph), findings: told };
  const desired = desire(judged.evaluation, decision, input);
  const since = decidedBefore(state, desired);
  if (since !== undefined) {
    return { ...advanced, explanation: { reason: "Rescaling", since, ...explainPlan(decision) }, findings: [] };
  }
  const { scaledLearned } = judged;
  const scaledState = remember({ ...rest, ...(scaledLearned && { learned: scaledLearned }) }, desired, decision);
  return { ...advanced, scaledState, explanation: explainDecision(decision, graph), findings: told };
}

/** The state with a new sample, and without what is too old to be remembered. */
function collect(input: Advance, graph: JobGraph): { readonly state: AutoscalerState; readonly window: WindowState } {
  const { reading, options, profile, now } = input;
  const state = stateFor(input.state, graphHash(graph), graph);
  const { runningSince } = reading;
  const times = state.samples.map(({ at }) => at);
  const window = judgeWindow({ times, now: reading.at, runningSince, options });
  const stored = window.isRestarted ? [] : state.samples;
  const sample = profile.sample(reading, graph, stored, options);
  const earlier = forgetResets(stored, sample);
  const samples = thinSamples(
    addSample(earlier, sample, window, profile.keeps(options)),
    sampleLimit(graph.vertices.size),
    window.stableAt,
  );
  const history = trimHistory(state.history, graph.vertices, now, options);
  const restarts = measureRestart(trimTracking(state.restarts, now, options), history, graph, runningSince);
  return { state: { ...state, samples, history, restarts, ...(reading.memo && { memo: reading.memo }) }, window };
}

/** Vertices that the options name, that have finished, or whose busy time is not known in this cycle (2.23). */
export function findExcluded(options: AutoscalerOptions, graph: JobGraph, { samples }: AutoscalerState) {
  const { ids, unknown } = resolveExclusions(options.excludedVertices, graph);
  const latest = samples.at(-1)?.vertices ?? {};
  const idle = [...graph.vertices.values()].filter(({ id, isFinished }) => isFinished || !isKnown(latest[id]?.load));
  const findings: readonly Report[] = unknown.map((word) => ({
    ...{ type: "Warning", event: "AutoScaler Options Validation", key: `exclude ${word}` },
    message: `job.autoscaler.vertex.exclude.ids names ${JSON.stringify(word.slice(0, 60))}, which is neither a vertex nor the uid of the first operator of one.`,
  }));
  return { excluded: new Set([...ids, ...idle.map(({ id }) => id)]), findings };
}

function isKnown(value: number | undefined): boolean {
  return value !== undefined && !Number.isNaN(value);
}

/** What a job is to run with: also with what a decision leaves as it is (1.4). */
function desire(evaluation: JobEvaluation, { changes, memory }: Planned, { now, options }: Advance): DesiredState {
  const parallelism = Object.fromEntries([...evaluation.vertices].map(([id, of]) => [id, of.parallelism]));
  for (const { vertex, to } of changes) parallelism[vertex.id] = to;
  const set = memoryToSet({ evaluation, options }, memory);
  return { decidedAt: now, parallelism, ...(set && { configuration: toConfigurationChanges(set) }) };
}

function fateOf(decision: JobDecision, evaluation: JobEvaluation, options: AutoscalerOptions): MemoryFate {
  if (!options.memoryTuning) return "unwanted";
  const memory = "memory" in decision ? decision.memory : undefined;
  return memoryToSet({ evaluation, options }, memory) === undefined ? "unfit" : "set";
}

/** When the same parallelism was decided, if it was: the job does not run with it yet. */
function decidedBefore({ desired }: AutoscalerState, { parallelism }: DesiredState): number | undefined {
  return desired !== undefined && hashOf(desired.parallelism) === hashOf(parallelism) ? desired.decidedAt : undefined;
}

/** The state after a rescale, in which nothing waits any more (2.16, 2.22). */
function remember(state: AutoscalerState, desired: DesiredState, { changes, reverts }: Scaling): AutoscalerState {
  const at = desired.decidedAt;
  const history = { ...state.history };
  if (reverts === "unrealised") return { ...state, desired, delayed: {} };
  for (const change of changes) {
    history[change.vertex.id] = [...(history[change.vertex.id] ?? []), toRecord(change, at)];
  }
  return { ...state, history, restarts: [...state.restarts, { at }], desired, delayed: {} };
}

type Scaling = Extract<JobDecision, { readonly kind: "scale" }>;

function toRecord({ from, to, expected, evaluation: { capacity, demand } }: PlannedChange, at: number) {
  return { at, from, to, capacity, expected, demand };
}
