import { evenDice } from "./dice.ts";
import type { Schedule, Setting } from "./schedule.ts";
import { untold } from "./story.ts";
import { type Past, Universe } from "./universe.ts";

/** How long a past lasts, in milliseconds: in half of it everything is at rest. */
const lengthMs = 240_000;

const peaceful: Setting = {
  tickMs: 60_000,
  quarantineMs: 60_000,
  follows: true,
  hears: true,
  mostPods: 1,
  skewMs: 0,
  leases: false,
};

const pasts = new Map<Mode, Promise<Past>>();

type Mode = NonNullable<Schedule["past"]>;

/** What there is when a schedule begins; the code that is tested has made it, once for all schedules. */
export function pastOf({ past: mode }: Pick<Schedule, "past">): Promise<Past> | undefined {
  if (mode === undefined) return undefined;
  const past = pasts.get(mode) ?? makePast(mode);
  pasts.set(mode, past);
  return past;
}

async function makePast(mode: Mode): Promise<Past> {
  const universe = new Universe(peaceful, 1, evenDice, () => undefined, untold, { agoMs: lengthMs });
  const { timeline } = universe;
  universe.act(mode === "PUT" ? "applyPut" : "apply");
  timeline.after(10_000, () => universe.act("run"));
  for (let at = peaceful.tickMs; at < lengthMs; at += peaceful.tickMs) timeline.after(at, () => universe.tick());
  await timeline.runUntil(lengthMs);
  universe.close();
  return { cluster: universe.server.cluster, state: universe.platform.state };
}
