import { lastRun } from "../core/notation/quartz.ts";
import type { Schedule } from "./options/option.ts";

/** True where a schedule asks for something anew since the last time, both in milliseconds since the epoch. */
export function isDueSince(schedule: Schedule | undefined, since: number, now: number): boolean {
  if (schedule === undefined) return false;
  if (schedule.every !== undefined) return now - since >= schedule.every;
  return (lastRun(schedule.cron, now) ?? 0) > since;
}
