import { timestampOf } from "../../core/timestamp.ts";

/**
 * An instant as people read it, to the whole second that is not before it; RFC 3339 from milliseconds since the epoch.
 *
 * Guarantees: total; what is beyond the years 0 to 9999 is their first or last second.
 */
export function toTime(ms: number): string {
  return `${timestampOf(Math.ceil(ms / 1000) * 1000).slice(0, 19)}Z`;
}
