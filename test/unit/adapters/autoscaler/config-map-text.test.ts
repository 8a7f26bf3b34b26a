import { describe, expect, it } from "vitest";
import { fromText, longestText, toText } from "../../../../shared/adapters/autoscaler/config-map-text.ts";
import { type AutoscalerState, emptyState } from "../../../../shared/autoscaler/state/state.ts";
import { makeRandom } from "./noise.ts";

/** A state whose numbers do not pack well, as real ones do not. */
function noisy(vertices: number, samples: number): AutoscalerState {
  const random = makeRandom(7);
  const ids = Array.from({ length: vertices }, (_, index) => index.toString(16).padStart(32, "0"));
  const vertex = () => ({ load: random(), accumulatedBusyTime: random(), recordsIn: random(), recordsOut: random() });
  const processes = { slotsUsed: 1, gcPressure: 0, heapUsage: 0, heapUsed: 0, managedUsed: 0, metaspaceUsed: 0 };
  return {
    ...emptyState("graph"),
    samples: Array.from({ length: samples }, (_, at) => ({
      ...{ at, processes },
      vertices: Object.fromEntries(ids.map((id) => [id, vertex()])),
    })),
    history: { [ids[0] ?? ""]: [{ at: 0, from: 1, to: 2, capacity: 1, expected: 2, demand: 1 }] },
    desired: { decidedAt: 0, parallelism: Object.fromEntries(ids.map((id) => [id, 4])) },
    told: { finding: 1 },
  };
}

describe("a state as the text of a ConfigMap", () => {
  it("is whole where it fits", () => {
    const state = noisy(20, 9);
    expect(fromText(toText(state) ?? "")).toEqual(state);
  });

  it("keeps a graph of 400 vertices whole, with as many samples as are kept of that", () => {
    const state = noisy(400, 8);
    const text = toText(state) ?? "";
    expect(text.length).toBeLessThan(longestText);
    expect(fromText(text)?.samples.length).toBe(8);
  });

  it("loses samples first, and never the first and the last of them", () => {
    const state = noisy(20, 9);
    const longest = Math.floor((toText(state) ?? "").length / 2);
    const kept = fromText(toText(state, longest) ?? "");
    expect(kept?.samples.map(({ at }) => at)).toEqual([0, 4, 8]);
    expect(kept?.history).toEqual(state.history);
  });

  it("loses what was learnt next, and keeps what was decided and told", () => {
    const { desired, told } = noisy(20, 9);
    const kept = fromText(toText(noisy(20, 9), 900) ?? "");
    expect(kept).toEqual({ ...emptyState("graph"), desired, told });
  });

  it("is none where not even that fits", () => {
    expect(toText(noisy(20, 9), 10)).toBeUndefined();
  });
});
