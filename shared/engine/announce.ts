import type { Key } from "../core/object.ts";
import type { PortAction } from "../ports/ports.ts";
import type { Engine } from "./engine.ts";
import { orAborted } from "./or-aborted.ts";
import { perform } from "./perform.ts";
import { underFirst } from "./under-first.ts";

/**
 * How long all announcements of one look may take together, in milliseconds: a platform must not hold up a pass; a busy API
 * server is waited for as long as in any other call, since a Kubernetes Event that is lost is a step that a user never reads of.
 */
const longestMs = { platform: 1_000, cluster: 5_000 } as const;

/**
 * Tells a backend's list of events what was done and found, in this order.
 *
 * Guarantees: never rejects; ends in time, and when the signal aborts; each one is sent once at most, since what
 * it tells of is written already and is not news to the next look (X8). What fails is logged and counted, nothing else.
 * Caveats: what a crash, a failure or lack of time keeps from being told is never told.
 */
export async function announce(
  engine: Engine,
  key: Key,
  announcements: readonly PortAction[],
  signal: AbortSignal,
): Promise<void> {
  if (announcements.length === 0) return;
  const over = new AbortController();
  void engine.clock.sleep(longestMs[addresseeOf(announcements)], over.signal).then(() => over.abort(ended));
  await underFirst([signal, over.signal], (limit) => tell(engine, key, announcements, limit));
  over.abort(ended);
}

/** Nobody reads it; one of its own saves the stack trace that the usual one carries. */
const ended = "the telling is over";

async function tell(
  { ports, log, observeAnnouncement }: Engine,
  key: Key,
  announcements: readonly PortAction[],
  limit: AbortSignal,
): Promise<void> {
  for (const one of announcements) {
    const outcomes = await orAborted(
      perform([one], ports, limit, () => true),
      limit,
      [],
    );
    const [outcome] = outcomes;
    observeAnnouncement?.(outcome?.result ?? "unknown");
    if (outcome?.result === "done") continue;
    log.warn({ ...key, error: outcome?.fault.message ?? "no answer in time" }, "an event was not told");
  }
}

function addresseeOf(announcements: readonly PortAction[]): keyof typeof longestMs {
  return announcements.every(({ type }) => type === "kubernetes/event") ? "cluster" : "platform";
}
