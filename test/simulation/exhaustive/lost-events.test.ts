import { describe, expect, it } from "vitest";
import { ticksToRest } from "../play.ts";
import type { Setting } from "../schedule.ts";
import { flows } from "./flows.ts";
import { judge, type Trial, ticksAlone, tryOut, usual } from "./trial.ts";
import { crashesAt } from "./variants.ts";

const told = new Set(["create", "update", "restart-by-stop", "delete"]);
const some = flows.filter(({ name }) => told.has(name));

const rows = [
  { tick: 60, quarantine: 60 },
  { tick: 60, quarantine: 120 },
  { tick: 15, quarantine: 60 },
];

type Row = (typeof rows)[number];

function settingOf(base: Setting, { tick, quarantine }: Row): Setting {
  return { ...base, tickMs: tick * 1_000, quarantineMs: quarantine * 1_000 };
}

/** How many ticks were sent after a time until nothing was written any more; what follows of a tick counts for that tick. */
function ticksAfter(from: number, { notes, schedule }: Trial): number {
  const { tickMs } = schedule.setting;
  return Math.max(0, Math.floor(notes.lastWrite / tickMs) - Math.floor(from / tickMs));
}

/** Every crash of some flows, with the ticks from the crash and the last deed on until all was at rest. */
async function crashAll(setting: Setting, watch: (flow: string, ticks: number) => void): Promise<void> {
  for (const flow of some) {
    const without = await tryOut(flow, setting);
    const lastDeed = flow.deeds.at(-1)?.at ?? 0;
    for (const note of without.places) {
      for (const variant of crashesAt(note)) {
        const trial = await tryOut(flow, setting, [{ variant, note }]);
        expect({ flow: flow.name, variant, wrong: judge(trial, without) }).toMatchObject({ wrong: [] });
        watch(flow.name, ticksAfter(Math.max(lastDeed, note.at), trial));
      }
    }
  }
}

describe("with all events of the source lost, after a crash at any place", () => {
  it.each(rows)(
    "all is at rest ceil(Q / tick) + 1 ticks after the crash and the last deed, and no sooner: tick $tick s, Q $quarantine s (D2, D9, L1)",
    async (row) => {
      const setting = settingOf({ ...usual, hears: false }, row);
      const counts: number[] = [];
      await crashAll(setting, (_flow, ticks) => counts.push(ticks));
      expect(Math.max(...counts)).toBe(ticksToRest(setting));
    },
  );
});

/**
 * Ticks on top for each step of a request that stands before another one: the stop before the start, the savepoint before
 * the restart.
 */
const before: Readonly<Record<string, number>> = { "restart-by-stop": 1, both: 1, "both-by-stop": 2 };

/** Ticks until nothing is written any more: L1's, one for the status (L3), and those of requests (L2). */
function mostTicks(setting: Setting, flow: string): number {
  return ticksToRest(setting) + 1 + (before[flow] ?? 0);
}

describe("with all events lost, Weir's own as well, so that nothing is followed: ticks alone", () => {
  it.each(flows)(
    "$name is as it is wanted within ceil(Q / tick) + 1 ticks, and requests and status a tick later for each step ($why; D2, L1, L2, L3)",
    async (flow) => {
      const lastDeed = flow.deeds.at(-1)?.at ?? 0;
      const trial = await tryOut(flow, ticksAlone);
      expect(trial.violations).toEqual([]);
      expect(ticksAfter(lastDeed, trial)).toBeLessThanOrEqual(mostTicks(ticksAlone, flow.name));
    },
  );

  it.each(Object.entries(before))("the steps of %s take that long, and no less: %i more", async (name) => {
    const trials = await Promise.all(
      flows.filter((flow) => flow.name === name).map((flow) => tryOut(flow, ticksAlone)),
    );
    expect(trials.map((trial) => ticksAfter(0, trial))).toEqual([mostTicks(ticksAlone, name)]);
  });

  it.each(rows)("the same after a crash at any place: tick $tick s, Q $quarantine s (L1 to L3)", async (row) => {
    const setting = settingOf(ticksAlone, row);
    const late: string[] = [];
    await crashAll(setting, (flow, ticks) => {
      if (ticks > mostTicks(setting, flow)) late.push(`${flow}: ${ticks} ticks`);
    });
    expect(late).toEqual([]);
  });
});
