import type { Action, Outcome, Plan } from "../core/action.ts";
import type { FlinkAction } from "../ports/flink-actions.ts";
import type { FlinkEndpoint } from "../ports/flink-rest.ts";
import type { ScaleLook } from "./look-at-scale.ts";
import type { JobLook } from "./looks.ts";
import { type FlinkMemory, toMemory } from "./memory.ts";
import { isInForce, isReached, makeBounds, type Resize } from "./scale.ts";
import type { Change } from "./spec-change.ts";

/** What runs, and how large. */
export interface Sized {
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
  readonly memory: FlinkMemory | undefined;
  readonly endpoint: FlinkEndpoint;
  readonly job: JobLook;
  readonly size: ScaleLook;
}

/** What a spec says about the size of what runs. */
export interface SizeWanted {
  readonly running: boolean;
  /** Hash of the spec. */
  readonly spec: string;
  readonly generation: number;
  readonly change: Change;
  /** From which size to which, and how what runs takes it; undefined where only a deploy can bring the change. */
  readonly resize: Resize | undefined;
  /** How long a change may take to be there before it is no longer waited for, in milliseconds. */
  readonly readinessMs: number;
}

/** The memory of what is being scaled. */
export interface ScalingMemory extends FlinkMemory {
  readonly scaling: NonNullable<FlinkMemory["scaling"]>;
}

/** What goes with another size of a job. */
export interface Beside<Act extends Action> {
  /** Ahead of the request; undefined where the objects for it cannot be made. */
  readonly ahead: () => readonly Act[] | undefined;
  /** Once the job has its size. */
  readonly after: readonly Act[];
}

/** How long Flink may fail to take a rescale before the change becomes an upgrade, in milliseconds. */
const takenWithinMs = 60_000;

/** True where a change of size alone is tried on what runs (2.10), and Flink has not refused that one. */
export function isScaledInPlace(memory: FlinkMemory | undefined, wanted: SizeWanted | undefined): boolean {
  if (memory?.phase !== "deployed" || wanted?.change !== "scale" || !wanted.running) return false;
  const { scaling, rollback } = memory;
  const isRefused = scaling?.spec === wanted.spec && scaling.refused !== undefined;
  return wanted.resize !== undefined && rollback === undefined && !isRefused;
}

/** The memory with the change of size to this spec in it, which may have been begun before. */
export function beginScaling(memory: FlinkMemory, { spec }: Pick<SizeWanted, "spec">, now: number): ScalingMemory {
  const { scaling } = memory;
  return { ...memory, scaling: scaling?.spec === spec ? scaling : { spec, at: now } };
}

/**
 * Hands another size to a job that runs, through its resource requirements, and follows it there.
 *
 * Guarantees: undefined, for an upgrade instead, where Flink cannot be told which sizes, or has not taken them in a minute.
 */
export function rescale<Act extends Action>(
  { job, size: look, now, endpoint, memory: before }: Sized,
  memory: ScalingMemory,
  wanted: SizeWanted & { readonly resize: Resize },
  { ahead, after }: Beside<Act>,
): Plan<Act | FlinkAction> | undefined {
  const isLate = now - memory.scaling.at >= takenWithinMs;
  const isRunning = job.found === "job" && job.job.state === "RUNNING";
  if (look.found !== "job" || !isRunning) {
    if (isLate || job.found === "unasked" || job.found === "missing") return undefined;
    return wait(memory, "Flink does not tell for now how large the job is.");
  }
  const { requirements: current, vertices } = look;
  const { from, to } = wanted.resize;
  const isCertain = before?.scaling === undefined || before.scaling.spec === wanted.spec;
  const { bounds } = makeBounds({ from, to, current, vertices, isCertain });
  if (bounds === undefined) return undefined;
  if (!isInForce(current, bounds)) {
    const first = isLate ? undefined : ahead();
    const request = { type: "flink/rescale", endpoint, jobId: memory.jobId ?? "", requirements: bounds } as const;
    return first && { ...wait(memory, "The job is scaled in place."), actions: [...first, request] };
  }
  if (isReached(vertices, bounds)) return finishScaling(memory, wanted, after, "The job has taken its new size.");
  if (now - memory.scaling.at < wanted.readinessMs) return wait(memory, "The job is being scaled in place.");
  return finishScaling(memory, wanted, [], "Flink gives the job its new size as soon as there are slots for it.");
}

function wait(memory: ScalingMemory, why: string): Plan<never> {
  return { why, actions: [], memory: { before: toMemory(memory) }, revisit: "moving" };
}

/** From here on what runs is of the new spec; restarts that Flink counted for it say nothing of the job's health. */
export function finishScaling<Act extends Action>(
  memory: ScalingMemory,
  wanted: Pick<SizeWanted, "spec" | "generation">,
  actions: readonly Act[],
  why: string,
): Plan<Act> {
  const { scaling, health: _counted, ...rest } = memory;
  const done = { ...rest, spec: wanted.spec, generation: wanted.generation, at: scaling.at };
  return { why, actions, memory: { done: toMemory(done) }, revisit: "moving" };
}

/** What is remembered of a rescale that Flink has refused; undefined where it has not. */
export function refusedScale(
  { wanted, now }: { readonly wanted: Pick<SizeWanted, "spec"> | undefined; readonly now: number },
  memory: FlinkMemory | undefined,
  outcomes: readonly Outcome[],
): FlinkMemory | undefined {
  const [failed] = outcomes.flatMap((one) => (one.result === "failed" ? [one] : []));
  if (failed?.action.type !== "flink/rescale" || memory === undefined || wanted === undefined) return undefined;
  const { code, message } = failed.fault;
  if (code !== "Rejected" && code !== "Missing" && code !== "Denied") return undefined;
  return { ...memory, scaling: { spec: wanted.spec, at: memory.scaling?.at ?? now, refused: message } };
}
