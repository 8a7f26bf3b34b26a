import type { Closable } from "../../simulators/platform/autoscaler/close-on-signals.ts";

/**
 * Gives what closes all that was opened, the latest first, also what is opened meanwhile; a part that fails is reported
 * after `name` and stops no other.
 *
 * Guarantees: everyone who calls it waits for the same end, so that nobody ends the process while a part is being closed.
 */
export function makeClose(name: string, opened: Closable[]): () => Promise<void> {
  const closeAll = async () => {
    for (let part = opened.pop(); part !== undefined; part = opened.pop()) {
      await part.close().catch((error: unknown) => console.error(`${name}: ${String(error)}`));
    }
  };
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= closeAll();
    return closing;
  };
}
