import { describe, expect, it } from "vitest";
import { play, playBriefly } from "./play.ts";
import { drawSchedule, type Schedule } from "./schedule.ts";
import { peaceful } from "./settings.ts";
import { traceOf } from "./trace.ts";

/** Seeds that every build plays, and as many that no build has played before. */
const some = 120;
const fresh = Math.floor(Math.random() * 2 ** 31);

/** What an oracle once took for broken, and is right. */
const rightAfterAll: readonly { name: string; why: string; schedule: Schedule }[] = [
  {
    name: "a process that stands still as it gets calm",
    why: "faults end when the last one goes on, up to 40 s later (L1, L4)",
    schedule: {
      seed: 302120,
      setting: { ...peaceful, tickMs: 15_000 },
      deeds: [
        { at: 2893, deed: "askBack" },
        { at: 3748, deed: "pause" },
      ],
      faults: {
        listed: [
          [2, "denied"],
          [6, "frozen"],
          [11, "denied"],
          [14, "frozen"],
          [17, "frozen"],
        ],
      },
      calmAt: 22118,
      quietTicks: 1,
      past: "PUT",
    },
  },
  {
    name: "a request that waits for a deployment whose name another resource took",
    why: "nothing of it is consumed, and the refused creation is told (L3)",
    schedule: {
      seed: 301041,
      setting: { ...peaceful, pageSize: 1 },
      deeds: [
        { at: 0, deed: "apply" },
        { at: 0, deed: "run" },
        { at: 26030, deed: "askBoth" },
        { at: 55752, deed: "applyRival" },
        { at: 58949, deed: "scale" },
      ],
      faults: {
        listed: [
          [4, "silent before"],
          [5, "frozen"],
          [6, "delayed"],
          [11, "frozen"],
          [14, "silent before"],
          [16, "silent before"],
          [20, "frozen"],
        ],
      },
      calmAt: 59949,
      quietTicks: 1,
    },
  },
  {
    name: "a request made of a resource that waits to be deleted",
    why: "nothing is decided on it, and what was said of the last one stays (L3)",
    schedule: {
      seed: 302900,
      setting: { ...peaceful, follows: false, leases: true },
      deeds: [
        { at: 7216, deed: "scale" },
        { at: 8011, deed: "askSavepoint" },
        { at: 8541, deed: "remove" },
        { at: 9042, deed: "askSavepoint" },
      ],
      faults: { listed: [] },
      calmAt: 10042,
      quietTicks: 1,
      past: "PUT",
    },
  },
];

async function broken(first: number): Promise<string[]> {
  const found: string[] = [];
  for (let seed = first; seed < first + some; seed += 1) {
    const { violations } = await playBriefly(drawSchedule(seed));
    found.push(...violations.map((violation) => `seed ${seed}: ${violation}`));
  }
  return found;
}

// Printed also when all is well, since a log should say what was played.
process.stdout.write(`simulated schedules: seeds 1 to ${some} and ${fresh} to ${fresh + some - 1}\n`);

describe("whatever crashes, gets lost, comes late or twice", () => {
  it("no effect is doubled and no wish is lost, in the seeds of every build (S1 to S9, L1 to L4, L8)", async () => {
    expect(await broken(1)).toEqual([]);
  });

  it(`nor in seeds that are new each time, from ${fresh} on`, async () => {
    expect(await broken(fresh)).toEqual([]);
  });

  it("what the platform rejects is tried again each ten minutes, and that is no unrest (L4)", async () => {
    const rejected: Schedule = {
      ...drawSchedule(1),
      setting: { ...peaceful, follows: false, hears: false, leases: true },
      deeds: [
        { at: 0, deed: "apply" },
        { at: 1_000, deed: "breakSpec" },
      ],
      faults: { listed: [] },
      calmAt: 2_000,
      quietTicks: 20,
    };
    expect((await play(rejected)).violations).toEqual([]);
  });

  it.each(rightAfterAll)("$name is no violation: $why", async ({ schedule }) => {
    expect((await play(schedule)).violations).toEqual([]);
  });

  it("a seed leads to the same run, to the last word, each time", async () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const schedule = drawSchedule(seed);
      expect(await traceOf(schedule)).toBe(await traceOf(schedule));
    }
  });

  it("a run is the same when its faults are named one by one instead of drawn", async () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const schedule = drawSchedule(seed);
      const { universe } = await play(schedule);
      const listed = universe.met.map(({ place, fault }) => [place, fault] as const);
      expect(await traceOf({ ...schedule, faults: { listed } })).toBe(await traceOf(schedule));
    }
  });
});
