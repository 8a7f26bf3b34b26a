import { type Deed, momentary } from "../world/history.ts";
import { type Dice, evenDice, makeDice, pick, strengthFace } from "./dice.ts";
import { withRareFact } from "./draw-rare.ts";
import type { FlowDeed } from "./exhaustive/deeds.ts";
import { type Fault, faults, faultsOf, type IoKind } from "./faults.ts";
import { type Length, lengthOf } from "./lengths.ts";
import type { FaultPlan } from "./network.ts";
import type { PastName } from "./pasts.ts";
import type { Rollout } from "./rollout.ts";

/** What a user or somebody else does, in milliseconds since the beginning. */
export interface TimedDeed<Deed extends string = FlowDeed> {
  readonly at: number;
  readonly deed: Deed;
}

/** How the world of a run is set up. */
export interface Setting {
  /** Milliseconds between two ticks. */
  readonly tickMs: number;
  /** `WEIR_QUARANTINE` in milliseconds. */
  readonly quarantineMs: number;
  /** Whether `WEIR_SELF_URL` is set, so that what moves is followed (D9). */
  readonly follows: boolean;
  /** Whether the source of changes works at all; without it there are ticks alone. */
  readonly hears: boolean;
  /** Pods of one function at once, at most. */
  readonly mostPods: number;
  /** How far wall clocks of pods may be off, in milliseconds. */
  readonly skewMs: number;
  /** Whether sweeps ask the API server for their lease; otherwise nothing keeps them apart. */
  readonly leases: boolean;
  /** Items of a page of any list, on the API server and on the platform; absent, all come at once. */
  readonly pageSize?: number;
  /** Two versions of Weir at once; absent, there is one. */
  readonly rollout?: Rollout;
}

/** Faults that are drawn, and how likely each is where it can happen, from 0 to 1. */
export type Swarm = readonly (readonly [fault: Fault, rate: number])[];

/** Faults by the place in the run at which they happen; how strong each is, from 0 to 1, is drawn where it is not given. */
export type ListedFaults = readonly (readonly [place: number, fault: Fault, strength?: number])[];

/** Faults that come as they are drawn. */
export interface DrawnFaults {
  readonly swarm: Swarm;
  /** Milliseconds from the beginning in which nothing goes wrong; absent, there are none. */
  readonly from?: number;
}

/** Everything that decides a run, as JSON. */
export interface ScheduleOf<Deed extends string> {
  readonly seed: number;
  readonly setting: Setting;
  readonly deeds: readonly TimedDeed<Deed>[];
  /** Whether latencies and all else that is drawn for each place are always in the middle of what they may be. */
  readonly even?: boolean;
  readonly faults: DrawnFaults | { readonly listed: ListedFaults };
  /** When faults end, in milliseconds since the beginning; from then on there is nothing but ticks and what they lead to. */
  readonly calmAt: number;
  /** Ticks after which all has to be at rest, and those that follow in which nothing may be written (L4). */
  readonly quietTicks: number;
}

/** The same for a resource of AppManager. */
export interface Schedule extends ScheduleOf<FlowDeed> {
  /** What was there before, everything at rest; absent, there was nothing. */
  readonly past?: PastName;
}

/** How stories begin: most things only happen to a job that runs. */
const beginnings: readonly (readonly Deed[])[] = [["apply"], ["applyPut"], ["apply", "run"], ["applyPut", "run"]];

const laterDeeds: readonly Deed[] = [
  ...momentary,
  "run",
  "run",
  "run",
  "suspend",
  "cancel",
  "scale",
  "scale",
  "breakSpec",
  "mendSpec",
  "pause",
  "resume",
  "unask",
  "neverUpgrade",
  "upgrade",
  "remove",
  "apply",
  "drift",
];

/** Draws the schedule of a seed; each seed has its own mix of faults and of strengths. */
export function drawSchedule(seed: number): Schedule {
  const dice = makeDice(seed ^ 0x5c4ed01e);
  const length = lengthOf(dice.at(9));
  const usual = { setting: drawSetting(dice, length), deeds: drawDeeds(dice, length) };
  const { setting, deeds } = dice.at(19) < length.rare ? withRareFact(usual, dice) : usual;
  const last = deeds.at(-1)?.at ?? 0;
  const drawn: Schedule = {
    seed,
    setting,
    deeds,
    faults: { swarm: drawSwarm(dice, length) },
    calmAt: Math.round(last + 1_000 + dice.at(6) * 20_000),
    quietTicks: dice.at(7) < length.doubted ? 20 : 1,
  };
  return dice.at(8) < length.withPast ? withPast(drawn, dice, length) : drawn;
}

const anyBeginning: readonly FlowDeed[] = beginnings.flat();

