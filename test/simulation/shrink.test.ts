import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ioKinds } from "./faults.ts";
import { play } from "./play.ts";
import { drawSchedule, type ListedFaults, type Schedule, type TimedDeed } from "./schedule.ts";
import { type ListedSchedule, type Outcome, shrink } from "./shrink.ts";

/** A world that breaks S9 where these deeds and faults are in the schedule, whatever else there is. */
function breaksWith(deeds: readonly TimedDeed[], faults: ListedFaults) {
  return async (schedule: Schedule): Promise<Outcome> => {
    const listed = "listed" in schedule.faults ? schedule.faults.listed : [];
    const met = listed.map(([place, fault]) => ({ place, fault, kind: ioKinds[0] }));
    const broken = holdsAll(schedule.deeds, deeds) && holdsAll(listed, faults);
    return { met, violations: broken ? ["L1: something else", "S9: this one"] : [] };
  };
}

function holdsAll(items: readonly unknown[], wanted: readonly unknown[]): boolean {
  const texts = new Set(items.map((item) => JSON.stringify(item)));
  return wanted.every((item) => texts.has(JSON.stringify(item)));
}

const deedList = fc.uniqueArray(
  fc.record({ at: fc.nat(60_000), deed: fc.constantFrom("run", "scale", "askRestart", "remove") }),
  { selector: ({ at }) => at, maxLength: 8 },
);
const faultList = fc.uniqueArray(fc.tuple(fc.nat(500), fc.constantFrom("crash after", "lost", "late", "stale")), {
  selector: ([place]) => place,
  maxLength: 30,
});

describe("shrink", () => {
  it("leaves exactly the deeds and faults that break the invariant, whatever lay around them", async () => {
    const all = fc.record({
      deeds: deedList,
      faults: faultList,
      seed: fc.nat(),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(all, async ({ deeds, faults, seed, share }) => {
        const [someDeeds, someFaults] = [some(deeds, share), some(faults, share)];
        const schedule: Schedule = { ...drawSchedule(seed), deeds, faults: { listed: faults } };
        const { schedule: shrunk } = await shrink(schedule, "S9", breaksWith(someDeeds, someFaults));
        expect([shrunk.deeds, shrunk.faults.listed]).toEqual([someDeeds, someFaults]);
        expect(shrunk.setting).toMatchObject({ follows: false, hears: false, mostPods: 1, skewMs: 0 });
        expect(shrunk.calmAt).toBeLessThanOrEqual(schedule.calmAt);
      }),
      { numRuns: 60 },
    );
  });

  it("refuses a schedule that breaks nothing", async () => {
    const fine = async () => ({ met: [], violations: ["S1: another"] });
    await expect(shrink(drawSchedule(1), "S9", fine)).rejects.toThrow("does not break S9");
  });

  it("ends after the runs that it may have, with what it has by then", async () => {
    const schedule: Schedule = {
      ...drawSchedule(1),
      faults: { listed: Array.from({ length: 64 }, (_, n) => [n, "lost"]) },
    };
    const { runs } = await shrink(schedule, "S9", breaksWith([], [[63, "lost"]]), 10);
    expect(runs).toBe(10);
  });

  it("shrinks a run of the simulator to a part of it from which nothing can go alone", async () => {
    const drawn = await firstThatBreaks();
    const original = await outcomeOf(drawn);
    const { schedule, violations } = await shrink(drawn, "S9", outcomeOf);
    expect(violations).toEqual(original.violations);
    expect(holdsAll(drawn.deeds, schedule.deeds)).toBe(true);
    expect(
      holdsAll(
        original.met.map(({ place, fault }) => [place, fault]),
        schedule.faults.listed,
      ),
    ).toBe(true);
    for (const smaller of withoutOne(schedule)) expect((await outcomeOf(smaller)).violations).toEqual([]);
  });
});

async function firstThatBreaks(): Promise<Schedule> {
  for (let seed = 1; ; seed += 1) {
    const schedule = drawSchedule(seed);
    if ((await outcomeOf(schedule)).violations.length > 0) return schedule;
  }
}

/** The simulator, with an invariant of its own that a crash at a record breaks, and a refusal anywhere. */
async function outcomeOf(schedule: Schedule): Promise<Outcome> {
  const { met } = (await play(schedule)).universe;
  const broken = met.some(({ kind, fault }) => kind === "api patch" && fault.startsWith("crash"));
  const denied = met.some(({ fault }) => fault === "denied");
  return { met, violations: broken && denied ? ["S9: a crash at a record, and a refusal"] : [] };
}

function withoutOne(schedule: ListedSchedule): Schedule[] {
  const { deeds, faults } = schedule;
  return [
    ...deeds.map((_, index) => ({ ...schedule, deeds: deeds.toSpliced(index, 1) })),
    ...faults.listed.map((_, index) => ({ ...schedule, faults: { listed: faults.listed.toSpliced(index, 1) } })),
  ];
}

function some<Item>(items: readonly Item[], share: number): Item[] {
  return items.filter((_, index) => (index * 0.618) % 1 < share);
}
