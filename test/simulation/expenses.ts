import type { IoKind } from "./faults.ts";
import type { FaultPlan } from "./network.ts";

/** What a run has cost: calls by their kind, and the passes for which they were made. */
export class Expenses {
  /** Passes that came to an end. */
  passes = 0;
  readonly #calls = new Map<IoKind, number>();

  /** Counts the places of a run as they come up, and leaves its faults as they are. */
  over(plan: FaultPlan): FaultPlan {
    return (place, kind, now) => {
      this.#calls.set(kind, this.of(kind) + 1);
      return plan(place, kind, now);
    };
  }

  /** How many calls, events or ticks of these kinds there were. */
  of(...kinds: readonly IoKind[]): number {
    return kinds.reduce((sum, kind) => sum + (this.#calls.get(kind) ?? 0), 0);
  }
}
