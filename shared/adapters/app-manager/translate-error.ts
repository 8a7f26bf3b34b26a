import { type Applied, type ErrorCode, OperatorError } from "../../core/error.ts";
import { isObject, type JsonObject } from "../../core/json.ts";
import { oncePerText } from "../../core/once-per.ts";
import { foreignText } from "../foreign-text.ts";
import type { NoAnswer, WireAnswer } from "../http.ts";
import { retryAfterMs } from "../retry-after.ts";
import { messageOf } from "./wire.ts";

/** What a failed call was about, for its message and for what may have come of it. */
export interface Doing {
  /** Such as `create deployment default/one`. */
  readonly what: string;
  readonly write: boolean;
  /** Never shown, even where the platform repeats it. */
  readonly token: string | undefined;
}

/** The JSON object in an answer's body, or undefined for HTML, garbage and nothing; one that repeats `token` is not kept. */
export function jsonOf({ status, text }: WireAnswer, token?: string): JsonObject | undefined {
  // What is said of a fault may repeat it encoded, or in parts.
  const isKept = status < 300 && (token === undefined || !text.includes(token));
  return isKept ? parsed(text) : parse(text);
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What is followed is asked for again and again, and most often nothing about it has changed since. */
const parsed = oncePerText(parse);

/** True only for a 404 with a JSON body: the platform's own word, not a proxy's page (`ververica.md` 2.7). */
export function isAbsent(answer: WireAnswer): boolean {
  return answer.status === 404 && jsonOf(answer) !== undefined;
}

/** An answer that is no success, in the words of the port. */
export function fromAnswer(answer: WireAnswer, doing: Doing, now: number): OperatorError {
  const body = jsonOf(answer);
  const code = codeOf(answer.status, body !== undefined);
  const said = messageOf(body);
  const text =
    said === undefined ? (body === undefined ? " without a JSON body" : "") : `: ${foreignText(said, doing.token)}`;
  const wait = retryAfterMs(answer.retryAfter, now);
  return new OperatorError(code, `AppManager answered ${answer.status} to ${doing.what}${text}`, {
    applied: doing.write && !refuses(code) ? "maybe" : "no",
    ...(answer.status === 401 && { reason: "Unauthorized" }),
    ...(wait !== undefined && { retryAfterMs: wait }),
  });
}

/** No answer at all: the platform is unreachable, slow, says more than anyone should read, or was not asked. */
export function fromNoAnswer({ why, sent, cause, heldForMs }: NoAnswer, doing: Doing): OperatorError {
  const code = codes[cause];
  const applied: Applied = doing.write && sent ? "maybe" : "no";
  if (heldForMs === undefined) {
    return new OperatorError(code, `AppManager did not answer ${doing.what}: ${why}`, { applied });
  }
  const retryAfterMs = Math.ceil(heldForMs);
  return new OperatorError(code, `AppManager was not asked to ${doing.what}: ${why}`, { applied, retryAfterMs });
}

const codes: Readonly<Record<NoAnswer["cause"], ErrorCode>> = {
  size: "Malformed",
  time: "Unavailable",
  way: "Unavailable",
  down: "Unavailable",
  throttled: "Throttled",
};

/** A success whose body is not what it should be. */
export function fromBadBody(why: string, doing: Doing): OperatorError {
  return new OperatorError(
    "Malformed",
    `AppManager's answer to ${doing.what} makes no sense: ${foreignText(why, doing.token)}`,
    {
      applied: doing.write ? "maybe" : "no",
    },
  );
}

/** Whether a failure of this kind is the platform's refusal, after which nothing can have happened. */
function refuses(code: ErrorCode): boolean {
  return code !== "Unavailable" && code !== "Malformed";
}

function codeOf(status: number, json: boolean): ErrorCode {
  if (status === 401 || status === 403) return "Denied";
  if (status === 429) return "Throttled";
  if (status === 408 || status === 425 || status >= 500) return "Unavailable";
  if (!json || status < 400) return "Malformed";
  if (status === 404) return "Missing";
  if (status === 409 || status === 412 || status === 423) return "Conflict";
  return "Rejected";
}
