import { setTimeout } from "node:timers/promises";

/** Milliseconds for which other writers are waited for: between two tries, and in all. */
const [pause, patience] = [10, 10_000];

/** By which PostgreSQL and MySQL say that of two writers that waited for each other this one was taken back. */
const takenBack: ReadonlySet<unknown> = new Set(["40P01", "40001", "ER_LOCK_DEADLOCK"]);

/**
 * Does work again while another writer is in its way.
 *
 * Assumptions: the work is one statement, or one transaction, of which nothing is left when it fails.
 * Guarantees: nothing else of the process waits, as it would with SQLite's own time to be busy.
 */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Value> {
  const until = performance.now() + patience;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isInTheWay(error) || performance.now() > until) throw error;
      await setTimeout(pause * (1 + Math.random()));
    }
  }
}

function isInTheWay(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message.includes("database is locked") || ("code" in error && takenBack.has(error.code));
}
