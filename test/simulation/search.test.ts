import { describe, expect, it } from "vitest";
import { play, playBriefly } from "./play.ts";
import { drawSchedule, type Schedule } from "./schedule.ts";
import { traceOf } from "./trace.ts";

/** Seeds that every build plays, and as many that no build has played before. */
const some = 120;
const fresh = Math.floor(Math.random() * 2 ** 31);

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
      setting: {
        tickMs: 60_000,
        quarantineMs: 60_000,
        follows: false,
        hears: false,
        mostPods: 1,
        skewMs: 0,
        leases: true,
      },
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

  it("faults end when the last process that stood still goes on, up to 40 s after it got calm (L1, L4)", async () => {
    const frozenLast: Schedule = {
      seed: 302120,
      setting: {
        tickMs: 15000,
        quarantineMs: 60000,
        follows: true,
        hears: true,
        mostPods: 1,
        skewMs: 0,
        leases: false,
      },
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
    };
    expect((await play(frozenLast)).violations).toEqual([]);
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