/** The schedule without its creation, which is more than half of a run, where nothing else happens at its beginning. */
function withPast(schedule: Schedule, dice: Dice, { pasts }: Length): Schedule {
  const first = schedule.deeds.filter(({ at }) => at === 0).map(({ deed }) => deed);
  if (first.some((deed) => !anyBeginning.includes(deed))) return schedule;
  const mode = first.includes("applyPut") ? "PUT" : "PATCH";
  const past = dice.at(17) < 0.4 || pasts.length === 0 ? mode : pick(pasts, dice.at(18));
  return { ...schedule, past, deeds: schedule.deeds.filter(({ at }) => at > 0) };
}

function drawDeeds(dice: Dice, { mostDeeds, fewer, close }: Length): TimedDeed[] {
  const count = 1 + Math.floor(mostDeeds * dice.at(0) ** fewer);
  const spread = dice.at(1) < close ? 5_000 : 60_000;
  const later = Array.from({ length: count }, (_, index) => ({
    at: dice.at(2, index) * spread,
    deed: pick(laterDeeds, dice.at(3, index)),
  }));
  const first = pick(beginnings, dice.at(4)).map((deed) => ({ at: 0, deed }));
  const after = dice.at(5) * 5_000;
  return [...first, ...later.map(({ at, deed }) => ({ at: Math.round(at + after), deed })).sort((a, b) => a.at - b.at)];
}

function drawSetting(dice: Dice, { quick, leased }: Length): Setting {
  return {
    tickMs: dice.at(10) < quick ? pick([30_000, 15_000], dice.at(26)) : 60_000,
    quarantineMs: pick([60_000, 60_000, 60_000, 120_000], dice.at(11)),
    follows: dice.at(12) < 0.5,
    hears: dice.at(13) < 0.8,
    mostPods: 1 + Math.floor(dice.at(14) * 3),
    skewMs: dice.at(15) < 0.3 ? 600_000 : 0,
    leases: dice.at(16) < leased,
  };
}

function drawSwarm(dice: Dice, { faulty }: Length): Swarm {
  const share = 0.1 + (faulty - 0.1) * dice.at(20);
  const swarm: [Fault, number][] = [];
  let index = 0;
  for (const fault of swarming) {
    if (dice.at(21, index) < share) swarm.push([fault, 0.25 * dice.at(22, index) ** 2]);
    index += 1;
  }
  return swarm;
}

const swarming = Object.keys(faults) as Fault[];

/** What goes wrong where: nothing once it is calm. */
export function planOf({ faults: planned, calmAt, seed }: ScheduleOf<string>): FaultPlan {
  if ("listed" in planned) {
    return listedPlan(new Map(planned.listed.map(([place, fault]) => [place, fault] as const)), calmAt);
  }
  const { from = 0, swarm } = planned;
  const dice = makeDice(seed ^ 0x0fa17);
  const known = new Map<IoKind, Swarm>();
  return (place, kind, now) => {
    if (now < from || now >= calmAt || swarm.length === 0) return undefined;
    let rates = known.get(kind);
    if (rates === undefined) {
      rates = ratesOf(kind, swarm);
      known.set(kind, rates);
    }
    let number = rates.length === 0 ? 1 : dice.at(place);
    for (const [fault, rate] of rates) {
      if (number < rate) return fault;
      number -= rate;
    }
    return undefined;
  };
}

/** Those that a kind can meet, in its own order; of what is drawn twice, the last counts. */
function ratesOf(kind: IoKind, swarm: Swarm): Swarm {
  return faultsOf[kind].map((fault) => swarm.findLast(([drawn]) => drawn === fault)).filter((one) => one !== undefined);
}

/** Without one of its faults a run takes other ways, so that another fault may find itself at a call that cannot meet it. */
function listedPlan(listed: ReadonlyMap<number, Fault>, calmAt: number): FaultPlan {
  return (place, kind, now) => {
    const fault = now < calmAt ? listed.get(place) : undefined;
    return fault !== undefined && faultsOf[kind].includes(fault) ? fault : undefined;
  };
}

/** The dice of a run: the seed's, or even ones, with the strengths that are given. */
export function diceOf({ seed, even, faults: planned }: ScheduleOf<string>): Dice {
  const dice = even === true ? evenDice : makeDice(seed);
  const listed = "listed" in planned ? planned.listed : [];
  const strengths = new Map<number, number>(
    listed.flatMap(([place, , strength]) => (strength === undefined ? [] : [[place, strength]])),
  );
  if (strengths.size === 0) return dice;
  return { at: (place, face = 0) => (face < strengthFace ? undefined : strengths.get(place)) ?? dice.at(place, face) };
}
