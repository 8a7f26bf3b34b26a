/** Anything that must be closed before the process may end. */
export interface Closable {
  close(): Promise<void>;
}

/**
 * On SIGINT, SIGTERM or SIGHUP closes everything at once and then exits with 128 plus the signal's number; a second signal
 * exits without waiting. Gives a function that takes the handlers off again.
 */
export function closeOnSignals(closables: readonly Closable[]): () => void {
  let isClosing = false;
  const onSignal = (_name: string, number: number): void => {
    const exit = (): never => process.exit(128 + number);
    if (isClosing) exit();
    isClosing = true;
    void Promise.allSettled(closables.map((item) => item.close())).then(exit);
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal).on("SIGHUP", onSignal);
  return () => void process.off("SIGINT", onSignal).off("SIGTERM", onSignal).off("SIGHUP", onSignal);
}
