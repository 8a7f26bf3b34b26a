import type { Intent, OperatorRecord } from "../../core/record.ts";
import type { Settings } from "../../core/settings.ts";
import { toTime } from "./instant.ts";
import { openIntent, withoutIntent } from "./open-intents.ts";
import type { Backend } from "./view.ts";

/** Key of the intent of a creation. */
export const createIntent = "create";

/**
 * Judges an open creation against what the platform says at the start of the pass (D6).
 *
 * A creation whose answer was lost is settled by finding the deployment with our mark: it is linked, and what was sent
 * counts as projected, unless it was sent more than once and any of the sendings may be the one. A deployment of
 * somebody else has the name that ours would need. Finding none proves nothing until the quarantine is over; see
 * `quarantineLeft`.
 */
export function judgeCreation(record: OperatorRecord | undefined, backend: Backend): OperatorRecord | undefined {
  const intent = openIntent(record, createIntent);
  if (record === undefined || intent === undefined) return record;
  if (backend.found === "foreign") return withoutIntent(record, createIntent);
  if (backend.found !== "own") return record;
  const linked = { ...withoutIntent(record, createIntent), id: backend.deployment.id };
  return intent.attempt === 1 ? { ...linked, applied: intent.content } : linked;
}

/** When a doubtful creation may be sent again, as people read it; the same text for as long as it stands. */
export function quarantineEnd(record: OperatorRecord | undefined, settings: Settings): string {
  return toTime((openIntent(record, createIntent)?.at ?? 0) + settings.quarantineMs);
}

/** Milliseconds until a doubtful creation may be sent again; 0 when nothing stands in the way. */
export function quarantineLeft(record: OperatorRecord | undefined, settings: Settings, now: number): number {
  const intent = openIntent(record, createIntent);
  return intent === undefined ? 0 : Math.max(0, intent.at + settings.quarantineMs - now);
}

/** The intent to write down before a creation is sent, or sent again. */
export function nextCreation(record: OperatorRecord | undefined, content: string, now: number): Intent {
  return { key: createIntent, attempt: (openIntent(record, createIntent)?.attempt ?? 0) + 1, at: now, content };
}
