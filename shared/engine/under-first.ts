/**
 * Does the work under a signal that aborts with the first of several, for its reason.
 *
 * Guarantees: once the work is over, nothing of it hangs on any of them, and none of them reaches it any more.
 *
 * `AbortSignal.any` promises the same without an end of the work. It pays for that with weak references, and each look at
 * `aborted` asks every signal that it is made of; a look at one resource has half a dozen of them.
 */
export async function underFirst<Result>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = signals.find(({ aborted }) => aborted);
  if (over !== undefined) return work(over);
  const first = new AbortController();
  const abort = () => first.abort(signals.find(({ aborted }) => aborted)?.reason);
  for (const signal of signals) signal.addEventListener("abort", abort);
  try {
    return await work(first.signal);
  } finally {
    for (const signal of signals) signal.removeEventListener("abort", abort);
  }
}
