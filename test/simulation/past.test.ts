import { describe, expect, it } from "vitest";
import { at } from "../../shared/core/json.ts";
import { endOf } from "../world/history.ts";
import { pastNames } from "./pasts.ts";
import { play } from "./play.ts";
import { drawSchedule, type Schedule } from "./schedule.ts";

function beginningWith(past: NonNullable<Schedule["past"]>, deeds: Schedule["deeds"]): Schedule {
  return { ...drawSchedule(1), past, deeds, faults: { listed: [] } };
}

describe("a schedule that begins with a job that runs", () => {
  it.each(["PATCH", "PUT"] as const)(
    "%s: everything is at rest, so that ticks alone write nothing (L4)",
    async (past) => {
      const { violations, universe } = await play(beginningWith(past, []));
      const [object] = universe.server.cluster.all();
      expect([at(object?.status, "actualState"), at(object?.spec, "syncingMode")]).toEqual(["RUNNING", past]);
      expect([violations, universe.witness.writes]).toEqual([[], 0]);
    },
  );

  it.each(pastNames.filter((past) => past !== "paused" && past !== "refused"))(
    "%s: it rests, and nothing is written (L4)",
    async (past) => {
      const { violations, universe } = await play(beginningWith(past, []));
      expect([violations, universe.witness.writes]).toEqual([[], 0]);
    },
  );

  it.each(["paused", "refused"] as const)(
    "%s: it is projected when its time has come, and rests again",
    async (past) => {
      const { violations, universe } = await play(beginningWith(past, []));
      expect(violations).toEqual([]);
      expect(universe.witness.writes).toBeGreaterThan(0);
    },
  );

  it.each(["PATCH", "PUT"] as const)("%s: no run changes the past of the next one", async (past) => {
    const end = async (deeds: Schedule["deeds"]) => {
      const { universe } = await play(beginningWith(past, deeds));
      return endOf({ cluster: universe.server.cluster, platform: universe.platform });
    };
    const before = await end([]);
    await end([
      { at: 1_000, deed: "askBoth" },
      { at: 30_000, deed: "cancel" },
      { at: 60_000, deed: "remove" },
    ]);
    expect(await end([])).toEqual(before);
  });
});
