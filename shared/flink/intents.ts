import type { Intent, OperatorRecord } from "../core/record.ts";

/** Key of the intent to stop a job with a savepoint; its content is the trigger id. */
export const stopIntent = "stop";

/** Key of the intent to cancel a job; its content is the job's id. */
export const cancelIntent = "cancel";

/** Keys of the intents to take a savepoint of a job that runs on, one at a time; their content is the trigger id. */
export const savepointIntents = { manual: "savepoint", periodic: "periodic-savepoint" } as const;

/** The open intent to take a savepoint. */
export function openSavepoint(record: OperatorRecord | undefined): Intent | undefined {
  return intentOf(record, savepointIntents.manual) ?? intentOf(record, savepointIntents.periodic);
}

/** The record without it. */
export function withoutSavepoint(record: OperatorRecord): OperatorRecord {
  const { manual, periodic } = savepointIntents;
  return { ...record, intents: record.intents.filter(({ key }) => key !== manual && key !== periodic) };
}

/** The open intent of a key. */
export function intentOf(record: OperatorRecord | undefined, key: string): Intent | undefined {
  return record?.intents.find((intent) => intent.key === key);
}

/** The record without what was open about the end of a job. */
export function withoutEnding(record: OperatorRecord): OperatorRecord {
  return { ...record, intents: record.intents.filter(({ key }) => key !== stopIntent && key !== cancelIntent) };
}
