import type { Measures } from "../experiment/measure.ts";
import type { Scenario } from "../experiment/scenario.ts";

/** What a controller did on a scenario with a seed. */
export interface Result {
  readonly scenario: Scenario;
  readonly controller: string;
  readonly seed: number;
  readonly measures: Measures;
}
