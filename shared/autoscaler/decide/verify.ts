import type { ImprovedVertex } from "../evaluate/evaluate-improved.ts";
import type { JobGraph } from "../graph/job-graph.ts";
import type { DesiredState } from "../state/state.ts";
import { effectOf } from "./effectiveness.ts";
import type { ScalingRecord } from "./history.ts";

/** A vertex that runs with another parallelism than was decided. */
export interface Unrealised {
  readonly vertex: string;
  readonly decided: number;
  readonly running: number;
}

/** The vertices that do not run as was decided, without those that are not scaled. */
export function findUnrealised(
  desired: DesiredState | undefined,
  { vertices }: JobGraph,
  excluded: ReadonlySet<string>,
): readonly Unrealised[] {
  if (desired === undefined) return [];
  return [...vertices.values()].flatMap(({ id, parallelism }) => {
    const decided = desired.parallelism[id];
    const isAsDecided = decided === undefined || decided === parallelism || excluded.has(id);
    return isAsDecided ? [] : [{ vertex: id, decided, running: parallelism }];
  });
}

/** A vertex that works without a pause shows what it can do. */
const saturatedFrom = 0.9;

/**
 * True where the last rescale of a vertex was up to what it has, and its subtasks, who never pause, do less than a share of what
 * was to be gained: more of them do not help.
 */
export function isUseless(
  last: ScalingRecord | undefined,
  { parallelism, load, capacity }: Pick<ImprovedVertex, "parallelism" | "load" | "capacity">,
  threshold: number,
): boolean {
  if (last === undefined || last.to !== parallelism || last.to <= last.from || !(load >= saturatedFrom)) return false;
  return effectOf({ before: last.capacity, expected: last.expected, now: capacity }) < threshold;
}
