import { expect, it } from "vitest";
import { parseCron } from "../../simulators/platform/ping-source/cron.ts";
import { nextTick } from "../../simulators/platform/ping-source/next-tick.ts";

const at = (text: string): number => Date.parse(`${text}Z`);
const iso = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 19);

it.each([
  { cron: "* * * * *", after: "2026-11-21T10:22:20", next: "2026-11-21T10:23:00", why: "five fields tick at second 0" },
  { cron: "* * * * *", after: "2026-11-21T10:23:00", next: "2026-11-21T10:24:00", why: "strictly after" },
  {
    cron: "* * * * * *",
    after: "2026-11-21T10:22:20",
    next: "2026-11-21T10:22:21",
    why: "six fields begin with seconds",
  },
  { cron: "*/10 * * * * *", after: "2026-11-21T10:22:55", next: "2026-11-21T10:23:00", why: "a step starts at 0" },
  { cron: "5/20 * * * * *", after: "2026-11-21T10:22:06", next: "2026-11-21T10:22:25", why: "n/step runs to the end" },
  {
    cron: "*/7 * * * *",
    after: "2026-11-21T10:56:00",
    next: "2026-11-21T11:00:00",
    why: "a step starts anew each hour",
  },
  { cron: "0,30 9-17 * * *", after: "2026-11-21T17:30:00", next: "2026-11-22T09:00:00", why: "list and range" },
  { cron: "15-45/15 * * * *", after: "2026-11-21T10:46:00", next: "2026-11-21T11:15:00", why: "range with a step" },
  { cron: "0 0 29 2 *", after: "2026-11-21T00:00:00", next: "2028-02-29T00:00:00", why: "leap day" },
  {
    cron: "0 0 31 * *",
    after: "2026-11-01T00:00:00",
    next: "2026-12-31T00:00:00",
    why: "short months are passed over",
  },
  { cron: "0 0 30 2 *", after: "2026-11-21T00:00:00", next: undefined, why: "never" },
  { cron: "0 12 * * MON-FRI", after: "2026-11-20T12:00:00", next: "2026-11-23T12:00:00", why: "names, over a weekend" },
  { cron: "0 0 1 jan ?", after: "2026-11-21T00:00:00", next: "2027-01-01T00:00:00", why: "month name, ? is a star" },
  { cron: "0 0 13 * 5", after: "2026-11-21T00:00:00", next: "2026-11-27T00:00:00", why: "two restricted days: either" },
  {
    cron: "0 0 */2 * 1",
    after: "2026-11-21T00:00:00",
    next: "2026-11-23T00:00:00",
    why: "a stepped star is restricted",
  },
  { cron: "0 0 * * 0", after: "2026-11-22T00:00:00", next: "2026-11-29T00:00:00", why: "one star: both" },
  { cron: "@hourly", after: "2026-11-21T10:22:20", next: "2026-11-21T11:00:00", why: "descriptor" },
  { cron: "@daily", after: "2026-12-31T10:22:20", next: "2027-01-01T00:00:00", why: "over the year" },
  { cron: "@weekly", after: "2026-11-21T10:22:20", next: "2026-11-22T00:00:00", why: "Sunday" },
  { cron: "@monthly", after: "2026-11-21T10:22:20", next: "2026-12-01T00:00:00", why: "first of the month" },
  { cron: "@yearly", after: "2026-11-21T10:22:20", next: "2027-01-01T00:00:00", why: "first of January" },
  { cron: " 0 0  * * * ", after: "2026-11-21T10:22:20.999", next: "2026-11-22T00:00:00", why: "spaces, fractions" },
])("$cron after $after is $next ($why)", ({ cron, after, next }) => {
  expect(iso(nextTick(parseCron(cron), at(after)))).toBe(next);
});

it.each([
  { cron: "@every 5m", why: "Knative rejects it" },
  { cron: "@reboot", why: "unknown descriptor" },
  { cron: "@toString", why: "inherited property" },
  { cron: "", why: "empty" },
  { cron: "* * * *", why: "too few fields" },
  { cron: "* * * * * * *", why: "too many fields" },
  { cron: "60 * * * *", why: "out of range" },
  { cron: "* * 0 * *", why: "days begin at 1" },
  { cron: "* * * * 7", why: "weekdays end at 6" },
  { cron: "5-1 * * * *", why: "backwards" },
  { cron: "*/0 * * * *", why: "no step" },
  { cron: "a * * * *", why: "no number" },
  { cron: "1,,2 * * * *", why: "empty list entry" },
  { cron: "CRON_TZ=UTC * * * * *", why: "time zones are not supported" },
])("rejects $cron: $why", ({ cron }) => {
  expect(() => parseCron(cron)).toThrow(/^schedule /);
});
