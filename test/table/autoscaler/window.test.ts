import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addSample, judgeWindow, sampleLimit, thinSamples } from "../../../shared/autoscaler/sample/window.ts";
import { seeded } from "../../property/json-arbitrary.ts";

const minute = 60_000;
const options = { metricsWindow: 15 * minute, stabilizationInterval: 5 * minute };
const at = (minutes: number) => ({ at: minutes * minute });

describe("2.5: where a window stands; the job runs since minute 0", () => {
  it.each([
    { times: [], now: 1, state: { isStabilizing: true, fullAt: 16, isFull: false }, why: "nothing is stored" },
    {
      times: [1, 4],
      now: 5,
      state: { isStabilizing: false, fullAt: 20, isFull: false },
      why: "nothing stable is stored",
    },
    { times: [1, 5, 6], now: 7, state: { fullAt: 20, isFull: false }, why: "15 min from the first stable sample" },
    {
      times: [1, 6],
      now: 20,
      state: { fullAt: 21, isFull: false },
      why: "which need not be at the first stable moment",
    },
    { times: [1, 5, 19], now: 20, state: { fullAt: 20, isFull: true }, why: "full" },
    { times: [-1, 5], now: 20, state: { isRestarted: true, fullAt: 35, isFull: false }, why: "of an earlier run" },
    { times: [0, 5], now: 20, state: { isRestarted: false, isFull: true }, why: "of the moment of its start" },
  ])("at minute $now with $times: $why", ({ times, now, state }) => {
    const judged = judgeWindow({
      times: times.map((one) => one * minute),
      now: now * minute,
      runningSince: 0,
      options,
    });
    const inMinutes = { ...judged, fullAt: judged.fullAt / minute };
    expect(inMinutes).toMatchObject(state);
  });

  it("no window and no stabilization: full at once", () => {
    const none = { metricsWindow: 0, stabilizationInterval: 0 };
    expect(judgeWindow({ times: [], now: 7, runningSince: 0, options: none }).isFull).toBe(true);
  });
});

describe("2.5: what a window holds", () => {
  const state = { isRestarted: false, isFull: false, stableAt: 0, isStabilizing: false, fullAt: 0 };

  it("grows while it fills, and drops what is older than itself once it is full", () => {
    const samples = [at(1), at(5), at(19)];
    expect(addSample(samples, at(20), state, options.metricsWindow)).toEqual([...samples, at(20)]);
    expect(addSample(samples, at(20), { ...state, isFull: true }, options.metricsWindow)).toEqual([
      at(5),
      at(19),
      at(20),
    ]);
  });

  it("begins anew with a job that was restarted", () => {
    expect(addSample([at(1)], at(20), { ...state, isRestarted: true }, options.metricsWindow)).toEqual([at(20)]);
  });

  it("has one sample of a moment", () => {
    expect(addSample([at(1), at(20)], at(20), state, options.metricsWindow)).toEqual([at(1), at(20)]);
  });
});

describe("4.5: the state of a job stays small", () => {
  it.each([
    { vertices: 1, limit: 128, why: "more than any usual window has" },
    { vertices: 20, limit: 128, why: "the same" },
    { vertices: 100, limit: 28, why: "20,000 numbers" },
    { vertices: 1_000, limit: 8, why: "but enough for a rate" },
  ])("$vertices vertices: $limit samples, $why", ({ vertices, limit }) => {
    expect(sampleLimit(vertices)).toBe(limit);
  });

  it("those go that are crowded; the ends and the first stable one stay", () => {
    const samples = [0, 5, 5.5, 6, 10, 15, 20].map(at);
    expect(thinSamples(samples, 6, 5.5 * minute).map((one) => one.at / minute)).toEqual([0, 5, 5.5, 10, 15, 20]);
    expect(thinSamples(samples, 4, 5.5 * minute).map((one) => one.at / minute)).toEqual([0, 5.5, 15, 20]);
  });

  it("a window of any cadence keeps its ends and covers itself evenly", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 20, maxLength: 300 }), (gaps) => {
        let [now, samples] = [0, [{ at: 0 }] as readonly { readonly at: number }[]];
        for (const gap of gaps) {
          now += gap;
          samples = thinSamples([...samples, { at: now }], 16, 0);
        }
        expect(samples.length).toBeLessThanOrEqual(16);
        expect([samples[0]?.at, samples.at(-1)?.at]).toEqual([0, now]);
        const widest = Math.max(...samples.slice(1).map((one, n) => one.at - (samples[n]?.at ?? 0)));
        expect(widest).toBeLessThanOrEqual(Math.max((4 * now) / 15, 180));
      }),
      seeded(100),
    );
  });
});
