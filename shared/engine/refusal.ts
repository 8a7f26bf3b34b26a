import type { Action, Outcome } from "../core/action.ts";
import { type Fault, toFault } from "../core/error.ts";
import { hasCode } from "./has-code.ts";

/** What stands after a write: its answer, or what stood before and the API server's refusal. */
export interface Written<Value> {
  readonly value: Value;
  readonly refusal?: Fault;
}

/** The outcome of a write that the API server may refuse for its content; any other fault still rejects. */
export async function unlessRefused<Value>(write: Promise<Value>, before: Value): Promise<Written<Value>> {
  try {
    return { value: await write };
  } catch (error) {
    if (hasCode(error, "Rejected")) return { value: before, refusal: toFault(error) };
    throw error;
  }
}

/** The outcomes of a plan whose intents could not be recorded: nothing of it was sent (D6). */
export function withheld<Act extends Action>(actions: readonly Act[], fault: Fault): Outcome<Act>[] {
  return actions.slice(0, 1).map((action) => ({ action, result: "failed", fault }));
}
