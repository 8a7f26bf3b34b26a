import { describe, expect, it } from "vitest";
import { playSession } from "./session-flow.ts";
import { sessionFlows } from "./session-flows.ts";

describe("the life of a FlinkSessionJob", () => {
  it.each(sessionFlows)("$name ($why)", async (flow) => {
    const { end } = await playSession(flow);
    expect(end).toMatchObject({ loses: false, ...flow.end });
  });
});
