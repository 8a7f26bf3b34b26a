import type { Intent, OperatorRecord } from "../../core/record.ts";

/** The intent of that key that is not settled, if there is one; of each key there is one at most. */
export function openIntent(record: OperatorRecord | undefined, key: string): Intent | undefined {
  return record?.intents.find((one) => one.key === key);
}

/** The record once the intent of that key is settled. */
export function withoutIntent(record: OperatorRecord, key: string): OperatorRecord {
  return { ...record, intents: record.intents.filter((one) => one.key !== key) };
}

/** The intents with one of its key replaced or added. */
export function withIntent(intents: readonly Intent[], intent: Intent): Intent[] {
  return [...intents.filter(({ key }) => key !== intent.key), intent];
}
