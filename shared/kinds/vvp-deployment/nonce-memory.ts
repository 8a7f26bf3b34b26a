import { hashOf } from "../../core/hash.ts";
import type { NonceMemory, Nonces } from "../../core/nonces.ts";
import type { Intent, OperatorRecord } from "../../core/record.ts";
import { shortened } from "./foreign-words.ts";
import { withIntent, withoutIntent } from "./open-intents.ts";

/** Which operation a nonce asks for; also the key of its intent. */
export type NonceName = "savepoint" | "restart";

/** Both, in the order in which they are carried out and named (AMB-24, AMB-25). */
export const nonceNames = ["savepoint", "restart"] as const satisfies readonly NonceName[];

/** Values that are remembered as burnt at most; the oldest are usable again. */
const mostBurnt = 16;

/**
 * The value that an accepted request is about; its content is the value and the number of the request, and for a restart
 * the resource behind them: `7#3`, `7#3#0f2c9a1b`.
 */
export function requestedValue({ content }: Pick<Intent, "content">): number {
  return Number(content.slice(0, content.indexOf("#")));
}

/**
 * Of a resource, in the contents of its restarts: these stay in the template when it goes, and another resource that then
 * takes the deployment over counts anew.
 */
export function originOf({ uid }: Pick<OperatorRecord, "uid">): string {
  return hashOf(uid).slice(0, 8);
}

/** The record once a value was accepted: as an intent that was not sent yet, with a mark that no other request has. */
export function accepted(record: OperatorRecord, name: NonceName, value: number, now: number): OperatorRecord {
  const number = (record.nonces?.accepted ?? 0) + 1;
  const origin = name === "restart" ? `#${originOf(record)}` : "";
  const intent: Intent = { key: name, attempt: 0, at: now, content: `${value}#${number}${origin}` };
  const decided = withMemory(record, name, observed(record.nonces?.[name], value));
  return {
    ...decided,
    intents: withIntent(record.intents, intent),
    nonces: { ...decided.nonces, accepted: number },
  };
}

/** The record once a request was submitted: the value counts, and every other one is usable again. */
export function submitted(record: OperatorRecord, name: NonceName, intent: Intent): OperatorRecord {
  const value = requestedValue(intent);
  return withMemory(withoutIntent(record, name), name, { observed: value, processed: value, burnt: [] });
}

/** The record once the platform says that what was submitted last has failed; it was submitted all the same (R75). */
export function failed(record: OperatorRecord, name: NonceName): OperatorRecord {
  const memory = record.nonces?.[name];
  return memory?.processed === undefined ? record : withMemory(record, name, { ...memory, failed: memory.processed });
}

/** The record once a value was consumed without effect (R43); a request about it is settled. */
export function burnt(record: OperatorRecord, name: NonceName, value: number, why: string): OperatorRecord {
  const before = observed(record.nonces?.[name], value);
  const values = [...before.burnt.filter((one) => one !== value), value].slice(-mostBurnt);
  return withMemory(withoutIntent(record, name), name, { ...before, burnt: values, blocked: shortened(why) });
}

/** The record once the platform refused what a request still has to do; the request stays open. */
export function refused(record: OperatorRecord, intent: Intent, why: string): OperatorRecord {
  return { ...record, intents: withIntent(record.intents, { ...intent, refused: shortened(why) }) };
}

/** The request as it is sent once more. */
export function sentAgain({ refused: _before, ...intent }: Intent, change: Partial<Intent>): Intent {
  return { ...intent, ...change };
}

/** The record with the beginning of a wait for the job to run; unchanged where that value waits already. */
export function waiting(record: OperatorRecord, name: NonceName, value: number, since: number): OperatorRecord {
  const memory = record.nonces?.[name] ?? { burnt: [] };
  return memory.waiting?.value === value ? record : withMemory(record, name, { ...memory, waiting: { value, since } });
}

/** The record without a wait that is over because nothing is asked any more. */
export function notWaiting(record: OperatorRecord, name: NonceName): OperatorRecord {
  const memory = record.nonces?.[name];
  if (memory?.waiting === undefined) return record;
  const { waiting: _over, ...rest } = memory;
  return withMemory(record, name, rest);
}

/** The nonces of a record with some of them changed. */
export function withNonces(record: OperatorRecord, change: Partial<Nonces>): OperatorRecord {
  return { ...record, nonces: { accepted: 0, ...record.nonces, ...change } };
}

function observed(memory: NonceMemory | undefined, value: number): NonceMemory {
  const { waiting: _over, ...rest } = memory ?? { burnt: [] };
  return { ...rest, observed: value };
}

function withMemory(record: OperatorRecord, name: NonceName, memory: NonceMemory): OperatorRecord {
  return withNonces(record, { [name]: memory });
}
