import { at } from "../../../../shared/core/json.ts";
import type { FaultPlan } from "../../network.ts";
import { diceOf, planOf } from "../../schedule.ts";
import { type Story, untold } from "../../story.ts";
import { flinkOracles } from "./oracles.ts";
import type { FlinkSchedule } from "./schedule.ts";
import { FlinkUniverse } from "./universe.ts";

/** How a run ended. */
export interface FlinkVerdict {
  /** One line each, with the invariant that is broken; empty when all is well. */
  readonly violations: readonly string[];
  readonly universe: FlinkUniverse;
}

/**
 * Ticks within which all is at rest once faults end: what is in doubt is waited for, and where nothing is followed each step
 * of a change takes a tick.
 */
function ticksToRest({ setting: { quarantineMs, tickMs, follows }, deeds }: FlinkSchedule): number {
  return Math.ceil(quarantineMs / tickMs) + 1 + (follows ? 4 : 10 + 8 * deeds.length);
}

/** Calls that a tick may make where nothing moves: a list for each kind, four for each resource; what is in trouble is followed. */
function mostCalls({ server }: FlinkUniverse): number {
  const states = server.cluster.all().map(({ status }) => at(status, "lifecycleState") ?? "COMPLETED");
  return states.every((state) => atRest.has(String(state))) ? 3 + 4 * states.length : Number.POSITIVE_INFINITY;
}

const atRest: ReadonlySet<string> = new Set(["STABLE", "SUSPENDED", "COMPLETED"]);

/** Plays a schedule of the Flink kinds to its end and judges what it came to. */
export async function playFlink(
  schedule: FlinkSchedule,
  story: Story = untold,
  plan: FaultPlan = planOf(schedule),
): Promise<FlinkVerdict> {
  const { setting, deeds, calmAt, quietTicks } = schedule;
  const universe = new FlinkUniverse(schedule, diceOf(schedule), plan, story);
  const { timeline, witness } = universe;
  for (const { at, deed } of deeds) timeline.after(at, () => universe.act(deed));
  const restsAt = Math.ceil(calmAt / setting.tickMs + ticksToRest(schedule)) * setting.tickMs - 1;
  const endsAt = restsAt + quietTicks * setting.tickMs;
  for (let at = setting.tickMs; at <= endsAt; at += setting.tickMs) timeline.after(at, () => universe.tick());
  await timeline.runUntil(restsAt);
  const before = { writes: witness.writes, calls: universe.calls };
  await timeline.runUntil(endsAt);
  universe.close();
  universe.catchUp();
  const [writes, calls] = [witness.writes - before.writes, universe.calls - before.calls];
  const most = quietTicks * mostCalls(universe);
  const violations = [
    ...witness.violations,
    ...flinkOracles.flatMap((oracle) => oracle(universe)),
    ...(writes > 0 ? [`L4: ${writes} writes while nothing changes`] : []),
    ...(calls > most ? [`L4: ${calls} calls while nothing changes, and ${most} are enough`] : []),
  ];
  return { violations: [...new Set(violations)], universe };
}
