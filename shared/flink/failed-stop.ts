import { isDeleting } from "../core/deletion-rules.ts";
import type { KubeObject } from "../core/object.ts";
import type { FlinkMemory } from "./memory.ts";
import type { Change } from "./spec-change.ts";

/** What Flink says of a savepoint that comes while a task is starting or restarting, which passes by itself. */
const passing = /Not all required tasks are currently running/;

/** How soon a savepoint is tried again that failed for it, in milliseconds, and how often before it is held like any other. */
const soonMs = 10_000;
const mostSoon = 6;

type Failure = NonNullable<FlinkMemory["failure"]>;

/** The memory of a job that runs on, as the savepoint before its end has failed. */
export function noteFailedStop(memory: FlinkMemory, failure: Omit<Failure, "passing">): FlinkMemory {
  const { failure: before } = memory;
  const earlier = before?.spec === failure.spec ? (before.passing ?? 0) : 0;
  const again = passing.test(failure.message) ? { passing: earlier + 1 } : {};
  return { ...memory, phase: "deployed", failure: { ...failure, ...again } };
}

/**
 * The memory of a job that runs: a change that failed is history once it was taken back. The failure of a savepoint that
 * changes nothing stays, since its period counts from there.
 */
export function forgetOvercome(memory: FlinkMemory, { object, wanted }: Wish): FlinkMemory {
  const { failure, ...others } = memory;
  const isAsWanted = wanted?.change === "none" && wanted.running && !isDeleting({ object });
  return isAsWanted && failure !== undefined && failure.spec !== "" ? others : memory;
}

interface Wish {
  readonly object: KubeObject;
  readonly wanted: { readonly running: boolean; readonly change: Change } | undefined;
}

/** When another try of the same spec is due, in milliseconds since the epoch; `retryMs` holds where nothing passes by itself. */
export function dueAgain({ at, passing: times }: Failure, retryMs: number): number {
  return at + (isPassing(times) ? Math.min(soonMs, retryMs) : retryMs);
}

/** Why a stop of this spec is not tried now, and how soon to look again; undefined where it may be. */
export function holdOf(
  failure: Failure | undefined,
  { spec, now, retryMs }: { readonly spec: string; readonly now: number; readonly retryMs: number },
): { readonly why: string; readonly revisit: "moving" | "waiting" } | undefined {
  if (failure === undefined || failure.spec !== spec || dueAgain(failure, retryMs) <= now) return undefined;
  return { why: failure.message, revisit: isPassing(failure.passing) ? "moving" : "waiting" };
}

function isPassing(times: number | undefined): boolean {
  return times !== undefined && times <= mostSoon;
}
