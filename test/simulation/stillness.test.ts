import { describe, expect, it } from "vitest";
import { endOf } from "../world/history.ts";
import { play, playBriefly, type Verdict } from "./play.ts";
import { drawSchedule } from "./schedule.ts";

/** What a run came to; each call to the platform is in its audit log. */
function outcomeOf({ violations, universe: { server, platform, met } }: Verdict) {
  return { violations, met, end: endOf({ cluster: server.cluster, platform }) };
}

function callsOf({ universe }: Verdict): number {
  return universe.platform.state.audit.count;
}

describe("a run without the ticks that find nothing new", () => {
  it("comes to the same faults, the same end and the same verdict as with them, in fewer calls", async () => {
    let [calls, spared] = [0, 0];
    for (let seed = 1; seed <= 60; seed += 1) {
      const schedule = drawSchedule(seed);
      const [whole, brief] = [await play(schedule), await playBriefly(schedule)];
      expect({ seed, ...outcomeOf(brief) }).toEqual({ seed, ...outcomeOf(whole) });
      calls += callsOf(whole);
      spared += callsOf(whole) - callsOf(brief);
    }
    expect(spared / calls).toBeGreaterThan(0.05);
  });

  it("has all of its quiet ticks where it is to have many, so that what shows late is seen (L4)", async () => {
    const schedule = { ...drawSchedule(1), faults: { listed: [] } };
    const [few, many] = [
      await playBriefly({ ...schedule, quietTicks: 1 }),
      await playBriefly({ ...schedule, quietTicks: 20 }),
    ];
    expect(callsOf(many)).toBeGreaterThanOrEqual(callsOf(few) + 19);
  });
});
