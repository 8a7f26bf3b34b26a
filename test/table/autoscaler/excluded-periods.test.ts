import { describe, expect, it } from "vitest";
import { findPeriod, readPeriods } from "../../../shared/autoscaler/decide/excluded-periods.ts";

const at = (text: string) => Date.parse(`${text}Z`);
const periodsOf = (text: string) => {
  const reading = readPeriods(text);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.value;
};

describe("2.23: when nothing is scaled", () => {
  it.each([
    { text: "09:00-17:00", now: "2026-11-22T09:00:00", held: true, why: "the start is in it" },
    { text: "09:00-17:00", now: "2026-11-22T17:00:00", held: true, why: "so is the end" },
    { text: "09:00-17:00", now: "2026-11-22T17:00:00.001", held: false, why: "and not a moment more" },
    { text: "9:00-9:00:30", now: "2026-11-22T09:00:29", held: true, why: "seconds" },
    { text: "9:0-9:0:0:5", now: "2026-11-22T09:00:00.005", held: true, why: "milliseconds" },
    { text: "9:0-9:0:0:5", now: "2026-11-22T09:00:00.006", held: false, why: "and not one more" },
    { text: "* * * ? * 1", now: "2026-11-22T12:34:56.789", held: true, why: "a cron: Sundays" },
    { text: "* * * ? * 2-6", now: "2026-11-22T12:34:56", held: false, why: "weekdays" },
    { text: "09:00-17:00 && * * * ? * 2-6", now: "2026-11-22T12:00:00", held: false, why: "both must hold" },
    { text: "09:00-17:00 && * * * ? * 2-6", now: "2026-11-23T12:00:00", held: true, why: "and do on a Monday" },
    { text: "09:00-17:00 && * * * ? * 2-6", now: "2026-11-23T08:59:59", held: false, why: "but not before nine" },
    { text: "* * * ? * 1 && 09:00-17:00", now: "2026-11-22T12:00:00", held: true, why: "in either order" },
    { text: "01:00-02:00;12:00-13:00", now: "2026-11-22T12:30:00", held: true, why: "any entry" },
    { text: "", now: "2026-11-22T12:30:00", held: false, why: "none" },
    { text: "* * * 30 2 ?", now: "2026-11-22T12:30:00", held: false, why: "a day that never comes does no harm" },
    { text: `${"9:00-9:01;".repeat(9)}12:00-13:00`, now: "2026-11-22T12:30:00", held: true, why: "the tenth" },
  ])("$text at $now: $held, $why", ({ text, now, held }) => {
    expect(findPeriod(periodsOf(text), at(now)) !== undefined).toBe(held);
  });

  it.each([
    { text: "17:00-09:00", why: "over midnight the reference refuses it" },
    { text: "09:00-09:00", why: "empty" },
    { text: "24:00-25:00", why: "no such hour" },
    { text: "09:00-10:00 && 11:00-12:00", why: "two ranges" },
    { text: "* * * ? * 1 && * * * ? * 2", why: "two crons" },
    { text: "09:00-10:00 && * * * ? * 1 && * * * ? * 2", why: "three" },
    { text: "09:00-10:00 &&", why: "nothing behind the &&" },
    { text: "weekends", why: "neither" },
    { text: "'09:00-10:00", why: "a quote that is never closed" },
    { text: "09:00-10:00;".repeat(11), why: "more than ten, which nobody has" },
  ])("$text is none: $why", ({ text }) => {
    expect(readPeriods(text)).toEqual({ ok: false, reason: expect.any(String) });
  });
});
