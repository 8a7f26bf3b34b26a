import type { Fault } from "./error.ts";
import type { JsonObject } from "./json.ts";
import type { Intent } from "./record.ts";

/** An effect as a value; `type` names a port and a verb (`app-manager/patch`). */
export interface Action {
  readonly type: string;
}

/** What the operator means to do in one pass, and why. */
export interface Plan<Act extends Action = Action> {
  /** One sentence for people: what happens, or what is waited for. */
  readonly why: string;
  /** What ends a wait and, where it is known, when; a sentence. Absent where nothing is waited for. */
  readonly until?: string;
  /** Carried out in this order; the first outcome that is not `done` ends the list. */
  readonly actions: readonly Act[];
  /** Written to the record, together with the finalizer, before the first action (D6). */
  readonly intents?: readonly Intent[];
  /** What the kind remembers of the plan: `before` goes out with the intents, `done` holds once every action is done. */
  readonly memory?: { readonly before?: JsonObject; readonly done?: JsonObject };
  /**
   * Whether to look once more, right before the first action, that nobody has changed the object since it was read: `always`
   * for what undoes somebody else's change in the backend, which may meanwhile be the user's wish, put there by another
   * process; `late` where that is a matter of seconds only, for what a later pass sends as well.
   */
  readonly recheck?: "always" | "late";
  /** Take the finalizer off when every action is done. */
  readonly release?: boolean;
  /**
   * Whether to look again soon: `moving` follows something that is under way, `waiting` something that failed for now,
   * at the earliest after `revisitAfterMs` where that is given.
   */
  readonly revisit?: "moving" | "waiting";
  readonly revisitAfterMs?: number;
}

/** A plan without an effect, which says why there is none. */
export function nothing(why: string): Plan<never> {
  return { why, actions: [] };
}

/** How an action ended: `failed` certainly had no effect, `unknown` may have had one. */
export type Outcome<Act extends Action = Action, Value = unknown> =
  | { readonly action: Act; readonly result: "done"; readonly value: Value }
  | { readonly action: Act; readonly result: "failed" | "unknown"; readonly fault: Fault };
