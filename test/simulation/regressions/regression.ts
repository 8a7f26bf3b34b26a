import type { Mutant } from "../mutants/mutant.ts";
import type { Schedule } from "../schedule.ts";

/** A schedule that once broke something. It must break nothing today, and break it again where the cure is taken back. */
export interface Regression extends Mutant {
  /** What broke. */
  readonly why: string;
  /** The title of the commit with the cure. */
  readonly cure: string;
  readonly schedule: Schedule;
}
