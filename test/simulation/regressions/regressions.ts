import type { Mutant } from "../mutants/mutant.ts";
import type { Schedule } from "../schedule.ts";

/** A schedule that once broke something. It must break nothing today, and break it again where the cure is taken back. */
export interface Regression extends Mutant {
  /** What broke. */
  readonly why: string;
  /** The title of the commit with the cure. */
  readonly cure: string;
  readonly schedule: Schedule;
}

/** What the search found in what ships; the seeded defect of each takes its cure back. */
export const regressions: readonly Regression[] = [
  {
    name: "dead-sweep-keeps-lease",
    why: "A refresh pod that died in a sweep kept all ticks out for 260 s.",
    cure: "A sweep's lease is short and renewed: a pod that died keeps ticks out for 30 s instead of 260 s",
    file: "functions/refresh/handle.ts",
    find: "const leaseMs = 30_000;",
    replace: "const leaseMs = 260_000;",
    killedBy: ["L1"],
    schedule: {
      seed: 1,
      even: true,
      setting: {
        tickMs: 15_000,
        quarantineMs: 60_000,
        follows: false,
        hears: false,
        mostPods: 1,
        skewMs: 0,
        leases: true,
      },
      deeds: [{ at: 0, deed: "apply" }],
      // The first tick: its lease is taken, and the pod dies before it hears so.
      faults: { listed: [[2, "crash after"]] },
      calmAt: 16_000,
      quietTicks: 1,
    },
  },
];
