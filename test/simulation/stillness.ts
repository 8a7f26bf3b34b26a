import { ownRecord } from "../../shared/core/kind.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import type { Universe } from "./universe.ts";

/**
 * Whether the ticks of a run find anything new.
 *
 * A world is still when a tick had it for itself, wrote nothing, and left nothing behind that time alone changes: nobody is
 * on the way, the platform has nothing under way, and no record waits for an hour to come. The next tick then sees what this
 * one saw.
 */
export class Stillness {
  /** Effects by the last tick that was sent while nothing else was on its way. */
  #writes: number | undefined;

  /** Judges the world at the moment of a tick that is about to be sent; `isBusy` while anything else is on its way. */
  isStill({ witness, server, platform, settings, setting, timeline, now }: Universe, isBusy: boolean): boolean {
    const before = this.#writes;
    // Each version of Weir has to look for itself.
    const ofThisVersion = timeline.now > (setting.rollout?.to ?? 0);
    this.#writes = isBusy || !ofThisVersion ? undefined : witness.writes;
    if (isBusy || before !== witness.writes) return false;
    if (platform.state.tasks.length > 0) return false;
    return server.cluster.all().every((object) => isTimeless(object, now() - settings.rejectedRetryMs));
  }
}

/** True where nothing on record is due at a later time; what was rejected after `retried` is not yet tried again. */
function isTimeless(object: KubeObject, retried: number): boolean {
  const record = ownRecord(object);
  if (record === undefined) return true;
  const { intents, late, rejected, scaling, nonces } = record;
  const isDue = rejected !== undefined && rejected.at <= retried;
  const waiting = [late, scaling, nonces?.taking, nonces?.savepoint?.waiting, nonces?.restart?.waiting];
  return !isDue && intents.length === 0 && waiting.every((one) => one === undefined);
}
