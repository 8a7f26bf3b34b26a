import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lastRun, readCron } from "../../../../shared/core/notation/quartz.ts";

const at = (text: string) => Date.parse(`${text}Z`);

describe("a Quartz cron (2.8): when it asked last", () => {
  it.each([
    { cron: "0 0 */6 * * ?", last: "2026-11-22T00:00:00", why: "every six hours" },
    { cron: "0 0/15 * * * ?", last: "2026-11-22T04:00:00", why: "a step from a number" },
    { cron: "30 59 3 * * ?", last: "2026-11-22T03:59:30", why: "seconds come first" },
    { cron: "0 0 9 ? * 2-6", last: "2026-11-20T09:00:00", why: "Monday is 2, Friday 6" },
    { cron: "0 0 9 ? * mon-fri", last: "2026-11-20T09:00:00", why: "names, in either case" },
    { cron: "0 0 0 ? * 1", last: "2026-11-22T00:00:00", why: "Sunday is 1" },
    { cron: "0 0 0 ? * L", last: "2026-11-21T00:00:00", why: "a bare L is Saturday" },
    { cron: "0 0 0 ? * 6L", last: "2026-10-30T00:00:00", why: "the last Friday" },
    { cron: "0 0 0 ? * FRIL", last: "2026-10-30T00:00:00", why: "the same by name" },
    { cron: "0 0 0 ? * 6#3", last: "2026-11-20T00:00:00", why: "the third Friday" },
    { cron: "0 0 0 ? * 2#5", last: "2026-08-31T00:00:00", why: "only months with five Mondays" },
    { cron: "0 0 0 L * ?", last: "2026-10-31T00:00:00", why: "the last day" },
    { cron: "0 0 0 L-3 * ?", last: "2026-10-28T00:00:00", why: "three days before the last" },
    { cron: "0 0 0 LW * ?", last: "2026-10-30T00:00:00", why: "the last weekday; the 31st is a Saturday" },
    { cron: "0 0 0 15W * ?", last: "2026-11-16T00:00:00", why: "the 15th is a Sunday" },
    { cron: "0 0 0 1W * ?", last: "2026-11-02T00:00:00", why: "the 1st is a Sunday" },
    { cron: "0 0 22-2 * * ?", last: "2026-11-22T02:00:00", why: "a range over midnight" },
    { cron: "0 0 22-3/2 * * ?", last: "2026-11-22T02:00:00", why: "its steps go on: 22, 0, 2" },
    { cron: "0 0 0 ? * FRI-MON", last: "2026-11-22T00:00:00", why: "a range over the weekend" },
    { cron: "0 0 0 1 NOV-FEB ?", last: "2026-11-01T00:00:00", why: "a range over the new year" },
    { cron: "0 0 0 1 1 ? 2024", last: "2024-01-01T00:00:00", why: "a year" },
    { cron: "0 0 0 1 1 ? 2024-2025", last: "2025-01-01T00:00:00", why: "years" },
  ])("$cron: $last, $why", ({ cron, last }) => {
    expect(readCron(cron)).toMatchObject({ ok: true });
    expect(lastRun(cron, at("2026-11-22T04:05:00"))).toBe(at(last));
  });

  it("asks for nothing before its first year", () => {
    expect(lastRun("0 0 0 1 1 ? 2090", at("2026-11-22T04:05:00"))).toBeUndefined();
  });
});

describe("what is no Quartz cron", () => {
  it.each([
    { cron: "0 */6 * * *", says: "five fields", why: "a cron of Unix" },
    { cron: "0 0 0 * * *", says: "must have a ?", why: "no ?" },
    { cron: "0 0 0 ? * ?", says: "must have a ?", why: "two of them" },
    { cron: "0 0 0 31 2 ?", says: "never comes", why: "February has no 31st" },
    { cron: "0 0 25 * * ?", says: "is no Quartz cron", why: "no such hour" },
    { cron: "0 0 0 ? * 0", says: "is no Quartz cron", why: "weekdays begin with 1" },
    { cron: "0 0 0 ? * 8", says: "is no Quartz cron", why: "and end with 7" },
    { cron: "0 0 0 L-3W * ?", says: "L and W together", why: "not supported" },
    { cron: "0 0 0 ? FOO 1", says: "is no Quartz cron", why: "no such month" },
    { cron: "0 0 0 ? * MON$", says: "neither", why: "an odd character" },
  ])("$cron: $why", ({ cron, says }) => {
    expect(readCron(cron)).toEqual({ ok: false, reason: expect.stringContaining(says) });
  });

  it("is told of any text, without a throw", () => {
    const field = fc.stringMatching(/^[0-9LW#?*,/-]{1,8}$/);
    fc.assert(
      fc.property(fc.array(field, { minLength: 6, maxLength: 7 }), (fields) => {
        readCron(fields.join(" "));
        lastRun(fields.join(" "), 0);
      }),
      { numRuns: 300 },
    );
  });
});
