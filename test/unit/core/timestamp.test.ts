import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { msOf, shifted, timestampOf, toTimestamp } from "../../../shared/core/timestamp.ts";

describe("toTimestamp", () => {
  it.each([
    { text: "2026-11-21T10:00:00Z", why: "no fraction", expected: "2026-11-21T10:00:00.000000000Z" },
    { text: "2026-11-21T10:00:00.5Z", why: "one digit", expected: "2026-11-21T10:00:00.500000000Z" },
    { text: "2026-11-21T10:00:00.123456Z", why: "microseconds", expected: "2026-11-21T10:00:00.123456000Z" },
    { text: "2026-11-21T10:00:00.123456789Z", why: "nanoseconds", expected: "2026-11-21T10:00:00.123456789Z" },
    {
      text: "2026-11-21T10:00:00.1234567891Z",
      why: "beyond them it is cut",
      expected: "2026-11-21T10:00:00.123456789Z",
    },
    { text: "2026-11-21T12:30:00.000001+02:30", why: "an offset", expected: "2026-11-21T10:00:00.000001000Z" },
    { text: "2026-11-20t23:00:00z", why: "small letters are RFC 3339 too", expected: "2026-11-20T23:00:00.000000000Z" },
    { text: "2026-11-21T10:00:00", why: "no zone, so no point in time", expected: undefined },
    { text: "2026-13-21T10:00:00Z", why: "no such month", expected: undefined },
    { text: "2026-11-21", why: "a date", expected: undefined },
    { text: "0000-01-01T00:00:00+01:00", why: "before the year 0", expected: undefined },
    { text: "", why: "nothing", expected: undefined },
    { text: "yesterday", why: "rubbish", expected: undefined },
  ])("$text ($why)", ({ text, expected }) => {
    expect(toTimestamp(text)).toBe(expected);
  });
});

const instant = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
const told = fc.tuple(instant, fc.stringMatching(/^\d{0,9}$/)).map(([date, fraction]) => {
  const second = date.toISOString().slice(0, 19);
  return { text: `${second}${fraction === "" ? "" : `.${fraction}`}Z`, nanos: BigInt(fraction.padEnd(9, "0")), second };
});

describe("texts of times", () => {
  it("are in the order of the times, to the nanosecond", () => {
    fc.assert(
      fc.property(told, told, (a, b) => {
        const exact = ({ second, nanos }: typeof a) => BigInt(Date.parse(`${second}Z`)) * 1_000_000n + nanos;
        const [left = "", right = ""] = [toTimestamp(a.text), toTimestamp(b.text)];
        expect([left < right, left === right]).toEqual([exact(a) < exact(b), exact(a) === exact(b)]);
      }),
    );
  });

  it("are shifted by milliseconds, and keep what is finer", () => {
    expect(shifted("2026-11-21T10:00:00.123456789Z", -600_000)).toBe("2026-11-21T09:50:00.123456789Z");
    expect(shifted("0000-01-01T00:00:00.000000001Z", -1)).toBe("0000-01-01T00:00:00.000000001Z");
    fc.assert(
      fc.property(instant, (date) => {
        expect(msOf(timestampOf(date.getTime()))).toBe(date.getTime());
      }),
    );
  });
});
