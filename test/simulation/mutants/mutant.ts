/** A defect that is seeded into the source by the test alone; what ships has no switch for it. */
export interface Mutant {
  readonly name: string;
  /** What goes wrong in the world with this defect. */
  readonly why: string;
  /** The file of the product, from the root of the project. */
  readonly file: string;
  /** Text that occurs in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** Invariants (`S1` … `L7`) one of which a run breaks; for a `suite`, what it shows. */
  readonly killedBy: readonly string[];
  /** A test file that sees the defect, where no schedule can. */
  readonly suite?: string;
}

/** How a defect was found: the seed, the violation, and what the search took from seed 1 on. */
export interface Kill {
  readonly seed: number;
  readonly violation: string;
  /** CPU seconds of the search. */
  readonly seconds: number;
}
