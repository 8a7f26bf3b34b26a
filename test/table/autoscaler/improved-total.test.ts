import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { improved } from "../../../shared/autoscaler/cycle/profile.ts";
import type { Aggregate, JobReading, VertexReading } from "../../../shared/autoscaler/sample/reading.ts";
import { readState } from "../../../shared/autoscaler/state/codec.ts";
import { seeded } from "../../property/json-arbitrary.ts";
import { minute, Rig } from "./cycle-rig.ts";

const odd = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, 0, 1e300, 5e-324);
const number = fc.oneof(
  { weight: 30, arbitrary: fc.double({ min: 0, max: 1e6, noNaN: true }) },
  { weight: 1, arbitrary: odd },
);
const aggregate = number.map((value): Aggregate => ({ min: value, max: value, avg: value, sum: value }));
const vertex = fc.record(
  {
    ...{ recordsIn: number, recordsOut: number, accumulatedBusyTime: number, busyTime: aggregate },
    ...{ pendingRecords: aggregate, backPressure: aggregate, sourceInPerSecond: aggregate, inPerSecond: aggregate },
    ...{ runTime: number, age: number },
  },
  { requiredKeys: ["recordsIn", "recordsOut", "accumulatedBusyTime", "busyTime", "pendingRecords"] },
);
/** Counters mostly grow: what is drawn comes on top of what they were. */
const grown = (before: VertexReading | undefined, drawn: VertexReading): VertexReading => {
  const total = (was: number | undefined, more: number) =>
    was !== undefined && Number.isFinite(was) ? was + more : more;
  return {
    ...drawn,
    recordsIn: total(before?.recordsIn, drawn.recordsIn),
    recordsOut: total(before?.recordsOut, drawn.recordsOut),
  };
};
const look = fc.record({
  a: vertex,
  b: vertex,
  parallelism: fc.constantFrom(4, 4, 4, 4, 9, 1, 128),
  partitions: fc.integer({ min: 0, max: 20 }),
  restarts: fc.nat({ max: 9 }).map((one) => one === 0),
});

describe("the profile improved takes whatever is read", () => {
  it("and wishes a parallelism that a vertex can have, or nothing; what it remembers can be read again", async () => {
    const property = fc.asyncProperty(fc.array(look, { minLength: 3, maxLength: 12 }), async (looks) => {
      const rig = new Rig();
      rig.profile = improved;
      rig.set({ "scale-down.interval": "0 s", "stabilization.interval": "0 s" });
      let runningSince = 0;
      let vertices: Readonly<Record<string, VertexReading>> = {};
      for (const [index, { a, b, parallelism, partitions, restarts }] of looks.entries()) {
        if (restarts) [runningSince, vertices] = [index * minute, {}];
        vertices = { a: grown(vertices.a, a), b: grown(vertices.b, b) };
        const described = { maxParallelism: 128, parallelism };
        const reading: JobReading = {
          ...{ at: index * minute, runningSince, processes: {}, vertices },
          graph: [
            { id: "a", ...described, partitions, inputs: [] },
            { id: "b", ...described, inputs: [{ from: "a", strategy: "HASH" }] },
          ],
        };
        rig.looked = { kind: "read", reading };
        await rig.at(index);
      }
      for (const { parallelism } of rig.desired) {
        for (const value of Object.values(parallelism)) {
          expect(Number.isSafeInteger(value) && value >= 1 && value <= 128, `${value} subtasks`).toBe(true);
        }
      }
      const stored = await rig.store.load({ ...rig.context, now: 0 }, AbortSignal.timeout(60_000));
      expect(stored?.state).toBeDefined();
    });
    await fc.assert(property, seeded(150));
  });

  it("a state whose curves are no numbers is none", () => {
    expect(readState('{"version":1,"learned":{"curves":{"a":"x"}}}')).toBeUndefined();
  });
});
