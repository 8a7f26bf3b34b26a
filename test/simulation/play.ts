import { ownRecord } from "../../shared/core/kind.ts";
import { answered, forward, once, platform } from "./oracles/history.ts";
import type { Oracle } from "./oracles/oracle.ts";
import { rest } from "./oracles/rest.ts";
import { diceOf, planOf, type Schedule } from "./schedule.ts";
import { type Story, untold } from "./story.ts";
import { Universe } from "./universe.ts";

/** How a run ended. */
export interface Verdict {
  /** One line each, with the invariant that is broken; empty when all is well. */
  readonly violations: readonly string[];
  readonly universe: Universe;
}

const oracles: readonly Oracle[] = [platform, rest, forward, once, answered];

/** Ticks within which everything is at rest once faults end (L1): `ceil(Q / tick) + 1`. */
export function ticksToRest({ quarantineMs, tickMs }: Schedule["setting"]): number {
  return Math.ceil(quarantineMs / tickMs) + 1;
}

/** Runs a schedule to its end and judges what it came to. */
export async function play(schedule: Schedule, story: Story = untold, plan = planOf(schedule)): Promise<Verdict> {
  const { setting, deeds, calmAt, quietTicks, seed } = schedule;
  const universe = new Universe(setting, seed, diceOf(schedule), plan, story);
  const { timeline } = universe;
  for (const { at, deed } of deeds) timeline.after(at, () => universe.act(deed));
  timeline.after(calmAt, () => universe.act("resume"));
  const restsAt = calmAt + (ticksToRest(setting) + (setting.follows ? 1 : 3)) * setting.tickMs;
  const endsAt = restsAt + quietTicks * setting.tickMs;
  for (let at = setting.tickMs; at < endsAt; at += setting.tickMs) timeline.after(at, () => universe.tick());
  await timeline.runUntil(restsAt);
  const writes = universe.witness.writes;
  const owed = writesOfRetries(universe, endsAt - restsAt);
  await timeline.runUntil(endsAt);
  universe.close();
  const restless = universe.witness.writes - writes;
  const violations = [
    ...universe.witness.violations,
    ...oracles.flatMap((oracle) => oracle(universe)),
    ...(restless > owed ? [`L4: ${restless} writes while nothing changes`] : []),
  ];
  return { violations: [...new Set(violations)], universe };
}

/**
 * A creation or change that the platform rejected is tried again from time to time: an intent, the effect, its outcome, the
 * status; and where it is taken at last, what stood behind it goes out as well.
 */
function writesOfRetries({ server, settings }: Universe, quietMs: number): number {
  const rejected = server.cluster.all().some((object) => ownRecord(object)?.rejected !== undefined);
  return rejected ? 20 * (Math.floor(quietMs / settings.rejectedRetryMs) + 1) : 0;
}
