import type { Intent, OperatorRecord } from "../../core/record.ts";
import type { Settings } from "../../core/settings.ts";
import type { Backend } from "./view.ts";

/** Key of the one effect of unknown outcome that a VvpDeployment has so far. */
export const createIntent = "create";

/**
 * Judges the open intents against what the platform says at the start of the pass (D6).
 *
 * A creation whose answer was lost is settled by finding the deployment with our mark: it is linked and what was sent
 * counts as projected. Not finding it proves nothing until the quarantine is over; see `quarantineLeft`.
 */
export function judgeIntents(record: OperatorRecord | undefined, backend: Backend): OperatorRecord | undefined {
  const intent = record?.intents.find((one) => one.key === createIntent);
  if (record === undefined || intent === undefined || backend.found !== "own") return record;
  const intents = record.intents.filter((one) => one !== intent);
  return { ...record, intents, id: backend.deployment.id, applied: intent.content };
}

/** The open creation, if there is one. */
export function openCreation(record: OperatorRecord | undefined): Intent | undefined {
  return record?.intents.find((one) => one.key === createIntent);
}

/** Milliseconds until a doubtful creation may be sent again; 0 when nothing stands in the way. */
export function quarantineLeft(record: OperatorRecord | undefined, settings: Settings, now: number): number {
  const intent = openCreation(record);
  return intent === undefined ? 0 : Math.max(0, intent.at + settings.quarantineMs - now);
}

/** The intent to write down before a creation is sent, or sent again. */
export function nextCreation(record: OperatorRecord | undefined, content: string, now: number): Intent {
  return { key: createIntent, attempt: (openCreation(record)?.attempt ?? 0) + 1, at: now, content };
}
