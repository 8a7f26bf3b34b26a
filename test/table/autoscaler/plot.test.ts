import { describe, expect, it } from "vitest";
import type { Point } from "../../../shared/autoscaler/arithmetic/statistics.ts";
import { plotJob } from "../../../shared/autoscaler/plot/plot.ts";
import { hourText, roundUp, shortNumber, thinPoints, timeTicks } from "../../../shared/autoscaler/plot/scale.ts";
import { toSvg } from "../../../shared/autoscaler/plot/svg.ts";

const minute = 60_000;
const points = (...values: readonly number[]): Point[] => values.map((value, index) => ({ at: index * minute, value }));
const course = {
  ...{ title: "team/<job>", rate: points(100, 200, 300), lag: points(0, 30, 0), parallelism: points(2, 2, 4) },
  decisions: [
    { at: minute, from: 2, to: 4 },
    { at: 2 * minute, from: 4, to: 3 },
  ],
};
const svg = toSvg(plotJob(course));

describe("the plot of a job", () => {
  it("has its title, escaped, and a line for each of rate, lag and parallelism", () => {
    expect(svg).toContain("team/&lt;job&gt;");
    expect(svg.match(/stroke-width="1.3"/g)).toHaveLength(3);
  });

  it("joins numbers that flow, and holds numbers that are set", () => {
    expect(svg).toMatch(/d="M70 140L475 116L880 92"/);
    expect(svg).toMatch(/d="M70 424H880V376"/);
  });

  it("marks every decision with what it was", () => {
    expect(svg).toContain("<title>2 → 4</title>");
    expect(svg).toContain("<title>4 → 3</title>");
  });

  it("shows the hours of the day at the axis, and which days they are of", () => {
    expect(svg).toContain(">00:01<");
    expect(svg).toContain(">1970-01-01 00:00 to 1970-01-01 00:02 UTC<");
  });

  it.each([
    { why: "all of them, where there is room", at: [0, 60], words: ["1 → 2", "2 → 3"] },
    { why: "the first, where they would be one upon the other", at: [0, 1], words: ["1 → 2"] },
    { why: "none, where there are no decisions", at: [], words: [] },
  ])("has what was decided in words, as a picture has no tooltips: $why", ({ at, words }) => {
    const decisions = at.map((minutes, index) => ({ at: minutes * minute, from: index + 1, to: index + 2 }));
    const rate = points(...Array.from({ length: 121 }, () => 1));
    const drawn = toSvg(plotJob({ ...course, rate, decisions }));
    expect([...drawn.matchAll(/font-size="9"[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(words);
    expect(drawn.match(/<title>\d/g) ?? []).toHaveLength(at.length);
  });

  it("has no words at marks of several lines, which are apart by colour alone", () => {
    const plot = plotJob(course);
    const drawn = toSvg({ ...plot, marks: plot.marks.map((mark, line) => ({ ...mark, line })) });
    expect(drawn).toContain("<title>2 → 4</title>");
    expect(drawn).not.toContain('font-size="9"');
  });

  it.each([
    { why: "a short title", title: "orders", size: 14 },
    { why: "the longest of a resource", title: "f".repeat(143), size: 8.7 },
    { why: "none", title: "", size: 14 },
  ])("has its title as large as it fits: $why", ({ title, size }) => {
    expect(toSvg(plotJob({ ...course, title }))).toContain(`y="18" font-size="${size}">${title}<`);
  });

  it.each([
    { why: "control characters", title: "a\u0000b\u001bc\u007fd", shown: "a\ufffdb\ufffdc\u007fd" },
    { why: "half of a letter", title: "a\ud800b", shown: "a\ufffdb" },
    { why: "what is no character", title: "a\ufffeb", shown: "a\ufffdb" },
    { why: "letters beyond the first plane", title: "a\u{1f680}b", shown: "a\u{1f680}b" },
  ])("is XML also where its title has $why", ({ title, shown }) => {
    expect(toSvg(plotJob({ ...course, title }))).toContain(`<title>${shown}</title>`);
  });

  it.each([
    { why: "nothing was measured", of: { ...course, rate: [], lag: [], parallelism: [], decisions: [] } },
    {
      why: "nothing is known",
      of: { ...course, rate: points(Number.NaN), lag: points(Number.POSITIVE_INFINITY), parallelism: points(0) },
    },
    {
      why: "a moment is none",
      of: { ...course, rate: [{ at: 9e15, value: 1 }], lag: [], parallelism: [], decisions: [] },
    },
  ])("is a plot without lines where $why", ({ of }) => {
    const empty = toSvg(plotJob(of));
    expect(empty).not.toMatch(/NaN|Infinity/);
    expect(empty.endsWith("</svg>\n")).toBe(true);
  });

  it("has a gap where a number is unknown", () => {
    const broken = toSvg(plotJob({ ...course, rate: points(100, Number.NaN, 300, 300) }));
    expect(broken).toMatch(/d="M70 [\d.]+M610 [\d.]+L880 [\d.]+"/);
  });
});

describe("axes", () => {
  it.each([
    [0, 1],
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 1],
    [-5, 1],
    [1, 1],
    [1.1, 2],
    [2.5, 5],
    [7, 10],
    [3_200_000, 5_000_000],
    [0.03, 0.05],
  ])("%d ends at %d", (value, end) => {
    expect(roundUp(value)).toBeCloseTo(end);
  });

  it.each([
    [0, "0"],
    [999, "999"],
    [2_500_000, "2.5M"],
    [1_000, "1k"],
    [3e9, "3G"],
    [0.25, "0.25"],
  ])("%d is %s", (value, text) => {
    expect(shortNumber(value)).toBe(text);
  });

  it.each([
    { hours: 0, ticks: 1 },
    { hours: 1, ticks: 13 },
    { hours: 4, ticks: 9 },
    { hours: 24, ticks: 13 },
    { hours: 24 * 365, ticks: 12 },
  ])("$hours h have $ticks ticks", ({ hours, ticks }) => {
    expect(timeTicks(0, hours * 60 * minute)).toHaveLength(ticks);
  });

  it("a moment is told in hours and minutes", () => {
    expect(hourText(61 * minute)).toBe("01:01");
  });
});

describe("many points", () => {
  it("are thinned without losing a peak", () => {
    const many = points(...Array.from({ length: 5_000 }, (_, index) => (index === 1_234 ? 99 : 1)));
    const kept = thinPoints(many, 100);
    expect(kept.length).toBeLessThanOrEqual(100);
    expect(kept).toContainEqual({ at: 1_234 * minute, value: 99 });
    expect(kept.map(({ at }) => at)).toEqual(kept.map(({ at }) => at).sort((one, other) => one - other));
  });

  it("few stay as they are", () => {
    expect(thinPoints(course.rate, 3)).toBe(course.rate);
  });
});
