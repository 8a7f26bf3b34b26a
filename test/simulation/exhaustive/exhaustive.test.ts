import { describe, expect, it } from "vitest";
import { explorePairs, exploreSingles, type Finding } from "./explore.ts";
import { flows } from "./flows.ts";

/** Runs that broke something, as a schedule's listed faults. */
function collect() {
  const found: Finding[] = [];
  const watch = (finding: Finding) => {
    if (finding.violations.length > 0) found.push(finding);
  };
  return { found, watch };
}

describe("every flow of one resource, with every fault by itself", () => {
  it.each(flows)(
    "$name ends as without: crashes around what it writes (S1, S2, S5, S8, L1 to L4; $why)",
    async (flow) => {
      const { found, watch } = collect();
      const count = await exploreSingles(flow, new Set(["edges"]), watch);
      expect(count).toBeGreaterThan(4);
      expect(found).toEqual([]);
    },
  );
});

describe("the flows that everything is made of", () => {
  const core = flows.filter((flow) => flow.core);

  it.each(core)(
    "$name ends as without, whatever read is 1 to 4 versions old, whatever event or tick is lost (D2, S2, S5, F15)",
    async (flow) => {
      const { found, watch } = collect();
      await exploreSingles(flow, new Set(["stale", "lost"]), watch);
      expect(found).toEqual([]);
    },
  );

  it.each(core)(
    "$name ends as without, whichever two crashes around writes come one after the other (S1, S2, S4)",
    async (flow) => {
      const { found, watch } = collect();
      const count = await explorePairs(flow, "edges", watch);
      expect(count).toBeGreaterThan(20);
      expect(found).toEqual([]);
    },
  );
});
