import { describe, expect, it } from "vitest";
import { playSnapshot } from "./snapshot-flow.ts";
import { snapshotFlows } from "./snapshot-flows.ts";

describe("the life of a FlinkStateSnapshot", () => {
  it.each(snapshotFlows)("$name", async (flow) => {
    const { end } = await playSnapshot(flow);
    expect(end).toMatchObject(flow.end);
  });
});
