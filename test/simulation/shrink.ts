import type { Met } from "./network.ts";
import type { ListedFaults, Schedule, ScheduleOf, Setting, TimedDeed } from "./schedule.ts";

/** What playing a schedule came to, as far as shrinking asks. */
export interface Outcome {
  readonly violations: readonly string[];
  readonly met: readonly Met[];
}

/** Any schedule. */
type Any = ScheduleOf<string>;

/** Plays a schedule. */
export type Play<Of extends Any = Schedule> = (schedule: Of) => Promise<Outcome>;

/** A schedule whose faults are named one by one. */
export type ListedSchedule<Of extends Any = Schedule> = Of & { readonly faults: { readonly listed: ListedFaults } };

/** A schedule that still breaks its invariant, and from which nothing can be taken. */
export interface Shrunk<Of extends Any = Schedule> {
  readonly schedule: ListedSchedule<Of>;
  readonly violations: readonly string[];
  /** Schedules that were played to find it. */
  readonly runs: number;
}

/** The simplest world; each field is tried on its own. */
const simplest: Partial<Setting> = {
  follows: false,
  hears: false,
  mostPods: 1,
  skewMs: 0,
  quarantineMs: 60_000,
  tickMs: 60_000,
};

/** Milliseconds that faults go on for after the last deed, at least. */
const leastUnrestMs = 1_000;

/** The invariant that a violation names, such as `S2`; what names none is said by the platform. */
export function invariantOf(violation: string): string {
  return /^([^\s:]+):/.exec(violation)?.[1] ?? "platform";
}

/**
 * Takes away from a schedule what it does not need to break an invariant: faults, deeds, pods, events, time.
 *
 * Guarantees: what is left breaks the same invariant; its deeds and faults are among those of the schedule; none of them can
 * go alone, unless `mostRuns` ended the search.
 */
export async function shrink<Of extends Any>(
  schedule: Of,
  invariant: string,
  play: Play<Of>,
  mostRuns = 3_000,
): Promise<Shrunk<Of>> {
  const first = await play(schedule);
  if (!breaks(first, invariant)) throw new Error(`the schedule does not break ${invariant}`);
  const search: Search<Of> = {
    invariant,
    play,
    mostRuns,
    best: listed(schedule, first),
    violations: first.violations,
    runs: 1,
  };
  for (let before = ""; before !== JSON.stringify(search.best); ) {
    before = JSON.stringify(search.best);
    await thin(
      search,
      (one) => one.faults.listed,
      (one, some: ListedFaults) => ({ ...one, faults: { listed: some } }),
    );
    await thin(
      search,
      (one) => one.deeds,
      (one, deeds: readonly TimedDeed<string>[]) => ({ ...one, deeds }),
    );
    for (const simpler of simplerThan(search.best)) await improves(search, { ...search.best, ...simpler });
  }
  const { best, violations, runs } = search;
  return { schedule: best, violations, runs };
}

/** The smallest schedule so far, and what there is to find a smaller one. */
interface Search<Of extends Any> {
  readonly invariant: string;
  readonly play: Play<Of>;
  readonly mostRuns: number;
  best: ListedSchedule<Of>;
  violations: readonly string[];
  runs: number;
}

/** Whether a schedule breaks the invariant as well; it is the best from then on. */
async function improves<Of extends Any>(search: Search<Of>, candidate: ListedSchedule<Of>): Promise<boolean> {
  if (search.runs >= search.mostRuns) return false;
  search.runs += 1;
  const outcome = await search.play(candidate);
  if (!breaks(outcome, search.invariant)) return false;
  search.best = listed(candidate, outcome);
  search.violations = outcome.violations;
  return true;
}

/** Leaves out halves, quarters, … and single items of a list, as long as it goes. */
async function thin<Of extends Any, Item>(
  search: Search<Of>,
  read: (schedule: ListedSchedule<Of>) => readonly Item[],
  write: (schedule: ListedSchedule<Of>, items: readonly Item[]) => ListedSchedule<Of>,
): Promise<void> {
  for (let size = read(search.best).length; size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < read(search.best).length; ) {
      const fewer = read(search.best).toSpliced(start, size);
      if (!(await improves(search, write(search.best, fewer)))) start += size;
    }
  }
}

type SimplerPart = Partial<Omit<Any, "faults" | "deeds">>;

function simplerThan({ setting, deeds, calmAt, quietTicks }: Any): SimplerPart[] {
  const fields = Object.entries(simplest) as [keyof Setting, Setting[keyof Setting]][];
  const earliest = Math.max(0, ...deeds.map(({ at }) => at)) + leastUnrestMs;
  const calms = [earliest, Math.round((earliest + calmAt) / 2)];
  return [
    ...fields.flatMap(([field, value]) =>
      setting[field] === value ? [] : [{ setting: { ...setting, [field]: value } }],
    ),
    ...calms.flatMap((calm) => (calm < calmAt ? [{ calmAt: calm }] : [])),
    ...(quietTicks > 1 ? [{ quietTicks: 1 }] : []),
  ];
}

/** The same run, with the faults that it met by name. */
function listed<Of extends Any>(schedule: Of, { met }: Outcome): ListedSchedule<Of> {
  return { ...schedule, faults: { listed: met.map(({ place, fault }) => [place, fault] as const) } };
}

function breaks({ violations }: Outcome, invariant: string): boolean {
  return violations.some((violation) => invariantOf(violation) === invariant);
}
