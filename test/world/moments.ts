import { type Deed, deeds, tickToRest } from "./history.ts";
import type { Change } from "./memory-cluster.ts";
import { RestartWatch } from "./restarts.ts";
import { World } from "./world.ts";

/** What happens in one moment of a history. */
export interface Moment {
  readonly deed: Deed;
  /** How the operator hears of what changed: not at all, once, twice, in the wrong order, or by a look of its own. */
  readonly heard: "never" | "once" | "twice" | "backwards" | "look";
  /** What goes wrong with the next POST and the next PATCH to the platform. */
  readonly shot?: "resetAfterCommit" | "resetBeforeCommit" | "error" | undefined;
  readonly crash?: Crash | undefined;
}

/** The call of a port, counted from its moment, at which the process dies, before or after the effect. */
export interface Crash {
  readonly in: number;
  readonly when: "before" | "after";
}

/** Carries out a history and then lets the world come to rest by ticks alone, with a sound platform and nothing paused. */
export async function play(
  moments: readonly Moment[],
  prepare: (world: World) => void = () => {},
): Promise<{ world: World; watch: RestartWatch }> {
  const world = new World();
  prepare(world);
  const watch = new RestartWatch(world);
  reboot(world, watch);
  let told = 0;
  for (const moment of moments) {
    deeds[moment.deed](world);
    if (moment.shot !== undefined) fail(world, moment.shot);
    if (moment.crash !== undefined) arm(world, watch, moment.crash);
    const changes = world.cluster.changes.slice(told);
    told = world.cluster.changes.length;
    await survive(() => tell(world, moment.heard, changes));
    if (moment.crash !== undefined) reboot(world, watch);
  }
  world.admin.configure({ next: [] });
  deeds.resume(world);
  await tickToRest(world);
  return { world, watch };
}

async function tell(world: World, heard: Moment["heard"], changes: readonly Change[]): Promise<void> {
  const orders = {
    never: [],
    once: changes,
    twice: [...changes, ...changes],
    backwards: changes.toReversed(),
    look: changes,
  };
  for (const change of orders[heard]) await world.deliver(change);
  if (heard === "look") await world.pass("my-deployment");
}

async function survive(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith("the process")) throw error;
  }
}

/** A new process, which knows nothing. */
function reboot(world: World, watch: RestartWatch): void {
  world.cluster.probe = () => {};
  world.way.probe = () => watch.look();
  world.boot();
}

function fail(world: World, kind: NonNullable<Moment["shot"]>): void {
  const shot = kind === "error" ? { kind, status: 503 } : { kind };
  world.admin.configure({ next: (["POST", "PATCH"] as const).map((method) => ({ ...shot, method })) });
}

/** Makes the process die at a call; whatever it tries after that never leaves it. */
function arm(world: World, watch: RestartWatch, crash: Crash): void {
  let calls = 0;
  let dead = false;
  const probe = (_call: unknown, when: "before" | "after") => {
    watch.look();
    if (dead) throw new Error("the process is dead");
    if (when === "before") calls += 1;
    if (calls !== crash.in || when !== crash.when) return;
    dead = true;
    throw new Error("the process dies");
  };
  world.cluster.probe = probe;
  world.way.probe = probe;
}
