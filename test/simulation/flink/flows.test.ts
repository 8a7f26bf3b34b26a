import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { play } from "./flow.ts";
import { flowGroups, flows } from "./flows.ts";

describe("the life of a FlinkDeployment", () => {
  it.each(flows)("$name", async (flow) => {
    const { end } = await play(flow);
    expect(end).toMatchObject({ loses: false, orphans: 0, ...flow.end });
  });
});

it("every group of flows is played with crashes, in a file of its own", () => {
  const files = readdirSync(join(import.meta.dirname, "crashes")).map((file) => file.replace(".test.ts", ""));
  expect(files.sort()).toEqual(Object.keys(flowGroups).sort());
});
