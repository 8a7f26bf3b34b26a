import type { Intent, OperatorRecord } from "../../core/record.ts";
import type { Owner, Savepoint } from "../../ports/app-manager.ts";
import { failed, submitted, withNonces } from "./nonce-memory.ts";
import { openIntent } from "./open-intents.ts";
import type { View } from "./view.ts";

/** How long anything waits for a savepoint, in milliseconds (AMB-25). */
export const savepointPatienceMs = 600_000;

/** How the savepoint of a request is found again: by the resource, the value, and the number of the request. */
export function markOf(uid: string, content: string): string {
  return `${uid}/${content}`;
}

/** Picks the savepoint that a request has led to from all of the deployment; undefined where there is none. */
export type SavepointPick = (all: readonly Savepoint[]) => Savepoint | undefined;

/** Picks by the mark of the request that may have been sent or is being taken; undefined where there is none. */
export function soughtSavepoint(record: OperatorRecord | undefined, { uid }: Owner): SavepointPick | undefined {
  const content = openIntent(record, "savepoint")?.content ?? record?.nonces?.taking?.content;
  return content === undefined ? undefined : (all) => all.find(({ mark }) => mark === markOf(uid, content));
}

/**
 * Judges the awaited savepoint against what the platform says at the start of the pass (D6).
 *
 * One with our mark is the one, also where the answer to its request was lost. A list without it proves nothing until
 * the quarantine is over; what then becomes of the request is a matter of the nonce's verdict.
 */
export function judgeSavepoint(
  record: OperatorRecord | undefined,
  { savepoint: look, settings, now }: Pick<View, "savepoint" | "settings" | "now">,
): OperatorRecord | undefined {
  if (record === undefined) return undefined;
  const intent = openIntent(record, "savepoint");
  if (look.found === "one" && intent !== undefined) return confirmed(record, intent, look.savepoint);
  const taking = record.nonces?.taking;
  if (taking === undefined) return record;
  if (look.found === "one" && isEnded(look.savepoint)) return ended(record, look.savepoint);
  const gone = look.found === "none" && now >= taking.since + settings.quarantineMs;
  return gone || now >= taking.since + savepointPatienceMs ? withoutTaking(record) : record;
}

/** The record once the platform has shown the savepoint of a request; it is waited for until it has ended (AMB-25). */
export function confirmed(record: OperatorRecord, intent: Intent, savepoint: Savepoint): OperatorRecord {
  const known = withoutTaking(submitted(record, "savepoint", intent));
  if (isEnded(savepoint)) return ended(known, savepoint);
  return withNonces(known, { taking: { content: intent.content, since: intent.at } });
}

function ended(record: OperatorRecord, { state }: Savepoint): OperatorRecord {
  const known = withoutTaking(record);
  return state === "FAILED" ? failed(known, "savepoint") : known;
}

function withoutTaking(record: OperatorRecord): OperatorRecord {
  if (record.nonces === undefined) return record;
  const { taking: _over, ...nonces } = record.nonces;
  return { ...record, nonces };
}

/** True for a savepoint that will not change any more. */
function isEnded({ state }: Savepoint): boolean {
  return state === "COMPLETED" || state === "FAILED";
}
