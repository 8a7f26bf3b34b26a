import { readList } from "../../core/notation/list-and-map.ts";
import { readAnyCron, runsAt } from "../../core/notation/quartz.ts";
import { type Reading, read, unreadable } from "../../core/notation/reading.ts";

const dayMs = 86_400_000;

/** When nothing is scaled, by UTC: all that is named must hold (2.23). */
export interface ExcludedPeriod {
  /** As it was written. */
  readonly text: string;
  /** Milliseconds of the day, both included. */
  readonly daily?: { readonly from: number; readonly to: number };
  /** A Quartz cron; its seconds are those in which it asks for something. */
  readonly cron?: string;
}

/** The first period that holds at `now`, in milliseconds since the epoch; undefined where none does. */
export function findPeriod(periods: readonly ExcludedPeriod[], now: number): ExcludedPeriod | undefined {
  return periods.find((period) => holdsAt(period, now));
}

function holdsAt({ daily, cron }: ExcludedPeriod, now: number): boolean {
  const ofDay = now % dayMs;
  if (daily !== undefined && (ofDay < daily.from || ofDay > daily.to)) return false;
  return cron === undefined || runsAt(cron, now);
}

/** More than anybody has; a cron takes a tenth of a millisecond to read, and is read in every cycle. */
const mostPeriods = 10;

/** Periods with semicolons between them. */
export function readPeriods(text: string): Reading<readonly ExcludedPeriod[]> {
  const items = readList(text);
  if (!items.ok) return items;
  const texts = items.value.filter((one) => one !== "");
  if (texts.length > mostPeriods) return unreadable(`has more than ${mostPeriods} periods`);
  const periods: ExcludedPeriod[] = [];
  for (const item of texts) {
    const period = readPeriod(item);
    if (!period.ok) return period;
    periods.push(period.value);
  }
  return read(periods);
}

function readPeriod(text: string): Reading<ExcludedPeriod> {
  const parts = text.split("&&").map((part) => part.trim());
  const dailies = parts.map(readDaily).filter((daily) => daily !== undefined);
  const crons: string[] = [];
  for (const part of parts.filter((one) => readDaily(one) === undefined)) {
    const cron = readAnyCron(part);
    if (!cron.ok) return unreadable(`has ${shown(part)}, which is no daily range and as a Quartz cron ${cron.reason}`);
    crons.push(cron.value);
  }
  if (dailies.length > 1 || crons.length > 1) {
    return unreadable(`has ${shown(text)}; && stands between one daily range and one Quartz cron`);
  }
  const [[daily], [cron]] = [dailies, crons];
  return read({ text, ...(daily && { daily }), ...(cron !== undefined && { cron }) });
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}

/** `HH:mm[:ss[:SSS]]-HH:mm[:ss[:SSS]]` within one day, the end later than the start. */
function readDaily(text: string): ExcludedPeriod["daily"] | undefined {
  const [, start = "", end = ""] = /^([\d:]{3,12})-([\d:]{3,12})$/.exec(text) ?? [];
  const [from, to] = [timeOfDay(start), timeOfDay(end)];
  return from !== undefined && to !== undefined && from < to ? { from, to } : undefined;
}

function timeOfDay(text: string): number | undefined {
  const [, hour, minute, second = "0", milli = "0"] =
    /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?::(\d{1,3}))?)?$/.exec(text) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return (Number(hour) * 3_600 + Number(minute) * 60 + Number(second)) * 1_000 + Number(milli);
}
