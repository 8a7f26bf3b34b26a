import type { CronSchedule } from "./cron.ts";

const YEARS_AHEAD = 5;

/**
 * The first time strictly after `afterMs`, to the second and in UTC, that a schedule allows; undefined when there is
 * none within five years (such as 30 February). Both times are milliseconds since 1970.
 */
export function nextTick(schedule: CronSchedule, afterMs: number): number | undefined {
  const start = Math.floor(afterMs / 1000) * 1000 + 1000;
  const lastYear = new Date(start).getUTCFullYear() + YEARS_AHEAD;
  let day = startOfDay(start);
  while (new Date(day).getUTCFullYear() <= lastYear) {
    const date = new Date(day);
    if (!schedule.month.has(date.getUTCMonth() + 1)) {
      day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
      continue;
    }
    const offset = allowsDay(schedule, date) ? nextInDay(schedule, Math.max(0, start - day) / 1000) : undefined;
    if (offset !== undefined) return day + offset * 1000;
    day += 86_400_000;
  }
  return undefined;
}

const startOfDay = (ms: number): number => Math.floor(ms / 86_400_000) * 86_400_000;

function allowsDay(schedule: CronSchedule, date: Date): boolean {
  const day = schedule.day.has(date.getUTCDate());
  const weekday = schedule.weekday.has(date.getUTCDay());
  return schedule.bothDays ? day && weekday : day || weekday;
}

/** The first allowed second of a day at or after second `from`. */
function nextInDay(schedule: CronSchedule, from: number): number | undefined {
  for (const hour of sorted(schedule.hour)) {
    if ((hour + 1) * 3600 <= from) continue;
    for (const minute of sorted(schedule.minute)) {
      const base = hour * 3600 + minute * 60;
      if (base + 60 <= from) continue;
      const second = sorted(schedule.second).find((item) => base + item >= from);
      if (second !== undefined) return base + second;
    }
  }
  return undefined;
}

const sorted = (values: ReadonlySet<number>): number[] => [...values].sort((left, right) => left - right);
