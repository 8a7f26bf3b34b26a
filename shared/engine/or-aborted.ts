/**
 * What comes first: the promise's value, or `instead` when the signal aborts.
 *
 * Guarantees: no listener is left behind. The runtime keeps a composite signal that has one for as long as it lives, and all
 * that its listeners know, so that a pod would grow with every tick.
 */
export async function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal, instead: Value): Promise<Value> {
  const { promise: given, resolve } = Promise.withResolvers<Value>();
  const giveUp = () => resolve(instead);
  if (signal.aborted) giveUp();
  signal.addEventListener("abort", giveUp);
  try {
    return await Promise.race([promise, given]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
