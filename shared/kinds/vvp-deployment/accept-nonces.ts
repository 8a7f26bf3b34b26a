import type { Plan } from "../../core/action.ts";
import { isDeleting } from "../../core/deletion-rules.ts";
import { onceInARow } from "../../core/once-per.ts";
import type { OperatorRecord } from "../../core/record.ts";
import { judgeNonce } from "./nonce.ts";
import { accepted, burnt, type NonceName, nonceNames, notWaiting, waiting } from "./nonce-memory.ts";
import type { View } from "./view.ts";

/**
 * The record with this pass's verdicts on both nonces: what is accepted is an open intent, what is blocked is consumed.
 *
 * Guarantees: what is carried out later, after a crash too, is what was decided on the state that one pass began with.
 */
export function afterVerdicts(record: OperatorRecord, view: View): OperatorRecord {
  return record === view.record ? (afterOwnVerdicts(view) ?? record) : decided(record, view);
}

/** What is asked again and again, of the view's own record. */
const afterOwnVerdicts = onceInARow((view: View) => view.record && decided(view.record, view));

function decided(record: OperatorRecord, view: View): OperatorRecord {
  return isDeleting(view) ? record : nonceNames.reduce((before, name) => afterVerdict(before, view, name), record);
}

function afterVerdict(record: OperatorRecord, view: View, name: NonceName): OperatorRecord {
  const verdict = judgeNonce(view, name);
  switch (verdict.kind) {
    case "fire":
      return accepted(record, name, verdict.value, view.now);
    case "block":
      return burnt(record, name, verdict.value, verdict.why);
    case "wait":
      return verdict.until === undefined ? record : waiting(record, name, verdict.value, view.now);
    case "idle":
      return notWaiting(record, name);
    case "open":
      return record;
  }
}

/** What goes on record before an effect, because something was decided on a nonce; nothing where nothing was. */
export function claimOf(view: View): Pick<Plan, "intents"> {
  const decided = nonceNames.some((name) => ["fire", "block"].includes(judgeNonce(view, name).kind));
  if (view.record === undefined || !decided) return {};
  return { intents: afterVerdicts(view.record, view).intents };
}
