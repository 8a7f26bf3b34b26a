import { OperatorError } from "../core/error.ts";

/** What most names and ids are: nothing of it is encoded. */
const plain = /^[\w-]+$/;

/**
 * One segment of a URL path.
 *
 * Guarantees: whatever the text holds stays one segment; what a URL parser would drop or climb with (an empty text,
 * `.`, `..`) is `Rejected`, and nothing is sent.
 */
export function pathSegment(text: string, what: string): string {
  if (text === "" || text === "." || text === "..") {
    throw new OperatorError("Rejected", `${what} ${JSON.stringify(text)} cannot be part of a request`);
  }
  if (plain.test(text)) return text;
  if (!text.isWellFormed()) throw new OperatorError("Rejected", `${what} is not well-formed text`);
  return encodeURIComponent(text);
}
