import type { Intent, OperatorRecord } from "../../core/record.ts";
import type { Savepoint } from "../../ports/app-manager.ts";
import { burnt, openNonce, requestedValue, settled, submitted } from "./nonce.ts";
import type { View } from "./view.ts";

/** How long anything waits for a savepoint to end, in milliseconds (AMB-25). */
const patienceMs = 600_000;

/** How the platform's answer is found again after a lost one: resource, value and number of the request. */
export function markOf(uid: string, { content }: Intent): string {
  return `${uid}/${content}`;
}

/** True once the platform has confirmed the savepoint of an open request. */
export function isConfirmed(record: OperatorRecord | undefined, intent: Intent): boolean {
  return record?.nonces?.savepoint?.processed === requestedValue(intent) && record.nonces.savepoint.burnt.length === 0;
}

/**
 * Judges the open savepoint request against what the platform says at the start of the pass (D6).
 *
 * A savepoint with our mark is the one, also where the answer to its request was lost. None proves nothing until the
 * quarantine is over; then the request is sent again, or consumed where the job no longer runs (R41).
 */
export function judgeSavepoint(
  record: OperatorRecord | undefined,
  { savepoint: look, backend, settings, now }: Pick<View, "savepoint" | "backend" | "settings" | "now">,
): OperatorRecord | undefined {
  const intent = openNonce(record, "savepoint");
  if (record === undefined || intent === undefined || look.found === "unknown" || look.found === "unasked") {
    return record;
  }
  if (look.found === "one") {
    const known = submitted(record, "savepoint", intent);
    return isEnded(look.savepoint) || now >= intent.at + patienceMs ? settled(known, "savepoint") : known;
  }
  if (isConfirmed(record, intent)) return settled(record, "savepoint");
  if (backend.found !== "own" || backend.deployment.state === "RUNNING") return record;
  if (intent.at + settings.quarantineMs > now) return record;
  const why = `the job was ${backend.deployment.state} when the request could be sent again`;
  return burnt(settled(record, "savepoint"), "savepoint", requestedValue(intent), why);
}

/** True for a savepoint that will not change any more. */
function isEnded({ state }: Savepoint): boolean {
  return state === "COMPLETED" || state === "FAILED";
}
