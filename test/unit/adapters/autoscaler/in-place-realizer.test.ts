import { describe, expect, it } from "vitest";
import { changeRequirements, makeInPlaceRealizer } from "../../../../shared/adapters/autoscaler/in-place-realizer.ts";
import type { ResourceRequirements } from "../../../../shared/ports/flink-answers.ts";

const bounds = (lowerBound: number, upperBound: number) => ({ lowerBound, upperBound });
const signal = AbortSignal.timeout(60_000);

describe("1.7: what is asked of Flink", () => {
  const present = { a: bounds(1, 2), b: bounds(3, 4) };
  it.each([
    { desired: { a: 3 }, is: { a: bounds(1, 3), b: bounds(3, 4) }, why: "the rest stays as it is" },
    { desired: { b: 2 }, is: { a: bounds(1, 2), b: bounds(1, 2) }, why: "a lower bound gives way" },
    { desired: { a: 2 }, is: undefined, why: "it is so already" },
    { desired: { gone: 7 }, is: undefined, why: "there is no such vertex" },
    { desired: {}, is: undefined, why: "nothing is desired" },
  ])("$desired: $why", ({ desired, is }) => {
    expect(changeRequirements(present, desired)).toEqual(is);
  });
});

describe("1.7: a rescale in place", () => {
  const rig = (present: ResourceRequirements | undefined) => {
    const asked: ResourceRequirements[] = [];
    const told: string[] = [];
    const realizer = makeInPlaceRealizer({
      endpointOf: () => ({ url: "http://host:1" }),
      onRescale: async (_, message) => {
        told.push(message);
      },
      rest: {
        resourceRequirements: async () => present,
        rescale: async (_endpoint, _job, wanted) => {
          asked.push(wanted);
        },
      },
    });
    const job = { key: "k", jobId: "a1", status: "RUNNING", configuration: {}, now: 0 };
    const realize = (parallelism: Readonly<Record<string, number>>, rest: Partial<typeof job> = {}) =>
      realizer.realize({ ...job, ...rest }, { decidedAt: 0, parallelism }, signal);
    return { asked, told, realize };
  };

  it("is asked for and told where something changes, and not again", async () => {
    const { asked, told, realize } = rig({ a: bounds(1, 2), b: bounds(1, 1) });
    await realize({ a: 3, b: 1 });
    await realize({ a: 2, b: 1 });
    expect(asked).toEqual([{ a: bounds(1, 3), b: bounds(1, 1) }]);
    expect(told).toEqual(["Flink was asked for 3 subtasks of a (up to 2 before)."]);
  });

  it("is none of a job that does not run, or that Flink does not know any more", async () => {
    const running = rig({ a: bounds(1, 2) });
    await running.realize({ a: 3 }, { status: "RESTARTING" });
    expect(running.asked).toEqual([]);
    const gone = rig(undefined);
    await gone.realize({ a: 3 });
    expect(gone.asked).toEqual([]);
  });
});
