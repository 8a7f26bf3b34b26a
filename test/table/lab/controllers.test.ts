import { describe, expect, it } from "vitest";
import type { ControllerKind, Wish } from "../../../lab/autoscaler/controllers/controller.ts";
import { cpuRule, podAutoscaler } from "../../../lab/autoscaler/controllers/cpu-rules.ts";
import { plainDs2 } from "../../../lab/autoscaler/controllers/ds2.ts";
import { vertexId } from "../../../lab/autoscaler/model/job.ts";
import type { Aggregate, JobReading } from "../../../shared/autoscaler/sample/reading.ts";

const [source, work] = [vertexId(0), vertexId(1)];
const of = (value: number): Aggregate => ({ min: value, max: value, avg: value, sum: value });

interface Seen {
  readonly minute: number;
  readonly busy: number;
  readonly lag?: number;
  readonly runningSince?: number;
}

/** A source of 2 subtasks and a worker of 4, of 6,000 records per minute, each sent twice. */
function readingOf({ minute, busy, lag = 0, runningSince = 0 }: Seen): JobReading {
  const records = 6_000 * minute;
  const vertex = (id: string, parallelism: number, inputs: readonly string[]) => ({
    ...{ id, parallelism, maxParallelism: 128 },
    inputs: inputs.map((from) => ({ from, strategy: "HASH" as const })),
  });
  const time = (parallelism: number) => 60_000 * minute * parallelism * busy;
  const shared = { busyTime: of(1_000 * busy) };
  return {
    ...{ at: minute * 60_000, runningSince, graph: [vertex(source, 2, []), vertex(work, 4, [source])], processes: {} },
    vertices: {
      [source]: {
        ...{ ...shared, recordsIn: 0, recordsOut: 2 * records, accumulatedBusyTime: time(2) },
        ...{ sourceIn: of(records), pendingRecords: of(lag) },
      },
      [work]: { ...shared, recordsIn: 2 * records, recordsOut: 0, accumulatedBusyTime: time(4) },
    },
  };
}

/** What a controller wishes in the last of some looks. */
async function wishOf(kind: ControllerKind, looks: readonly (Seen | undefined)[]): Promise<Wish | undefined> {
  const controller = kind.make();
  let wish: Wish | undefined;
  for (const [at, seen] of looks.entries()) {
    const reading = seen && readingOf(seen);
    wish = await controller.look({ at: at * 60_000, status: reading ? "RUNNING" : "RESTARTING", reading });
  }
  return wish;
}

/** A look each minute, at a job that is as busy as given. */
const minutes = (...busy: readonly number[]): Seen[] => busy.map((share, minute) => ({ minute, busy: share }));

describe("plain DS2", () => {
  it.each([
    { why: "half busy: half as many", looks: minutes(0.5, 0.5), wish: { [source]: 1, [work]: 2 } },
    {
      why: "what is missing to a whole instance is one more",
      looks: minutes(0.51, 0.51),
      wish: { [source]: 2, [work]: 3 },
    },
    {
      why: "what piles up is demand: 6,000 read and 3,000 more wait",
      looks: [
        { minute: 1, busy: 1, lag: 0 },
        { minute: 2, busy: 1, lag: 3_000 },
      ],
      wish: { [source]: 3, [work]: 6 },
    },
    { why: "one look is not enough", looks: minutes(0.5), wish: undefined },
    {
      why: "nor are looks at two runs",
      looks: [
        { minute: 1, busy: 1, runningSince: 1 },
        { minute: 2, busy: 1 },
      ],
      wish: undefined,
    },
    {
      why: "nor is a look before a restart",
      looks: [{ minute: 1, busy: 1 }, undefined, { minute: 2, busy: 1 }],
      wish: undefined,
    },
  ])("$why", async ({ looks, wish }) => {
    expect(await wishOf(plainDs2, looks)).toEqual(wish);
  });

  it("wishes nothing where a counter is not known", async () => {
    const controller = plainDs2.make();
    const faulty = readingOf({ minute: 2, busy: 1 });
    const { pendingRecords: _, ...blind } = faulty.vertices[source] ?? {
      recordsIn: 0,
      recordsOut: 0,
      accumulatedBusyTime: 0,
    };
    await controller.look({ at: 1, status: "RUNNING", reading: readingOf({ minute: 1, busy: 1 }) });
    const reading = { ...faulty, vertices: { ...faulty.vertices, [source]: blind } };
    expect(await controller.look({ at: 2, status: "RUNNING", reading })).toBeUndefined();
  });
});

describe("CPU rule", () => {
  const high = Array<number>(16).fill(0.75);
  it.each([
    { why: "15 min at 75 %: twice as many", looks: minutes(...high), wish: { [source]: 4, [work]: 8 } },
    { why: "14 min are not enough", looks: minutes(...high.slice(1)), wish: undefined },
    { why: "nor are they with a pause", looks: minutes(...high.slice(1), 0.74, 0.75), wish: undefined },
    { why: "6 h below 10 %: half", looks: minutes(...Array<number>(361).fill(0.09)), wish: { [source]: 1, [work]: 2 } },
    { why: "not after a minute less", looks: minutes(...Array<number>(360).fill(0.09)), wish: undefined },
  ])("$why", async ({ looks, wish }) => {
    expect(await wishOf(cpuRule, looks)).toEqual(wish);
  });
});

describe("CPU 70 %", () => {
  it.each([
    { why: "proportionally up", looks: minutes(1), wish: { [source]: 3, [work]: 6 } },
    { why: "10 % are tolerated", looks: minutes(0.76), wish: undefined },
    { why: "down at once where nothing else was seen", looks: minutes(0.35), wish: { [source]: 1, [work]: 2 } },
    { why: "down to the most of 5 min", looks: minutes(0.7, 0.35), wish: undefined },
    {
      why: "which then has passed",
      looks: minutes(0.7, 0.7, 0.35, 0.35, 0.35, 0.35, 0.35),
      wish: { [source]: 1, [work]: 2 },
    },
  ])("$why", async ({ looks, wish }) => {
    expect(await wishOf(podAutoscaler, looks)).toEqual(wish);
  });
});
