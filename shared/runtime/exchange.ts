import type { ReadBody } from "./body.ts";

/** A request as a handler sees it, whatever took it from the network. */
export interface Incoming {
  readonly headers: Iterable<readonly [string, string]>;
  /** Reads the body, once; see `readText` for what becomes of one that is too long. */
  read(maxBytes: number): Promise<ReadBody>;
  /** Aborts when the sender goes away before the answer. */
  readonly signal: AbortSignal;
}

/** An answer; `json` is its body, none where it is absent. */
export interface Reply {
  readonly status: number;
  readonly json?: unknown;
}

/** What a function does with a POST; a rejection is a defect. */
export type Handler = (incoming: Incoming) => Promise<Reply>;

/** The answer to a request whose handler failed with an error that nobody translated: 503, so that an event comes again (D7). */
export const internalError: Reply = { status: 503, json: { reason: "internal error; see the function's log" } };
