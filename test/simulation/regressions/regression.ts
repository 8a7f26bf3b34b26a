import type { AnySchedule } from "../games.ts";
import type { Mutant } from "../mutants/mutant.ts";

/** A schedule that once broke something. It must break nothing today, and break it again where the cure is taken back. */
export interface Regression extends Mutant {
  /** What broke. */
  readonly why: string;
  /** What mended it. */
  readonly cure: string;
  /** The whole hash of the commit with the cure. */
  readonly commit: string;
  readonly schedule: AnySchedule;
}
