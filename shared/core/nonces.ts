import { member } from "./json.ts";

/** What was decided about one nonce so far (AMB-1). */
export interface NonceMemory {
  /** The last value that was decided on, whatever came of it; absent before the first decision. */
  readonly observed?: number;
  /** The last value that was submitted successfully. */
  readonly processed?: number;
  /** The same, where what was submitted has failed since, as the backend says. */
  readonly failed?: number;
  /** Values that were consumed without effect since the last success, oldest first. */
  readonly burnt: readonly number[];
  /** Why the last of them was, as people read it. */
  readonly blocked?: string;
  /** A value that waits for the job to run, and since when; milliseconds by the API server's clock. */
  readonly waiting?: { readonly value: number; readonly since: number };
}

/** The nonces of one resource: numbers of its spec, each change of which asks for one operation. */
export interface Nonces {
  readonly savepoint?: NonceMemory;
  readonly restart?: NonceMemory;
  /** Counts the requests that were accepted, so that each has a mark of its own even if a value comes back. */
  readonly accepted: number;
  /** The savepoint that is being taken: its request, and since when; milliseconds by the API server's clock. */
  readonly taking?: { readonly content: string; readonly since: number };
  /** The mark of the last restart, which every later full definition has to repeat. */
  readonly restarted?: string;
}

/** True for what a record may hold as its nonces, undefined included. */
export function areNonces(value: unknown): boolean {
  if (value === undefined) return true;
  const [taking, restarted] = [member(value, "taking"), member(value, "restarted")];
  return (
    Number.isSafeInteger(member(value, "accepted")) &&
    (taking === undefined || (typeof member(taking, "content") === "string" && isInstant(member(taking, "since")))) &&
    (restarted === undefined || typeof restarted === "string") &&
    isNonceMemory(member(value, "savepoint")) &&
    isNonceMemory(member(value, "restart"))
  );
}

/** The same with its members in a fixed order, so that equal nonces have equal texts; unknown ones last. */
export function orderNonces({ savepoint, restart, accepted, taking, restarted, ...unknown }: Nonces): object {
  const known = { savepoint: orderMemory(savepoint), restart: orderMemory(restart), accepted, taking, restarted };
  return { ...known, ...unknown };
}

function orderMemory(memory: NonceMemory | undefined): object | undefined {
  if (memory === undefined) return undefined;
  const { observed, processed, failed, burnt, blocked, waiting, ...unknown } = memory;
  return { observed, processed, failed, burnt, blocked, waiting, ...unknown };
}

function isNonceMemory(value: unknown): boolean {
  if (value === undefined) return true;
  const [burnt, blocked, waiting] = ["burnt", "blocked", "waiting"].map((key) => member(value, key));
  return (
    ["observed", "processed", "failed"].every((key) => isOptionalInteger(member(value, key))) &&
    Array.isArray(burnt) &&
    burnt.every((one) => Number.isSafeInteger(one)) &&
    (blocked === undefined || typeof blocked === "string") &&
    (waiting === undefined || (Number.isSafeInteger(member(waiting, "value")) && isInstant(member(waiting, "since"))))
  );
}

function isOptionalInteger(value: unknown): boolean {
  return value === undefined || Number.isSafeInteger(value);
}

function isInstant(value: unknown): boolean {
  return Number.isFinite(value);
}
