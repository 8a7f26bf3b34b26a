import { describe, expect, it } from "vitest";
import { scenariosOf, setNames } from "../../../lab/autoscaler/experiment/sets.ts";
import { lognormal, makeRandom } from "../../../lab/autoscaler/random.ts";
import { ramp, sine, step } from "../../../lab/autoscaler/workloads/load.ts";
import { published, publishedHours } from "../../../lab/autoscaler/workloads/published.ts";
import { increments } from "../../../lab/autoscaler/workloads/random-loads.ts";

const range = { low: 100, high: 800 };
const hour = 3_600;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("8.2: chance", () => {
  const many = <Of>(of: () => Of) => Array.from({ length: 20_000 }, of);

  it("the same seed and stream give the same numbers, another seed or stream others", () => {
    const first = (seed: number, stream: string) => makeRandom(seed, stream).uniform();
    expect(first(1, "load")).toBe(first(1, "load"));
    expect(new Set([first(1, "load"), first(2, "load"), first(1, "noise")]).size).toBe(3);
  });

  it.each([
    { of: "uniform", draw: () => makeRandom(7, "a").uniform, is: 0.5 },
    { of: "normal", draw: () => makeRandom(7, "a").normal, is: 0 },
    {
      of: "a Poisson count",
      draw: () =>
        (
          (random) => () =>
            random.poisson(4)
        )(makeRandom(7, "a")),
      is: 4,
    },
    {
      of: "the logarithm of a factor",
      draw: () =>
        (
          (random) => () =>
            Math.log(lognormal(random, 0.3))
        )(makeRandom(7, "a")),
      is: 0,
    },
  ])("$of has the mean $is", ({ draw, is }) => {
    expect(Math.abs(mean(many(draw())) - is)).toBeLessThan(0.05);
  });
});

describe("8.2: loads", () => {
  it("a step up begins low, and is there within a minute of its time", () => {
    const { rate, stepAt = 0 } = step(8, 60)(range, makeRandom(1, "load"));
    expect([rate(hour - 1), rate(hour + 60), Math.floor(stepAt / 60)]).toEqual([100, 800, 60]);
  });

  it("a step down begins high", () => {
    const { rate } = step(1 / 8, 60)(range, makeRandom(1, "load"));
    expect([rate(0), rate(2 * hour)]).toEqual([800, 100]);
  });

  it("a ramp begins after half an hour, and ends", () => {
    const { rate } = ramp(60)(range, makeRandom(1, "load"));
    expect([0, 0.5, 1, 1.5, 3].map((hours) => rate(hours * hour))).toEqual([100, 100, 450, 800, 800]);
  });

  it.each(published)("$name: its peak is the published one, and no moment is above it", ({ high, load }) => {
    const peaks = [1, 2, 3, 4, 5].map((seed) => {
      const { rate } = load({ low: high / 8, high }, makeRandom(seed, "load"));
      return Math.max(...Array.from({ length: publishedHours * 60 }, (_, minute) => rate(minute * 60)));
    });
    expect(Math.max(...peaks)).toBeLessThanOrEqual(high);
    expect(Math.min(...peaks)).toBeGreaterThan(0.7 * high);
  });

  it("published series are sealed: no set that anything is chosen on has them", () => {
    const of = (set: (typeof setNames)[number]) => scenariosOf(set).filter(({ name }) => name.startsWith("Daedalus"));
    expect([of("training").length, of("test").length]).toEqual([0, 3]);
  });

  it("a sine has its period", () => {
    const { rate } = sine(15)(range, makeRandom(3, "load"));
    expect(rate(100 + 900)).toBeCloseTo(rate(100), 6);
    expect(rate(100 + 450)).toBeCloseTo(900 - rate(100), 6);
  });

  it("increments go up by a ninth of the range, and from the top to the bottom", () => {
    const { rate } = increments(12)(range, makeRandom(3, "load"));
    const levels = [...Array(10).keys()].map((index) => rate(index * 720));
    expect(Math.max(...levels)).toBe(800);
    expect([...levels].sort((one, other) => one - other)[1]).toBeCloseTo(100 + 700 / 9, 9);
  });

  it.each(setNames.flatMap((set) => scenariosOf(set).map((scenario) => ({ set, ...scenario }))))(
    "$set, $name: never without bound, never nothing",
    ({ load, range: of, hours }) => {
      const { rate } = load(of, makeRandom(11, "load"));
      const rates = Array.from({ length: hours * 60 }, (_, minute) => rate(minute * 60));
      expect(Math.min(...rates)).toBeGreaterThan(0);
      expect(Math.max(...rates)).toBeLessThanOrEqual(4 * of.high);
    },
  );

  it("no scenario of the training set is one of the test set, but for the names of what has no shape", () => {
    const names = (set: (typeof setNames)[number]) =>
      scenariosOf(set)
        .filter(({ purpose }) => purpose.startsWith("step") || purpose === "trace")
        .map(({ name }) => name);
    const shared = names("training").filter((name) => names("test").includes(name));
    expect(shared).toEqual(["envelope, mapper", "Poisson, mapper", "Poisson, word count"]);
  });
});
