/** What the profile `improved` takes for granted; chosen on the laboratory's training set. */
export interface Parameters {
  /** Milliseconds that a look lasts at least: what comes in is judged by its mean over one. */
  readonly look: number;
  /** Looks in a row that a load must exceed the capacity, and over which a calm load is averaged. */
  readonly looks: number;
  /** Errors of a mean that are taken off it before a job is scaled up for it. */
  readonly certainty: number;
  /** Looks for which a steady growth is expected to go on. */
  readonly horizon: number;
  /** The share of the stabilization interval that is waited after a start before a job may be scaled up. */
  readonly settleShare: number;
  /** The share of the scale-down interval that a first shrink waits. */
  readonly holdShare: number;
  /** The share of all tasks that a shrink must save to be worth a restart. */
  readonly leastSaving: number;
  /** The elasticity that a vertex is expected to have before it was seen with two parallelisms, and how much that counts. */
  readonly elasticity: number;
  readonly elasticityWeight: number;
  /** Within how many stabilization intervals a load must go away by itself to have been a burst. */
  readonly verdict: number;
}

/** Those that hold where nobody tries others. */
export const usualParameters: Parameters = {
  look: 55_000,
  looks: 2,
  certainty: 2,
  horizon: 5,
  settleShare: 0.2,
  holdShare: 0.35,
  leastSaving: 0.2,
  elasticity: 0.9,
  elasticityWeight: 0.1,
  verdict: 3,
};
