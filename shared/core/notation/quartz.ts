import { Cron } from "croner";
import { oncePerText } from "../once-per.ts";
import { type Reading, read, unreadable } from "./reading.ts";

/** The years that Quartz knows. */
const years = { from: 1970, to: 2099 } as const;

/** What croner is told so that it reads as Quartz does: Sunday is 1, `0/15` is a step, nothing is ever scheduled. */
const asQuartz = {
  alternativeWeekdays: true,
  sloppyRanges: true,
  timezone: "UTC",
  paused: true,
  mode: "6-or-7-parts",
} as const;

/**
 * Checks a Quartz cron: seconds, minutes, hours, day of month, month, day of week and, where it is given, the year; by UTC.
 *
 * Caveats: of what Quartz knows, `L-3W` and `LW-3` are refused; the reason says so.
 */
export function readCron(text: string): Reading<string> {
  const reading = readAnyCron(text);
  if (!reading.ok) return reading;
  return toCron(text)?.nextRun(new Date(Date.UTC(years.from, 0, 1))) === null
    ? unreadable("names a day that never comes")
    : reading;
}

/**
 * The same, also of one whose time never comes, which takes a search through all years to tell.
 *
 * Checked once for a text: a resource's crons come again in each look, and several times in a review, and each takes 20 µs
 * and 80 kB. Only few are kept: each may be a part of the long text of an option, which then is kept as well.
 */
export const readAnyCron = oncePerText(checkCron, 16);

function checkCron(text: string): Reading<string> {
  const fields = text.trim().toUpperCase().split(/\s+/);
  if (fields.length === 5) {
    return unreadable("has five fields; a Quartz cron begins with the seconds, such as 0 0 */6 * * ?");
  }
  const odd = fields.find((field) => !/^[\w*?,/#-]{1,100}$/.test(field));
  if ((fields.length !== 6 && fields.length !== 7) || odd !== undefined) {
    return unreadable("is neither a duration nor a Quartz cron");
  }
  const [, , , days = "", , weekdays = ""] = fields;
  if ((days === "?") === (weekdays === "?")) {
    return unreadable("must have a ? for the day of the month or for the day of the week, and not for both");
  }
  return toCron(text) === undefined
    ? unreadable("is no Quartz cron, or one with L and W together, which is not supported")
    : read(fields.join(" "));
}

/** The last time before `now` at which a cron that was checked asks for something; undefined where there was none. */
export function lastRun(text: string, now: number): number | undefined {
  const [last] = toCron(text)?.previousRuns(1, new Date(now)) ?? [];
  return last?.getTime();
}

/** True where a cron that was checked asks for something in the second of `now`, without a search for the next or the last one. */
export function runsAt(text: string, now: number): boolean {
  const cron = toCron(text);
  // A match is of the pattern alone, and knows no days before it.
  return cron?.match(new Date(now - (now % 1_000) - (cron.options.dayOffset ?? 0) * 86_400_000)) ?? false;
}

/** The same in croner's words, which knows no range over an end, no bare `L` for Saturday and no `L-3`. */
function toCron(text: string): Cron | undefined {
  const fields = text.trim().toUpperCase().split(/\s+/);
  const [second, minute, hour, days = "", month, weekdays, year = `${years.from}-${years.to}`] = fields;
  if (/(?:^|[,-])(?:[89]|\d\d)/.test(named(weekdays, weekdayNames))) return undefined;
  const before = /^L-(\d{1,2})$/.exec(days)?.[1];
  const pattern = [
    unwound(second, 0, 59),
    unwound(minute, 0, 59),
    unwound(hour, 0, 23),
    before === undefined ? unwound(days, 1, 31) : "L",
    unwound(named(month, months), 1, 12),
    weekdays === "L" ? "7" : unwound(named(weekdays, weekdayNames), 1, 7),
    year,
  ];
  try {
    return new Cron(pattern.join(" "), { ...asQuartz, ...(before !== undefined && { dayOffset: -Number(before) }) });
  } catch {
    return undefined;
  }
}

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const weekdayNames = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** Names as their numbers, from 1. */
function named(field = "", names: readonly string[]): string {
  return field.replaceAll(/[A-Z]{3}/g, (name) => (names.includes(name) ? String(names.indexOf(name) + 1) : name));
}

/** A range that goes over the end of its field as two, of which the second goes on with the same steps: `22-3/2` is 22, 0, 2. */
function unwound(field = "", first: number, last: number): string {
  return field.replaceAll(/(\d+)-(\d+)(?:\/(\d+))?/g, (range, from: string, to: string, by = "1") => {
    const [start, end, step, size] = [Number(from), Number(to), Number(by), last - first + 1];
    if (start <= end || start > last || step < 1) return range;
    const count = Math.floor((end + size - start) / step) + 1;
    return Array.from({ length: count }, (_, index) => ((start - first + index * step) % size) + first).join(",");
  });
}
