import { type Applied, type ErrorCode, OperatorError } from "../../core/error.ts";
import { at, isObject, type JsonObject, member } from "../../core/json.ts";
import { foreignText } from "../foreign-text.ts";
import { retryAfterMs } from "../retry-after.ts";
import type { Answer } from "./request.ts";

/**
 * True for the API server's own word that an object does not exist.
 *
 * A page of a proxy, and the Status about a resource that is not served (it names no object), are not that.
 */
export function isNotFound(answer: Answer): boolean {
  if (answer.status !== 404) return false;
  const status = parseObject(answer.text);
  const name = at(status, "details", "name");
  return member(status, "reason") === "NotFound" && typeof name === "string" && name !== "";
}

/** An answer that is no success, in the words of the port. */
export function toOperatorError(answer: Answer, what: string, write: boolean): OperatorError {
  const code = codeOf(answer);
  const said = member(parseObject(answer.text), "message");
  const text = typeof said === "string" ? `: ${foreignText(said, answer.secret)}` : "";
  const refused = answer.status >= 400 && answer.status < 500 && answer.status !== 408;
  const applied: Applied = write && !refused ? "maybe" : "no";
  const wait = retryAfterMs(answer.retryAfter, Number.isNaN(answer.date) ? Date.now() : answer.date);
  const hint = code === "Malformed" && answer.status === 404 ? " without a Status; is the CRD installed?" : "";
  return new OperatorError(code, `the API server answered ${answer.status} to ${what}${hint}${text}`, {
    applied,
    ...(wait !== undefined && { retryAfterMs: wait }),
  });
}

/** The JSON object that a successful answer holds; the parser's own message would quote the body, a Secret's too. */
export function bodyOf(answer: Answer, what: string, write: boolean): JsonObject {
  const body = parseObject(answer.text);
  if (body !== undefined) return body;
  throw new OperatorError("Malformed", `the API server answered ${answer.status} to ${what} without a JSON object`, {
    applied: write ? "maybe" : "no",
  });
}

/** The version of the object in an answer; a write that goes by none would have no precondition. */
export function versionOf(body: JsonObject, what: string, write: boolean): string {
  const version = at(body, "metadata", "resourceVersion");
  if (typeof version === "string" && version !== "") return version;
  throw new OperatorError("Malformed", `the API server answered ${what} with an object without a version`, {
    applied: write ? "maybe" : "no",
  });
}

function codeOf({ status, text }: Answer): ErrorCode {
  if (status === 409) return "Conflict";
  if (status === 410) return "Missing";
  if (status === 404) return member(parseObject(text), "kind") === "Status" ? "Missing" : "Malformed";
  if (status === 401 || status === 403) return "Denied";
  if (status === 429) return "Throttled";
  if (status === 408 || status >= 500) return "Unavailable";
  return status >= 400 ? "Rejected" : "Malformed";
}

/** The JSON object in a body, or undefined. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
