import { describe, expect, it } from "vitest";
import { ticksToRest } from "../play.ts";
import { flows } from "./flows.ts";
import { judge, type Trial, tryOut, usual } from "./trial.ts";
import { crashesAt } from "./variants.ts";

const told = new Set(["create", "update", "restart-by-stop", "delete"]);
const some = flows.filter(({ name }) => told.has(name));

/** How many ticks were sent after a time until nothing was written any more; what follows of a tick counts for that tick. */
function ticksAfter(from: number, { notes, schedule }: Trial): number {
  const { tickMs } = schedule.setting;
  return Math.max(0, Math.floor(notes.lastWrite / tickMs) - Math.floor(from / tickMs));
}

describe("with ticks alone, after a crash at any place", () => {
  it.each([
    { tick: 60, quarantine: 60 },
    { tick: 60, quarantine: 120 },
    { tick: 15, quarantine: 60 },
  ])(
    "all is at rest ceil(Q / tick) + 1 ticks after the crash and the last deed, and no sooner: tick $tick s, Q $quarantine s (D2, L1)",
    async (row) => {
      const setting = { ...usual, hears: false, tickMs: row.tick * 1_000, quarantineMs: row.quarantine * 1_000 };
      const counts: number[] = [];
      for (const flow of some) {
        const without = await tryOut(flow, setting);
        const lastDeed = flow.deeds.at(-1)?.at ?? 0;
        for (const note of without.places) {
          for (const variant of crashesAt(note)) {
            const trial = await tryOut(flow, setting, [{ variant, note }]);
            expect({ flow: flow.name, variant, wrong: judge(trial, without) }).toMatchObject({ wrong: [] });
            counts.push(ticksAfter(Math.max(lastDeed, note.at), trial));
          }
        }
      }
      expect(Math.max(...counts)).toBe(ticksToRest(setting));
    },
  );
});
