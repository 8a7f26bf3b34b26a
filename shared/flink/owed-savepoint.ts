import type { JsonValue } from "../core/json.ts";
import { member } from "../core/json.ts";
import type { Intent } from "../core/record.ts";
import { savepointIntents } from "./intents.ts";

/** A savepoint of the running job that has failed and is to be asked for again. */
export interface OwedSavepoint {
  /** Key of the intent that it was asked for by. */
  readonly key: string;
  /** When it was asked for first, in milliseconds since the epoch by the API server's clock. */
  readonly since: number;
  /** When it is asked for again, in the same measure. */
  readonly due: number;
}

/** Between two tries, in milliseconds. */
const soonestMs = 10_000;
const latestMs = 600_000;

/**
 * What is owed after a try that has failed just now: another one after as long as it has been asked for already, so that
 * what passes soon is tried soon, and what does not costs the job little. Undefined where that would be after the grace
 * period, which counts from the first try.
 */
export function owedAfter(intent: Intent, now: number, graceMs: number): OwedSavepoint | undefined {
  const since = sinceOf(intent);
  const due = now + Math.min(latestMs, Math.max(soonestMs, now - since));
  return due - since > graceMs ? undefined : { key: intent.key, since, due };
}

/** When a savepoint was asked for first, over all its tries, in milliseconds since the epoch by the API server's clock. */
export function sinceOf({ details, at }: Intent): number {
  const since = details?.since;
  return typeof since === "number" ? since : at;
}

/** True for a sound value, or none. */
export function isOwed(value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  const keys: readonly (JsonValue | undefined)[] = Object.values(savepointIntents);
  return keys.includes(member(value, "key")) && ["since", "due"].every((one) => Number.isFinite(member(value, one)));
}
