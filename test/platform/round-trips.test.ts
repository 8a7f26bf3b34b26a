import { describe, expect, it } from "vitest";
import { type Flow, limits, runFlows } from "../bench/flows.ts";

/** API calls without Secrets, backend calls, writes to the API. */
const pinned: Readonly<Record<Flow, readonly number[]>> = {
  create: [4, 2, 3],
  echo: [0, 0, 0],
  "no-op": [1, 1, 0],
  update: [3, 2, 2],
  delete: [2, 2, 1],
};

/** Secret reads: a fresh process knows no token; one that has made a pass within the minute knows it. */
const secrets = { cold: { create: 1, echo: 0, "no-op": 1, update: 1, delete: 1 }, warm: undefined };

describe("round trips of the built function, counted at both simulators", () => {
  it.each(["cold", "warm"] as const)("are exactly what is pinned, %s", async (mode) => {
    const counts = await runFlows(mode);
    const found = counts.map(({ flow, api, backend, writes }) => ({ flow, calls: [api, backend, writes] }));
    expect(found).toEqual(Object.entries(pinned).map(([flow, calls]) => ({ flow, calls })));
    expect(counts.map((one) => one.secrets)).toEqual(
      Object.keys(pinned).map((flow) => secrets[mode]?.[flow as Flow] ?? 0),
    );
  });

  it.each(Object.entries(pinned))("of %s are within the limit", (flow, calls) => {
    const { limit, least } = limits[flow as Flow];
    for (const [index, number] of calls.entries()) {
      expect(number).toBeLessThanOrEqual(limit[index] ?? 0);
      expect(number).toBeGreaterThanOrEqual(least[index] ?? 0);
    }
  });
});
