import { at } from "../../shared/core/json.ts";
import { ownRecord } from "../../shared/core/kind.ts";
import { momentary } from "../world/history.ts";
import type { FaultPlan } from "./network.ts";
import { creationOnly } from "./oracles/creation-only.ts";
import { answered, forward, once, platform } from "./oracles/history.ts";
import type { Oracle } from "./oracles/oracle.ts";
import { prompt } from "./oracles/prompt.ts";
import { rest } from "./oracles/rest.ts";
import { secrecy } from "./oracles/secrecy.ts";
import { thrift } from "./oracles/thrift.ts";
import { truth } from "./oracles/truth.ts";
import { pastOf } from "./past.ts";
import { diceOf, planOf, type Schedule } from "./schedule.ts";
import { Stillness } from "./stillness.ts";
import { type Story, untold } from "./story.ts";
import { Universe } from "./universe.ts";

/** How a run ended. */
export interface Verdict {
  /** One line each, with the invariant that is broken; empty when all is well. */
  readonly violations: readonly string[];
  readonly universe: Universe;
}

const oracles: readonly Oracle[] = [platform, rest, truth, forward, once, answered, creationOnly, thrift, secrecy];

/** Ticks within which everything is at rest once faults end (L1): `ceil(Q / tick) + 1`. */
export function ticksToRest({ quarantineMs, tickMs }: Schedule["setting"]): number {
  return Math.ceil(quarantineMs / tickMs) + 1;
}

/** When the last tick within L1's bound has done its work, and the next one is about to come. */
function wantedBy(setting: Schedule["setting"], faultsEndAt: number): number {
  return (Math.floor(faultsEndAt / setting.tickMs) + ticksToRest(setting) + 1) * setting.tickMs;
}

/**
 * Ticks that what stands behind a doubt may take on top. Without following it goes a step a tick, and requests stand one
 * behind another.
 */
function stepsOf({ setting, deeds }: Schedule): number {
  const requests = deeds.filter(({ deed }) => (momentary as readonly string[]).includes(deed));
  return setting.follows ? 1 : 3 + requests.length;
}

/** Runs a schedule to its end and judges what it came to. */
export function play(schedule: Schedule, story: Story = untold, plan = planOf(schedule)): Promise<Verdict> {
  return run(schedule, story, plan, everyTick);
}

/**
 * The same for a search: without the ticks that find a world at rest as the last one left it. Where many quiet ticks are to
 * follow they are all sent.
 *
 * Guarantees: what it says is broken is broken with every tick.
 * Caveats: what only shows in a later one of several equal looks is left to schedules with many quiet ticks.
 */
export async function playBriefly(schedule: Schedule): Promise<Verdict> {
  const stillness = new Stillness();
  const brief = await run(schedule, untold, planOf(schedule), (...moment) => !stillness.isStill(...moment));
  return brief.violations.length === 0 ? brief : play(schedule);
}

/** Whether a tick is sent that may find the world as the last one left it; `isBusy` while anything else is on its way. */
type TickChoice = (universe: Universe, isBusy: boolean) => boolean;

const everyTick: TickChoice = () => true;

async function run(schedule: Schedule, story: Story, plan: FaultPlan, isSent: TickChoice): Promise<Verdict> {
  const { setting, deeds, calmAt, quietTicks, seed } = schedule;
  const { tickMs } = setting;
  const universe = new Universe(setting, seed, diceOf(schedule), plan, story, await pastOf(schedule));
  const { timeline } = universe;
  for (const { at, deed } of deeds) timeline.after(at, () => universe.act(deed));
  timeline.after(calmAt, () => universe.calm());
  const toRest = (ticksToRest(setting) + stepsOf(schedule)) * tickMs;
  // Standing still is a fault that may outlast the calm's beginning, and so may a roll-out.
  const faultsEndAt = () => Math.max(calmAt, universe.thawsAt, setting.rollout?.to ?? 0);
  const restsAt = () => faultsEndAt() + toRest;
  const tick = () => {
    const isQuiet = quietTicks > 1 && timeline.now > restsAt();
    if (isQuiet || isSent(universe, timeline.isBusy)) universe.tick();
    timeline.after(tickMs, tick);
  };
  timeline.after(tickMs, tick);
  await runUntil(timeline, () => wantedBy(setting, faultsEndAt()) - 1);
  const late = prompt(universe);
  await runUntil(timeline, restsAt);
  const endsAt = restsAt() + quietTicks * tickMs;
  const writes = universe.witness.writes;
  const retries = writesOfRetries(universe, endsAt - restsAt());
  const owed = retries + writesOfDoubts(universe) + writesOfLapses(universe) + writesOfDeadlines(universe);
  await timeline.runUntil(endsAt);
  universe.close();
  const restless = universe.witness.writes - writes;
  const violations = [
    ...universe.witness.violations,
    ...universe.witness.strangers.violations,
    ...universe.witness.requests.violations,
    ...late,
    ...oracles.flatMap((oracle) => oracle(universe)),
    ...(restless > owed ? [`L4: ${restless} writes while nothing changes`] : []),
  ];
  return { violations: [...new Set(violations)], universe };
}

/** Lets everything happen up to a time that may move meanwhile. */
async function runUntil(timeline: Universe["timeline"], time: () => number): Promise<void> {
  while (timeline.now < time()) await timeline.runUntil(time());
}

/**
 * A creation or change that the platform rejected is tried again from time to time: an intent, the effect, its outcome, the
 * status; and where it is taken at last, what stood behind it goes out as well.
 */
function writesOfRetries({ server, settings }: Universe, quietMs: number): number {
  const rejected = server.cluster.all().some((object) => ownRecord(object)?.rejected !== undefined);
  return rejected ? 20 * (Math.floor(quietMs / settings.rejectedRetryMs) + 1) : 0;
}

/**
 * An update in doubt is struck off the record once it can no longer be applied, and a deletion that waited goes on. Pods
 * that send the same definition at once may leave such a doubt behind, however well it went.
 */
function writesOfDoubts({ server }: Universe): number {
  return 5 * server.cluster.all().filter((object) => ownRecord(object)?.late !== undefined).length;
}

/** Nobody looks after the savepoints of a resource that waits to be deleted: the note that one is being taken lapses. */
function writesOfLapses({ server }: Universe): number {
  const leaving = server.cluster.all().filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
  return leaving.filter((object) => ownRecord(object)?.nonces?.taking !== undefined).length;
}

/** A nonce that waits for its job (`weir.dev/nonce-policy: Wait`) is blocked when its time is over. */
function writesOfDeadlines({ server }: Universe): number {
  const waits = server.cluster.all().flatMap((object) => Object.values(ownRecord(object)?.nonces ?? {}));
  return 5 * waits.filter((one) => at(one, "waiting") !== undefined).length;
}
