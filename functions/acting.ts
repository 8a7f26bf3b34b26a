import { type Key, keyText } from "../shared/core/object.ts";
import { type Engine, kindOf, type PassResult } from "../shared/engine/engine.ts";
import { Follower } from "../shared/engine/follow.ts";
import { makeOneAtATime } from "../shared/engine/one-at-a-time.ts";
import { pass } from "../shared/engine/pass.ts";
import { Transfers } from "../shared/engine/transfers.ts";
import { underFirst } from "../shared/engine/under-first.ts";
import type { Bus } from "../shared/ports/bus.ts";
import type { Random } from "../shared/ports/random.ts";

/** How long one look of a follower may take, in milliseconds. */
const followedPassMs = 20_000;

/** What one pod of a function that acts does with a key. */
export interface Acting {
  /**
   * A pass over one resource, one at a time per resource; a kind that is not served is ignored, and one whose turn does
   * not come before the signal aborts counts as moving, so that it is followed.
   */
  readonly look: (key: Key, signal: AbortSignal) => Promise<PassResult>;
  readonly follower: Follower;
}

/** Looks and follows for one pod; without a bus nothing is followed. */
export function makeActing(engine: Engine, bus: Bus | undefined, random: Random): Acting {
  const { clock, log } = engine;
  const oneAtATime = makeOneAtATime();
  const lookBy =
    (engine: Engine) =>
    (key: Key, signal: AbortSignal): Promise<PassResult> => {
      const kind = kindOf(engine, key);
      if (kind === undefined) return Promise.resolve(ended(key, "ignored"));
      const late = () => ended(key, "moving");
      return oneAtATime(keyText(key), signal, () => pass(engine, kind, key, signal), late);
    };
  const look = lookBy(engine);
  // Between the looks of a follower its request is held, in which a transfer can go on.
  const lookOn = lookBy({ ...engine, transfers: new Transfers(clock) });
  const followed = (key: Key, signal: AbortSignal) =>
    underFirst([signal, clock.timeout(followedPassMs)], (first) => lookOn(key, first));
  return { look, follower: new Follower({ bus, look: followed, clock, random, log }) };
}

/** The result of a pass that was not made. */
function ended(key: Key, end: PassResult["end"]): PassResult {
  return { key, end, rule: undefined, actions: [], generation: undefined, revisitAfterMs: undefined, ms: 0 };
}
