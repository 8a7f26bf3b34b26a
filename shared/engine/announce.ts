import type { Key } from "../core/object.ts";
import type { PortAction } from "../ports/ports.ts";
import type { Engine } from "./engine.ts";
import { orAborted } from "./or-aborted.ts";
import { perform } from "./perform.ts";

/** How long all announcements of one look may take together, in milliseconds. */
const longestMs = 1_000;

/**
 * Tells a backend's list of events what was done and found, in this order.
 *
 * Guarantees: never rejects; ends within a second, and when the signal aborts; each one is sent once at most, since what
 * it tells of is written already and is not news to the next look (X8). What fails is logged and counted, nothing else.
 * Caveats: what a crash, a failure or lack of time keeps from being told is never told.
 */
export async function announce(
  { ports, clock, log, observeAnnouncement }: Engine,
  key: Key,
  announcements: readonly PortAction[],
  signal: AbortSignal,
): Promise<void> {
  if (announcements.length === 0) return;
  const over = new AbortController();
  void clock.sleep(longestMs, over.signal).then(() => over.abort());
  const limit = AbortSignal.any([signal, over.signal]);
  for (const one of announcements) {
    const outcomes = await orAborted(
      perform([one], ports, limit, () => true),
      limit,
      [],
    );
    const [outcome] = outcomes;
    observeAnnouncement?.(outcome?.result ?? "unknown");
    if (outcome?.result === "done") continue;
    log.warn({ ...key, error: outcome?.fault.message ?? "no answer in time" }, "an event was not told to the platform");
  }
  // A reason of its own saves the stack trace that the usual one carries.
  over.abort("everything is told");
}
