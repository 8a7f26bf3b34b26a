import { evenDice } from "./dice.ts";
import { type PastName, pasts } from "./pasts.ts";
import type { Schedule } from "./schedule.ts";
import { peaceful } from "./settings.ts";
import { untold } from "./story.ts";
import { type Past, Universe } from "./universe.ts";

/** How long a past lasts, in milliseconds: in half of it everything is at rest. */
const lengthMs = 240_000;

const made = new Map<PastName, Promise<Past>>();

/** What there is when a schedule begins; the code that is tested has made it, once for all schedules. */
export function pastOf({ past: name }: Pick<Schedule, "past">): Promise<Past> | undefined {
  if (name === undefined) return undefined;
  const past = made.get(name) ?? makePast(name);
  made.set(name, past);
  return past;
}

async function makePast(name: PastName): Promise<Past> {
  const { mode, deeds } = pasts[name];
  const universe = new Universe(peaceful, 1, evenDice, () => undefined, untold, { agoMs: lengthMs });
  const { timeline } = universe;
  universe.act(mode === "PUT" ? "applyPut" : "apply");
  for (const [at, deed] of deeds) timeline.after(at, () => universe.act(deed));
  for (let at = peaceful.tickMs; at < lengthMs; at += peaceful.tickMs) timeline.after(at, () => universe.tick());
  await timeline.runUntil(lengthMs);
  universe.close();
  const { server, platform, done, witness } = universe;
  const { owners, requests } = witness;
  return { cluster: server.cluster, state: platform.state, done, owners, records: requests.records };
}
