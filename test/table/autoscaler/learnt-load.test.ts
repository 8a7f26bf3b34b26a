import { describe, expect, it } from "vitest";
import { viewLoad } from "../../../shared/autoscaler/evaluate/load-view.ts";
import { afterRegret, firstHold, isRegretted, relaxed } from "../../../shared/autoscaler/learn/hold.ts";
import { addLoad, type LoadPoint, noiseOf, sureLevel, trendOf } from "../../../shared/autoscaler/learn/load.ts";
import { usualParameters } from "../../../shared/autoscaler/learn/parameters.ts";
import { learnPatience } from "../../../shared/autoscaler/learn/patience.ts";

const minute = 60_000;
const quiet = [100, 100, 100, 100, 100, 100];

describe("the noise of a series", () => {
  it.each([
    { why: "none in a constant", values: quiet, noise: 0 },
    { why: "none in a trend", values: [1, 2, 3, 4, 5, 6], noise: 0 },
    { why: "none in a single jump", values: [...quiet, 800, 800], noise: 0 },
    { why: "nor in one in the middle of a look", values: [...quiet, 376, 800, 800, 800], noise: 0 },
    { why: "nor where little was before it", values: [100, 100, 376, 800], noise: 0 },
    { why: "nor where as little was after it", values: [100, 100, 376, 800, 800, 800], noise: 0 },
    { why: "too few numbers to tell from a jump", values: [1, 9, 1, 9, 1], noise: 0 },
  ])("$why", ({ values, noise }) => {
    expect(noiseOf(values)).toBe(noise);
  });

  it("to and fro is noise", () => {
    expect(noiseOf([90, 110, 90, 110, 90, 110])).toBeGreaterThan(10);
  });
});

describe("what a series has surely reached", () => {
  it.each([
    {
      why: "after a clean jump the latest, not the mean of a look that was half of it",
      values: [...quiet, 450, 800],
      level: 800,
    },
    {
      why: "of a falling load no more than the looks that count",
      values: [...quiet, 800, 800, 100],
      count: 1,
      level: 100,
    },
  ])("$why", ({ values, level, count = 2 }) => {
    expect(sureLevel(values, count, 1)).toBe(level);
  });

  it("of a noisy load less than its mean", () => {
    const values = [60, 140, 60, 140, 60, 140, 200, 200];
    expect(sureLevel(values, 2, 1)).toBeLessThan(200);
    expect(sureLevel(values, 2, 2)).toBeLessThan(sureLevel(values, 2, 1));
  });

  it.each([
    { why: "steady growth goes on by its least step", values: [10, 20, 35, 45], trend: 10 },
    { why: "a jump is no trend", values: [10, 10, 45, 80], trend: 0 },
    { why: "nor is one step back", values: [10, 20, 15, 25], trend: 0 },
    { why: "three steps it takes", values: [10, 20, 30], trend: 0 },
  ])("$why", ({ values, trend }) => {
    expect(trendOf(values)).toBe(trend);
  });

  it("remembers sixteen looks, none older than the window", () => {
    const add = (loads: readonly LoadPoint[], at: number) => addLoad(loads, { at, rates: { a: at } }, 30);
    const loads = Array.from({ length: 40 }, (_, at) => at).reduce(add, []);
    expect(loads.map(({ at }) => at)).toEqual(Array.from({ length: 16 }, (_, index) => 24 + index));
    expect(add(loads, 60).map(({ at }) => at)).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 60]);
  });
});

describe("a load that is more than the job can do", () => {
  const look = (rates: readonly number[], wait = 0) => {
    const loads = rates.map((rate, index) => ({ at: index * minute, rates: { a: rate } }));
    const now = (rates.length - 1) * minute;
    return viewLoad({ loads, patience: { wait } }, (load) => (load.rates.a ?? 0) > 200, now, usualParameters);
  };

  it.each([
    { why: "nothing exceeds", rates: quiet, mode: "calm", rate: 100 },
    { why: "one look may be a burst", rates: [...quiet, 800], mode: "waiting", rate: 800 },
    { why: "two are not", rates: [...quiet, 800, 800], mode: "surge", rate: 800 },
    { why: "a burst that is over", rates: [...quiet, 800, 800, 100], mode: "calm", rate: 450 },
    {
      why: "who has seen bursts waits them out",
      rates: [...quiet, 800, 800, 800],
      wait: 5 * minute,
      mode: "waiting",
      rate: 800,
    },
    { why: "but not for ever", rates: [...quiet, 800, 800, 800, 800, 800], wait: 5 * minute, mode: "surge", rate: 800 },
    {
      why: "and judges calm loads over as long",
      rates: [...quiet, 800, 100, 100, 100, 100],
      wait: 5 * minute,
      mode: "calm",
      rate: 1_300 / 6,
    },
    {
      why: "steady growth is met before it comes",
      rates: [100, 100, 150, 200, 250, 300],
      mode: "surge",
      rate: 300 + 5 * 50,
    },
  ])("$why", ({ rates, wait, mode, rate }) => {
    const view = look(rates, wait);
    expect(view.mode).toBe(mode);
    expect(view.rates.a).toBeCloseTo(rate);
  });
});

