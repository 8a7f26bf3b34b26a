import type * as z from "zod";
import { type ErrorCode, OperatorError } from "../../core/error.ts";
import { isObject, type JsonValue, member, outOfBounds } from "../../core/json.ts";
import { hasMoreValues } from "../../core/json-text.ts";
import type { FailureCause } from "../../ports/flink-answers.ts";
import { foreignText } from "../foreign-text.ts";
import type { WireAnswer } from "../http.ts";
import { retryAfterMs } from "../retry-after.ts";
import { describeCause, hasCause, toCause } from "./java-errors.ts";

/** What a call was about, for its message and for what may have come of it. */
export interface Doing {
  /** Such as `cancel job 00…a1`. */
  readonly what: string;
  readonly write: boolean;
}

/** An answer of any status, as far as it is JSON. */
export interface Answer {
  readonly status: number;
  readonly json: JsonValue | undefined;
  /** What Flink says went wrong; undefined for whatever does not speak as Flink does, such as a proxy. */
  readonly cause: FailureCause | undefined;
  readonly retryAfterMs: number | undefined;
  readonly doing: Doing;
}

/** Values of the largest answer that is read, the overview of a session cluster with ten thousand jobs. */
const bounds = { depth: 64, nodes: 1_000_000 };

/** Errors of one answer that are read at most, and what Flink puts before the one that says why. */
const mostErrors = 10;
const untold = "Internal server error.";

/** Reads the body; never throws, whatever it is. */
export function toAnswer({ status, text, retryAfter }: WireAnswer, doing: Doing, now: number): Answer {
  const json = toJson(text);
  return { status, json, cause: toCauseOf(json), retryAfterMs: retryAfterMs(retryAfter, now), doing };
}

function toJson(text: string): JsonValue | undefined {
  if (hasMoreValues(text, bounds.nodes)) return undefined;
  try {
    const value = JSON.parse(text) as JsonValue;
    return outOfBounds(value, bounds) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}

function toCauseOf(json: JsonValue | undefined): FailureCause | undefined {
  const errors = member(json, "errors");
  if (!Array.isArray(errors) || errors.length === 0) return undefined;
  const texts = errors.slice(0, mostErrors).filter((one): one is string => typeof one === "string");
  const telling = texts.find((text) => text !== untold) ?? texts[0];
  return telling === undefined ? undefined : toCause(telling);
}

/** True for Flink's own word that it knows no such job; a 404 in other words is none (`docs/flink-rest-facts.md`). */
export function isUnknownJob({ status, cause }: Answer): boolean {
  if (cause === undefined || (status !== 404 && status !== 500)) return false;
  return hasCause(cause, "FlinkJobNotFoundException");
}

/** True for a 404 of Flink with those words in it. */
export function isAbsent({ status, cause }: Answer, words: string): boolean {
  return status === 404 && cause?.some(({ message }) => message.includes(words)) === true;
}

/** True for a path that this version of Flink does not have, or that its configuration turns off. */
function isUnknownCall(answer: Answer): boolean {
  return ["Unable to load requested file", "Not found: /"].some((words) => isAbsent(answer, words));
}

/**
 * The body of a success as `schema` has it, unknown fields aside.
 *
 * Throws the fault of any other status, and `Malformed` for what does not fit.
 */
export function readAs<Wire, Value>(answer: Answer, schema: z.ZodType<Wire>, to: (wire: Wire) => Value): Value {
  if (answer.status < 200 || answer.status > 299) throw faultOf(answer);
  if (answer.json === undefined) throw senseless(answer, `${answer.status} without JSON`);
  const parsed = schema.safeParse(answer.json);
  if (!parsed.success) throw senseless(answer, firstIssue(parsed.error));
  return to(parsed.data);
}

/** The answer to a write that has nothing to say. */
export function expectDone(answer: Answer): void {
  if (answer.status < 200 || answer.status > 299) throw faultOf(answer);
  if (!isObject(answer.json) || answer.cause !== undefined) throw senseless(answer, `${answer.status} without JSON`);
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? "unknown" : `${issue.path.join(".") || "the answer"}: ${issue.message}`;
}

/** A success that makes no sense. */
export function senseless({ doing }: Answer, why: string): OperatorError {
  const message = `Flink's answer to ${doing.what} makes no sense: ${foreignText(why)}`;
  return new OperatorError("Malformed", message, { applied: doing.write ? "maybe" : "no" });
}

/** An answer that is no success, in the words of the port. */
export function faultOf(answer: Answer, code: ErrorCode = codeOf(answer)): OperatorError {
  const { status, cause, doing, retryAfterMs: wait } = answer;
  const said = cause === undefined ? " without an error of Flink's" : `: ${describeCause(cause)}`;
  const hint = isUnknownCall(answer) ? " (this version of Flink does not have that call, or it is turned off)" : "";
  return new OperatorError(code, `Flink answered ${status} to ${doing.what}${foreignText(said)}${hint}`, {
    applied: doing.write && (code === "Unavailable" || code === "Malformed") ? "maybe" : "no",
    ...(wait !== undefined && { retryAfterMs: wait }),
  });
}

function codeOf(answer: Answer): ErrorCode {
  const { status, cause } = answer;
  if (status === 401 || status === 403) return "Denied";
  if (status === 429) return "Throttled";
  if (isUnknownJob(answer)) return "Missing";
  if (status === 408 || status === 425 || status >= 500) return "Unavailable";
  if (cause === undefined || status < 400) return "Malformed";
  if (status === 404) return isUnknownCall(answer) ? "Rejected" : "Malformed";
  return status === 409 ? "Conflict" : "Rejected";
}
