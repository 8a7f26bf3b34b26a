import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../../shared/adapters/clock.ts";
import { foreignText } from "../../../shared/adapters/foreign-text.ts";
import { pathSegment } from "../../../shared/adapters/path-segment.ts";
import { retryAfterMs } from "../../../shared/adapters/retry-after.ts";

describe("what the other side wrote", () => {
  it.each([
    { name: "one line", text: "a\r\n\tb\u0000\u001b[31mc", expected: "a b [31mc", why: "logs are lines" },
    { name: "no direction marks", text: "a\u202eb", expected: "a b", why: "they turn a line around" },
    { name: "no secret", text: "token s3/cret= and s3%2Fcret%3D", expected: "token *** and ***", why: "D13" },
    { name: "bounded", text: "x".repeat(2_000), expected: `${"x".repeat(999)}…`, why: "conditions hold 32 KiB" },
  ])("is $name ($why)", ({ text, expected }) => {
    expect(foreignText(text, "s3/cret=", undefined, "")).toBe(expected);
  });
});

describe("Retry-After", () => {
  const now = Date.parse("2026-11-21T10:00:00Z");
  it.each([
    { name: "seconds", header: "7", expected: 7_000 },
    { name: "a date", header: "Sat, 21 Nov 2026 10:00:05 GMT", expected: 5_000 },
    { name: "a date that is past", header: "Sat, 21 Nov 2026 09:00:00 GMT", expected: 0 },
    { name: "nothing", header: undefined, expected: undefined },
    { name: "rubbish", header: "soon", expected: undefined },
  ])("$name", ({ header, expected }) => expect(retryAfterMs(header, now)).toBe(expected));
});

describe("a segment of a path", () => {
  it.each(["a/b", "%2e%2e", "a?b#c", "…", "a b"])("%j stays one segment", (text) => {
    const path = new URL(`http://host/x/${pathSegment(text, "it")}/y`).pathname;
    expect(path.split("/")).toHaveLength(4);
    expect(decodeURIComponent(path.split("/")[2] ?? "")).toBe(text);
  });

  it.each(["", ".", "..", "\ud800"])("%j is refused", (text) => {
    expect(() => pathSegment(text, "it")).toThrow(/^it /);
  });
});

describe("waiting", () => {
  it.each([
    { name: "nothing to wait for", ms: 0, signal: undefined },
    { name: "already cancelled", ms: 1_000_000, signal: AbortSignal.abort() },
    { name: "cancelled meanwhile", ms: 1_000_000, signal: AbortSignal.timeout(5) },
    { name: "the time is over", ms: 5, signal: new AbortController().signal },
  ])("ends, never rejects, and leaves no listener behind: $name", async ({ ms, signal }) => {
    expect(await systemClock.sleep(ms, signal)).toBeUndefined();
    expect(signal === undefined ? [] : getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("measuring", () => {
  it("never steps back, and knows nothing of the date", () => {
    const readings = Array.from({ length: 1_000 }, () => systemClock.monotonic());
    expect(readings).toEqual(readings.toSorted((a, b) => a - b));
    expect(readings[0]).toBeLessThan(systemClock.now() / 2);
  });
});