describe("a load between two looks", () => {
  const { look } = usualParameters;
  // Ticks are never apart by just a look: what is learnt lags behind by some of each, and a tick may come before the next look.
  const rose = [
    { at: 0, rates: { a: 100 } },
    { at: look + 2_000, rates: { a: 376 } },
  ];
  it.each([
    {
      why: "one look exceeds, in which it rose: however late it is, the next one is waited for",
      ...{ loads: rose, now: 2 * look + 1_500, mode: "waiting", until: 2 * look + 2_000, rate: 376 },
    },
    {
      why: "the next one tells all of it",
      loads: [...rose, { at: 2 * look + 5_000, rates: { a: 500 } }],
      ...{ now: 2 * look + 5_000, mode: "surge", until: 2 * look, rate: 500 },
    },
    {
      why: "a job that was started into it has no look without",
      loads: [{ at: look, rates: { a: 500 } }],
      ...{ now: 2 * look - 500, mode: "waiting", until: 2 * look, rate: 500 },
    },
  ])("$why", ({ loads, now, mode, until, rate }) => {
    const view = viewLoad({ loads, patience: { wait: 0 } }, ({ rates }) => (rates.a ?? 0) > 200, now, usualParameters);
    expect(view).toMatchObject({ mode, until, rates: { a: rate } });
  });
});

describe("patience", () => {
  const watch = { since: 0, at: 2 * minute };
  const after = { most: 5 * minute, verdictAfter: 15 * minute };
  it.each([
    { why: "nothing is watched", of: { wait: 7 }, now: minute, isGone: true, to: { wait: 7 } },
    { why: "it is not decided yet", of: { wait: 7, watch }, now: minute, isGone: false, to: { wait: 7, watch } },
    {
      why: "a burst is waited out next time, and a quarter longer",
      of: { wait: 0, watch },
      now: 4 * minute,
      isGone: true,
      to: { wait: 5 * minute },
    },
    {
      why: "but no longer than the most",
      of: { wait: 0, watch },
      now: 9 * minute,
      isGone: true,
      to: { wait: 5 * minute },
    },
    {
      why: "a load that stays halves it",
      of: { wait: 4 * minute, watch },
      now: 16 * minute,
      isGone: false,
      to: { wait: 2 * minute },
    },
    { why: "in the end to nothing", of: { wait: 50_000, watch }, now: 16 * minute, isGone: false, to: { wait: 0 } },
    {
      why: "a load that goes after that was none",
      of: { wait: 4 * minute, watch },
      now: 16 * minute,
      isGone: true,
      to: { wait: 2 * minute },
    },
  ])("$why", ({ of, now, isGone, to }) => {
    expect(learnPatience(of, { now, isGone, ...after })).toEqual(to);
  });
});

describe("the hold before a shrink", () => {
  const hour = 60 * minute;
  const first = firstHold(hour, 0.25);

  it("begins with a share of the option, doubles with each regret, and never exceeds the option", () => {
    const regrets = [1, 2, 3, 4].reduce<readonly number[]>((lengths) => {
      const length = lengths.at(-1) ?? first.length;
      return [...lengths, afterRegret({ length, changedAt: 0 }, 0, hour).length];
    }, []);
    expect([first.length, ...regrets].map((length) => length / minute)).toEqual([15, 30, 60, 60, 60]);
  });

  it.each([
    { why: "nothing was shrunk", shrunkAt: undefined, now: minute, regretted: false },
    { why: "within two holds", shrunkAt: 0, now: 29 * minute, regretted: true },
    { why: "later it is another load", shrunkAt: 0, now: 30 * minute, regretted: false },
  ])("$why", ({ shrunkAt, now, regretted }) => {
    expect(isRegretted(shrunkAt, now, first)).toBe(regretted);
  });

  it.each([
    { why: "halves after four holds without regret", shrunkAt: 0, now: 4 * hour + 1, length: 30 * minute },
    { why: "not before", shrunkAt: 0, now: 4 * hour, length: hour },
    { why: "nor where nothing was shrunk", shrunkAt: undefined, now: 9 * hour, length: hour },
  ])("$why", ({ shrunkAt, now, length }) => {
    expect(relaxed({ length: hour, changedAt: 0 }, shrunkAt, now, first).length).toBe(length);
  });

  it("is never shorter than the first, also where the option has grown", () => {
    expect(relaxed({ length: 1, changedAt: 0 }, undefined, 0, first)).toEqual(first);
  });
});
