import { type Backoff, delayOf, jittered } from "../core/schedule.ts";
import type { Clock } from "../ports/clock.ts";
import type { Random } from "../ports/random.ts";
import type { NoAnswer, Transport, WireAnswer } from "./http.ts";

/** Times that a read is sent at most. */
const mostTries = 3;

const pauses: Backoff = { firstMs: 100, factor: 2, maxMs: 1_000 };

/** Statuses that may be others a moment later. */
const anyPassing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** What sending again depends on; `passing` are the statuses after which it is done. */
export interface Repeating {
  readonly clock: Clock;
  readonly random: Random;
  readonly passing?: ReadonlySet<number>;
}

/**
 * A transport that sends a GET again where that may help, within the time limit of the request.
 *
 * Guarantees: nothing but GET is sent twice; a try that was held back does not hide what was heard before.
 */
export function repeatReads(transport: Transport, { clock, random, passing = anyPassing }: Repeating): Transport {
  return {
    ...transport,
    send: async (request, signal) => {
      const endsAt = clock.monotonic() + request.timeoutMs;
      let heard = await transport.send(request, signal);
      for (let tries = 1; request.method === "GET" && tries < mostTries && mayPass(heard, passing); tries += 1) {
        const pause = jittered(delayOf(pauses, tries - 1), random);
        if (clock.monotonic() + pause >= endsAt) return heard;
        await clock.sleep(pause, signal);
        if (signal?.aborted) return heard;
        const next = await transport.send({ ...request, again: true, timeoutMs: endsAt - clock.monotonic() }, signal);
        if (isHeld(next)) return heard;
        heard = next;
      }
      return heard;
    },
  };
}

function mayPass(heard: WireAnswer | NoAnswer, passing: ReadonlySet<number>): boolean {
  return "why" in heard ? heard.cause === "way" : passing.has(heard.status);
}

function isHeld(heard: WireAnswer | NoAnswer): boolean {
  return "why" in heard && (heard.cause === "throttled" || heard.cause === "down");
}
