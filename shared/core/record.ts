import { isObject, type JsonObject, member } from "./json.ts";
import { areNonces, type Nonces, orderNonces } from "./nonces.ts";
import type { KubeObject } from "./object.ts";
import { oncePerText } from "./once-per.ts";

/** The annotation that carries the record; only Weir's service accounts may change it (D5). */
export const recordAnnotation = "weir.dev/record";

/** An effect of unknown outcome, written down before it is sent (D6). */
export interface Intent {
  /** What the look-up after doubt searches for, such as `create`. */
  readonly key: string;
  /** 1 for the first sending; 0 where nothing was sent yet. */
  readonly attempt: number;
  /** Milliseconds since the epoch by the API server's clock, taken before the sending. */
  readonly at: number;
  /** What is sent: a hash of the content, or what the request is about. */
  readonly content: string;
  /** The backend's no to the last sending, where what was asked for is still owed; absent while nothing is known. */
  readonly refused?: string;
  /** What else is known of it, which only the kind itself understands, and reads with checks of its own. */
  readonly details?: JsonObject;
}

/** Content that the backend refused, so that it is not sent again at every pass. */
export interface Rejection {
  /** Hash of the refused content. */
  readonly hash: string;
  /** Milliseconds since the epoch by the API server's clock. */
  readonly at: number;
  readonly message: string;
}

/** Values that the backend wrote in its own way when it took them, by dotted path: a hash of each. */
export type Normalised = { readonly [path: string]: string };

/**
 * The operator's own memory of one resource, kept on the resource itself (D5).
 *
 * Guarantees: a record read with `readRecord` belongs to the object (same uid) and has every field in its type. A member
 * that this version does not know is written back as it was read: two versions share a record while one replaces the other,
 * and what the newer one dropped would be a request that is done twice, or a doubt that is lost.
 * Assumptions: a version adds optional members, and neither changes nor demands one; a new member does no harm where a
 * version that does not know it has changed the rest.
 * Caveats: facts about the backend do not belong here, they are read anew in every pass.
 */
export interface OperatorRecord {
  readonly v: 1;
  readonly uid: string;
  /** `metadata.generation` of the last pass that came to a verdict. */
  readonly generation: number;
  /** Hash of what counts as input besides the spec, at that pass. */
  readonly input: string;
  /** The backend's id of what this resource stands for, once known. */
  readonly id?: string;
  /** Identity in the backend that was fixed at creation. */
  readonly target?: JsonObject;
  /** Hash of the content that the backend accepted last. */
  readonly applied?: string;
  readonly rejected?: Rejection;
  readonly intents: readonly Intent[];
  readonly nonces?: Nonces;
  /** Of the answer to what was applied last; absent where it was just that. */
  readonly normalised?: Normalised;
  /** True where that was the whole definition, so that anything beside it and `normalised` was added by somebody. */
  readonly whole?: true;
  /**
   * Since when something else in the backend is taken to change the state, and since when nothing can be read of it; both
   * in milliseconds since the epoch by the API server's clock.
   */
  readonly scaling?: { readonly since: number; readonly at?: number };
  /** When drift was corrected last, in milliseconds since the epoch by the API server's clock. */
  readonly corrected?: { readonly at: number };
  /**
   * When an update was sent whose outcome nobody knows, in milliseconds since the epoch by the API server's clock; absent
   * once it can no longer be applied. Until then it may still be, also after later ones. `creates` where it also makes
   * what is gone by then: such an update is on record before it is sent (D6).
   */
  readonly late?: { readonly at: number; readonly creates?: true };
  /** What became of the external savepoint that the spec names: a hash of its location, and the end of it. */
  readonly initial?: Initial;
  /** What only the kind itself understands, and reads with checks of its own. */
  readonly memory?: JsonObject;
}

/** The end of a registration; `message` where the backend said why. */
export interface Initial {
  readonly content: string;
  readonly state: "COMPLETED" | "FAILED";
  readonly message?: string;
}

