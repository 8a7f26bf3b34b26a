import { describe, expect, it } from "vitest";
import { type FlowVertex, flow } from "../../../lab/autoscaler/model/flow.ts";

const source = (queue: number, capacity: number): FlowVertex => ({ queue, capacity, bound: 0, inputs: [] });
const behind = (from: number, ratio: number, part: Partial<FlowVertex>): FlowVertex => ({
  ...{ queue: 0, capacity: 0, bound: 0, inputs: [{ from, ratio }] },
  ...part,
});
const line = (vertices: readonly FlowVertex[]) => flow(vertices).map(({ processed, queue }) => [processed, queue]);

describe("8.2: records through a job in one tick", () => {
  it.each([
    {
      vertices: [source(50, 100), behind(0, 1, { capacity: 80 })],
      flows: [
        [50, 0],
        [50, 0],
      ],
      why: "input is the limit",
    },
    {
      vertices: [source(500, 100), behind(0, 1, { capacity: 200 })],
      flows: [
        [100, 400],
        [100, 0],
      ],
      why: "the source is",
    },
    {
      vertices: [source(500, 100), behind(0, 1, { capacity: 80 })],
      flows: [
        [80, 420],
        [80, 0],
      ],
      why: "no buffers at all",
    },
    {
      vertices: [source(500, 100), behind(0, 1, { capacity: 80, bound: 15 })],
      flows: [
        [95, 405],
        [80, 15],
      ],
      why: "a buffer fills",
    },
    {
      vertices: [source(500, 100), behind(0, 2, { capacity: 80, queue: 15, bound: 15 })],
      flows: [
        [40, 460],
        [80, 15],
      ],
      why: "two for one, buffer full",
    },
    {
      vertices: [source(10, 100), behind(0, 1, { capacity: 80, queue: 15, bound: 15 })],
      flows: [
        [10, 0],
        [25, 0],
      ],
      why: "a buffer empties",
    },
    {
      vertices: [source(90, 90), behind(0, 0, { capacity: 80 })],
      flows: [
        [90, 0],
        [0, 0],
      ],
      why: "nothing is sent on",
    },
    {
      vertices: [source(90, 0), behind(0, 1, { capacity: 80 })],
      flows: [
        [0, 90],
        [0, 0],
      ],
      why: "nobody works",
    },
  ])("$why", ({ vertices, flows }) => {
    expect(line(vertices)).toEqual(flows);
  });

  it("two inputs share a buffer by what they would fill it with", () => {
    const inputs = [
      { from: 0, ratio: 1 },
      { from: 1, ratio: 2 },
    ];
    const flows = flow([source(60, 100), source(60, 100), { queue: 0, capacity: 90, bound: 0, inputs }]);
    expect(flows).toEqual([
      { processed: 30, queue: 30, isHeldBack: true },
      { processed: 30, queue: 30, isHeldBack: true },
      { processed: 90, queue: 0, isHeldBack: false },
    ]);
  });

  it("what holds back the end of a line holds back all of it", () => {
    const full = { queue: 9, bound: 9 };
    const flows = flow([
      source(99, 99),
      behind(0, 1, { capacity: 99, ...full }),
      behind(1, 1, { capacity: 7, ...full }),
    ]);
    expect(flows.map(({ processed, isHeldBack }) => [processed, isHeldBack])).toEqual([
      [7, true],
      [7, true],
      [7, false],
    ]);
  });
});
