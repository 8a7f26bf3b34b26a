/**
 * What `p` subtasks do together, in records per second, by the universal scalability law: `rate` is what one does, `contention`
 * the share of work that they have to take turns for (alone: Amdahl's law), `coherence` what each pair costs (above 0 there is a
 * parallelism from which on more of them do less).
 */
export interface Curve {
  readonly rate: number;
  readonly contention: number;
  readonly coherence: number;
}

/** Each subtask adds the same. */
export function linear(rate: number): Curve {
  return { rate, contention: 0, coherence: 0 };
}

/** The published mapper of ContTune's Nexmark Q1 as it was fitted: 54 % of linear growth are left at 26 (8.2). */
export const contTuneMapper: Curve = { rate: 500_000, contention: 0.032, coherence: 0 };

/** Records per second of `p` subtasks. */
export function rateAt({ rate, contention, coherence }: Curve, p: number): number {
  return (rate * p) / (1 + contention * (p - 1) + coherence * p * (p - 1));
}

/**
 * The share of their time for which subtasks work on average while the busiest one always does, where `shares` key groups or
 * partitions are dealt out to them whole: 4 subtasks have 6 partitions 2, 2, 1, 1, and 0.75 is left.
 */
export function evenness(shares: number, p: number): number {
  return shares / p / Math.ceil(shares / p);
}
