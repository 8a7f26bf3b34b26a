/**
 * What went wrong, as far as it changes what Weir does next.
 *
 * - `Throttled`, `Unavailable`, `Conflict`: pass by themselves; followed and tried again.
 * - `Rejected`: the backend refuses our content; tried again when the content changes, or slowly.
 * - `Denied`: credentials missing, wrong or too weak. `Missing`: something the call needs is not there.
 * - `Malformed`: an answer that is not what it should be; never read as a fact about the backend.
 * - `Bug`: nobody translated it.
 */
export type ErrorCode =
  | "Throttled"
  | "Unavailable"
  | "Conflict"
  | "Rejected"
  | "Denied"
  | "Missing"
  | "Malformed"
  | "Bug";

/** Whether the effect of a failed call can still happen: `no` (never sent, or refused) or `maybe` (sent, no answer). */
export type Applied = "no" | "maybe";

/**
 * Which failure of its code it is, where what Weir does next hangs on that.
 *
 * - `Unauthorized` (`Denied`): the credentials themselves were refused (401); the same call may be taken with those of a
 *   moment later.
 * - `NoCredentials` (`Denied`, `Missing`): there were none to send, so that the backend was not asked; what keeps them away
 *   may pass.
 * - `NameTaken` (`Rejected`): an object of the name exists that belongs to somebody else.
 */
export type ErrorReason = "Unauthorized" | "NoCredentials" | "NameTaken";

/** A failure as a value: what outcomes, views and conditions carry. Messages are free of secrets. */
export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly applied: Applied;
  /** Milliseconds that the other side asked to wait (`Retry-After`). */
  readonly retryAfterMs?: number;
  readonly reason?: ErrorReason;
}

const marker = Symbol.for("weir.dev/operator-error");

/** The only exception that leaves an adapter; only the engine catches it. */
export class OperatorError extends Error {
  readonly [marker] = true;
  readonly code: ErrorCode;
  readonly applied: Applied;
  readonly retryAfterMs: number | undefined;
  readonly reason: ErrorReason | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { applied?: Applied; retryAfterMs?: number; reason?: ErrorReason | undefined; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "OperatorError";
    this.code = code;
    this.applied = more.applied ?? "no";
    this.retryAfterMs = more.retryAfterMs;
    this.reason = more.reason;
  }
}

/** True for an `OperatorError` of any bundle or realm. */
export function isOperatorError(error: unknown): error is OperatorError {
  return typeof error === "object" && error !== null && marker in error;
}

/** The failure as a value; whatever nobody translated becomes a `Bug` that may have been applied. */
export function toFault(error: unknown): Fault {
  if (!isOperatorError(error)) return { code: "Bug", message: describe(error), applied: "maybe" };
  const { code, message, applied, retryAfterMs, reason } = error;
  return {
    code,
    message,
    applied,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(reason !== undefined && { reason }),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : "a value that is no Error was thrown";
}
