/** A change of the source that a test alone makes; what ships has no switch for it. */
export interface Defect {
  readonly name: string;
  /** What goes wrong in the world with this defect. */
  readonly why: string;
  /** The file of the product, from the root of the project. */
  readonly file: string;
  /** Text that occurs in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** A defect that the simulator's search, or a suite, has to find. */
export interface Mutant extends Defect {
  /** Invariants (`S1` … `L7`; `platform`: one of the platform's own) one of which a run breaks; for `stories`, fields of their ends; for a `suite`, what it shows. */
  readonly killedBy: readonly string[];
  /** Stories of the Flink kinds in which it is looked for, whole and with crashes, instead of in random schedules. */
  readonly stories?: readonly string[];
  /** A test file that sees the defect, where no schedule can. */
  readonly suite?: string;
  /** Why no schedule can. */
  readonly unseen?: string;
}

/** What was played: a seed; or a story with the moment of its crash, such as `deletion: late call 7`. */
export type Place = number | string;

/** How a defect was found: the place, the violation, and what the search took from the first place on. */
export interface Kill {
  readonly seed: Place;
  readonly violation: string;
  /** CPU seconds of the search. */
  readonly seconds: number;
}
