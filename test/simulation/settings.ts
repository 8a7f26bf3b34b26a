import type { Setting } from "./schedule.ts";

/** How the world is set up where a schedule needs nothing else: events arrive, one pod of each function follows what moves. */
export const peaceful: Setting = {
  tickMs: 60_000,
  quarantineMs: 60_000,
  follows: true,
  hears: true,
  mostPods: 1,
  skewMs: 0,
  leases: false,
};
