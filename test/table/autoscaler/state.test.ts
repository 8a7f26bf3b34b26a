import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readState, writeState } from "../../../shared/autoscaler/state/codec.ts";
import { makeMemoryStore } from "../../../shared/autoscaler/state/memory-store.ts";
import { type AutoscalerState, emptyState, stateFor } from "../../../shared/autoscaler/state/state.ts";
import { seeded } from "../../property/json-arbitrary.ts";
import { Rig } from "./cycle-rig.ts";
import { graphOf } from "./situations.ts";

const signal = AbortSignal.timeout(60_000);
const numbers = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY));
const record = fc.record({
  ...{ at: fc.nat(), from: fc.nat(), to: fc.nat() },
  ...{ capacity: numbers, expected: numbers, demand: numbers },
});
const full = fc.record({ load: numbers, accumulatedBusyTime: numbers, recordsIn: numbers, recordsOut: numbers });
const sources = fc
  .record({ lag: numbers, observedRate: numbers })
  .chain((more) => full.map((one) => ({ ...one, ...more })));
const counted = fc
  .record({ runTime: numbers, accumulatedBackPressure: numbers, age: numbers, skew: numbers })
  .chain((more) => sources.map((one) => ({ ...one, ...more })));
const processes = fc.record({
  ...{ slotsUsed: numbers, gcPressure: numbers, heapUsage: numbers },
  ...{ heapUsed: numbers, managedUsed: numbers, metaspaceUsed: numbers },
});
const sample = fc.record({
  at: fc.nat(),
  vertices: fc.dictionary(fc.stringMatching(/^[a-f0-9]{4}$/), fc.oneof(full, sources, counted), {
    noNullPrototype: true,
  }),
  processes,
});
const lower = fc.record({ at: fc.nat(), parallelism: fc.nat(), isOutside: fc.boolean() });
const states: fc.Arbitrary<AutoscalerState> = fc.record({
  graph: fc.string(),
  samples: fc.array(sample, { maxLength: 4 }),
  history: fc.dictionary(fc.stringMatching(/^[a-f0-9]{4}$/), fc.array(record, { maxLength: 3 }), {
    noNullPrototype: true,
  }),
  restarts: fc.array(fc.oneof(fc.record({ at: fc.nat() }), fc.record({ at: fc.nat(), duration: fc.nat() })), {
    maxLength: 3,
  }),
  delayed: fc.dictionary(fc.stringMatching(/^[a-f0-9]{4}$/), fc.record({ first: fc.nat(), queue: fc.array(lower) }), {
    noNullPrototype: true,
  }),
  memo: fc.record({
    at: fc.nat(),
    vertices: fc.dictionary(
      fc.stringMatching(/^[a-f0-9]{4}$/),
      fc.record(
        {
          names: fc.constantFrom({}, { pendingRecords: ["Source__a.pendingRecords"] }),
          ...{ partitions: fc.nat(), listedAt: fc.nat(), skewAt: fc.nat() },
          skew: fc.record({ max: numbers, min: numbers }),
        },
        { requiredKeys: [] },
      ),
      { noNullPrototype: true },
    ),
  }),
  told: fc.dictionary(fc.stringMatching(/^[a-f0-9]{4}$/), fc.nat(), { noNullPrototype: true }),
});

/** JSON has one zero. */
const plain = (state: AutoscalerState | undefined) =>
  JSON.parse(JSON.stringify(state, (_, value) => (typeof value === "number" ? String(value) : value)));

describe("4.1: a state as text", () => {
  it("is read back as it was, with every number that is none", () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(plain(readState(writeState(state)))).toEqual(plain(state));
      }),
      seeded(50),
    );
  });

  it.each([
    { name: "no JSON", text: "{" },
    { name: "another version", text: writeState(emptyState("g")).replace('"version":1', '"version":0') },
    {
      name: "a parallelism that is none",
      text: JSON.stringify({
        ...JSON.parse(writeState(emptyState("g"))),
        desired: { decidedAt: 0, parallelism: { a: 0 } },
      }),
    },
    { name: "something else", text: '{"version":1}' },
  ])("$name is none", ({ text }) => {
    expect(readState(text)).toBeUndefined();
  });
});

describe("4.5: state of another graph", () => {
  const record = { at: 0, from: 1, to: 2, capacity: 1, expected: 2, demand: 1 };
  const old: AutoscalerState = {
    ...emptyState("old"),
    ...{ history: { a: [record], gone: [record] }, restarts: [{ at: 0, duration: 9 }], told: { x: 1 } },
    ...{ delayed: { a: { first: 0, queue: [] } }, desired: { decidedAt: 0, parallelism: { a: 2 } } },
  };

  it("keeps what past rescales tell of vertices that are still there, and nothing that was decided", () => {
    const kept = { history: { a: [record] }, restarts: old.restarts, told: old.told };
    expect(stateFor(old, "new", graphOf({ a: [] }))).toEqual({ ...emptyState("new"), ...kept });
  });

  it("is all there for the same one", () => {
    expect(stateFor(old, "old", graphOf({ a: [] }))).toBe(old);
  });
});

describe("the store in memory", () => {
  const job = { key: "j", jobId: undefined, status: "RUNNING", configuration: {}, now: 0 };
  it("of two who loaded the same, one is saved", async () => {
    const store = makeMemoryStore();
    expect(await store.load(job, signal)).toBeUndefined();
    expect(await store.save(job, emptyState("a"), undefined, signal)).toBe("saved");
    expect(await store.save(job, emptyState("b"), undefined, signal)).toBe("conflict");
    const stored = await store.load(job, signal);
    expect(await store.save(job, emptyState("c"), stored?.version, signal)).toBe("saved");
    expect(await store.save(job, emptyState("d"), stored?.version, signal)).toBe("conflict");
    await store.remove(job, signal);
    expect(await store.load(job, signal)).toBeUndefined();
  });
});

it("4.5: the state of a job stays small however often it is looked at", async () => {
  const rig = new Rig();
  rig.set({ "metrics.window": "2 h", "scaling.enabled": "false" });
  const sizes: number[] = [];
  for (let second = 60; second < 6_000; second += 30) {
    await rig.at(second / 60);
    const stored = await rig.store.load({ ...rig.context, now: 0 }, signal);
    sizes.push(stored?.state ? writeState(stored.state).length : 0);
  }
  expect(Math.max(...sizes)).toBeLessThan(25_000);
});
