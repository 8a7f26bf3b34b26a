import { graceMs } from "../../shared/engine/with-grace.ts";

/** How long an event waits for its answer at most, in milliseconds, where the platform has no more time than usual. */
const eventMs = 5_000;

/**
 * How long the look of one event may take, in milliseconds: what is left of the event's time is for what is on record by then.
 * A platform that is given more than 5 s for one request (`WEIR_APPMANAGER_TIMEOUT`) is given them here as well, or a
 * creation that takes so long would always be cut off and wait for its quarantine.
 */
export function lookMsFor(callMs: number): number {
  return Math.max(eventMs, callMs) - graceMs;
}