/** What the annotation holds: this object's own record, somebody else's (restored, copied), rubbish, or nothing. */
export type RecordReading =
  | { readonly state: "own"; readonly record: OperatorRecord }
  | { readonly state: "foreign" | "malformed" | "none" };

/** Reads the record of an object; hand-written checks, because it runs on every echo before anything else is loaded. */
export function readRecord(object: KubeObject): RecordReading {
  const text = object.metadata?.annotations?.[recordAnnotation];
  if (text === undefined) return { state: "none" };
  // The body of an event may hold anything there.
  const record = typeof text === "string" ? parsed(text) : undefined;
  if (record === undefined) return { state: "malformed" };
  return record.uid === object.metadata.uid ? { state: "own", record } : { state: "foreign" };
}

/** The annotation's text for a record; keys in a fixed order, so that equal records have equal texts, and unknown ones last. */
export function writeRecord(record: OperatorRecord): string {
  const { v, uid, generation, input, id, target, applied, rejected, intents, ...others } = record;
  const { nonces: counted, normalised, whole, corrected, late, scaling, initial, memory, ...unknown } = others;
  const nonces = counted && orderNonces(counted);
  const fixed = { v, uid, generation, input, id, target, applied, rejected, intents };
  return JSON.stringify({ ...fixed, nonces, normalised, whole, corrected, late, scaling, initial, memory, ...unknown });
}

/** A look reads the same record several times over, and so does the echo of each write that leaves it as it is. */
const parsed = oncePerText(parse);

function parse(text: string): OperatorRecord | undefined {
  const value = parseJson(text);
  if (!isObject(value) || value.v !== 1 || !Array.isArray(value.intents)) return undefined;
  if (typeof value.uid !== "string" || typeof value.input !== "string" || !Number.isSafeInteger(value.generation)) {
    return undefined;
  }
  const optionalTexts = [value.id, value.applied].every((text) => text === undefined || typeof text === "string");
  const sound = optionalTexts && (value.target === undefined || isObject(value.target));
  if (!sound || !value.intents.every(isIntent) || !isRejection(value.rejected)) return undefined;
  if (!areNonces(value.nonces) || !isAboutDrift(value)) return undefined;
  if (!isScaling(value.scaling) || !isInitial(value.initial)) return undefined;
  if (value.memory !== undefined && !isObject(value.memory)) return undefined;
  return value as unknown as OperatorRecord;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isIntent(value: unknown): boolean {
  return (
    typeof member(value, "key") === "string" &&
    Number.isSafeInteger(member(value, "attempt")) &&
    typeof member(value, "content") === "string" &&
    Number.isFinite(member(value, "at")) &&
    ["undefined", "string"].includes(typeof member(value, "refused")) &&
    (member(value, "details") === undefined || isObject(member(value, "details")))
  );
}

function isAboutDrift({ normalised, whole, corrected, late }: JsonObject): boolean {
  const hashes = isObject(normalised) ? Object.values(normalised) : [];
  const sound = normalised === undefined || (isObject(normalised) && hashes.every((one) => typeof one === "string"));
  return (
    sound &&
    (whole === undefined || whole === true) &&
    [corrected, late].every((moment) => moment === undefined || Number.isFinite(member(moment, "at"))) &&
    [undefined, true].includes(member(late, "creates") as true | undefined)
  );
}

function isScaling(value: unknown): boolean {
  if (value === undefined) return true;
  const at = member(value, "at");
  return Number.isFinite(member(value, "since")) && (at === undefined || Number.isFinite(at));
}

function isInitial(value: unknown): boolean {
  if (value === undefined) return true;
  const [content, state, message] = ["content", "state", "message"].map((key) => member(value, key));
  const ended = state === "COMPLETED" || state === "FAILED";
  return typeof content === "string" && ended && (message === undefined || typeof message === "string");
}

function isRejection(value: unknown): boolean {
  if (value === undefined) return true;
  return (
    typeof member(value, "hash") === "string" &&
    typeof member(value, "message") === "string" &&
    Number.isFinite(member(value, "at"))
  );
}
