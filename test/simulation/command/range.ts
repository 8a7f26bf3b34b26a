/** Seeds that one thread plays at a stretch. */
export interface Range {
  readonly first: number;
  readonly count: number;
}

/** A seed that broke something. */
export interface Broken {
  readonly seed: number;
  /** One line each, the invariant first. */
  readonly violations: readonly string[];
}

/** What came of a range. */
export interface Played {
  readonly count: number;
  readonly broken: readonly Broken[];
  /** How often each pair of a kind of input or output and a fault was met. */
  readonly met: readonly (readonly [pair: string, count: number])[];
}
