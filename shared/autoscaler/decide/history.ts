/** A rescale of a vertex, as it is remembered (2.22); rates are records per second. */
export interface ScalingRecord {
  /** When it was decided, in milliseconds since the epoch. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** The capacity then. */
  readonly capacity: number;
  /** The capacity that was expected of it. */
  readonly expected: number;
  /** What came in then. */
  readonly demand: number;
}

/** Past rescales by vertex, oldest first. */
export type ScalingHistory = Readonly<Record<string, readonly ScalingRecord[]>>;

/** How long and how many are kept. */
export interface HistoryLimits {
  /** Milliseconds. */
  readonly historyMaxAge: number;
  readonly historyMaxCount: number;
}

/** What is still remembered at `now`: of vertices that the job still has, young enough, and the newest of each (2.22). */
export function trimHistory(
  history: ScalingHistory,
  vertices: { readonly has: (id: string) => boolean },
  now: number,
  limits: HistoryLimits,
): ScalingHistory {
  const kept = Object.entries(history)
    .filter(([id]) => vertices.has(id))
    .map(([id, records]) => [id, trimmed(records, now, limits)] as const);
  return Object.fromEntries(kept.filter(([, records]) => records.length > 0));
}

function trimmed<One extends { readonly at: number }>(
  records: readonly One[],
  now: number,
  { historyMaxAge, historyMaxCount }: HistoryLimits,
): readonly One[] {
  const young = records.filter(({ at }) => at >= now - historyMaxAge);
  return young.slice(Math.max(0, young.length - Math.max(0, historyMaxCount)));
}

/** A restart that a decision caused (2.18). */
export interface TrackedRestart {
  /** When it was decided, in milliseconds since the epoch. */
  readonly at: number;
  /** Milliseconds until the job ran again; absent while that is not known. */
  readonly duration?: number;
}

/** The restarts that are still remembered, oldest first; the newest stays whatever its age (2.22). */
export function trimTracking(
  restarts: readonly TrackedRestart[],
  now: number,
  limits: HistoryLimits,
): readonly TrackedRestart[] {
  const kept = trimmed(restarts, now, limits);
  return kept.length === 0 ? restarts.slice(-1) : kept;
}
