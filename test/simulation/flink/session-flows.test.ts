import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { playSession } from "./session-flow.ts";
import { sessionFlowGroups, sessionFlows } from "./session-flows.ts";

describe("the life of a FlinkSessionJob", () => {
  it.each(sessionFlows)("$name ($why)", async (flow) => {
    const { end } = await playSession(flow);
    expect(end).toMatchObject({ loses: false, ...flow.end });
  });
});

it("every group of flows is played with crashes, in a file of its own", () => {
  const files = readdirSync(join(import.meta.dirname, "session-crashes")).map((file) => file.replace(".test.ts", ""));
  expect(files.sort()).toEqual(Object.keys(sessionFlowGroups).sort());
});
