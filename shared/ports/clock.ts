/** Time and waiting; the only way to them outside adapters. */
export interface Clock {
  /** Milliseconds since the epoch by this process; for waiting and logs, never for a decision about an effect (D6). */
  now(): number;
  /** Milliseconds from an arbitrary origin, never stepping back; for time limits, and for measuring how long something took. */
  monotonic(): number;
  /** Resolves after `ms`, or at once when the signal aborts; it never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A signal that aborts after `ms` with a `TimeoutError`, as `AbortSignal.timeout` has it; it keeps no process alive. */
  timeout(ms: number): AbortSignal;
}
