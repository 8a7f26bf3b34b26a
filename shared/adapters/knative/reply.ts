import type { Fault } from "../../core/error.ts";

/** How an event ended, as far as its sender is concerned. */
export type EventOutcome =
  /** Dealt with, nothing to do, gone, or the backend's fault (which is a condition, and followed). */
  | { readonly result: "taken" }
  | { readonly result: "malformed"; readonly status: 400 | 415; readonly reason: string }
  /** The API server itself failed, so that not even a condition could be written. */
  | { readonly result: "cluster-failed"; readonly fault: Fault };

/** An HTTP answer; `body` is JSON where there is one. */
export interface EventReply {
  readonly status: 204 | 400 | 415 | 503;
  readonly body?: { readonly reason: string };
}

/**
 * The answer to an event (D7).
 *
 * The sources take any 2xx for success, send again after 404, 413, 425, 429 and 502–504, and lose the event after every
 * other status; so 503 means "again", 400 "never", and nothing else is of use.
 */
export function toReply(outcome: EventOutcome): EventReply {
  if (outcome.result === "taken") return { status: 204 };
  if (outcome.result === "malformed") return { status: outcome.status, body: { reason: outcome.reason } };
  return { status: 503, body: { reason: outcome.fault.message } };
}
