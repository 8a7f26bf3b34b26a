import { peaceful } from "../settings.ts";
import type { Regression } from "./regression.ts";

/** Jobs of session clusters whose JobManager went and came back without them. */
export const lostJobs: readonly Regression[] = [
  {
    name: "suspended-after-its-loss",
    why: "A session job that its cluster had lost was to be suspended, and waited for ever to be known again.",
    cure: "A session job that its cluster has lost is given up with the ways out, whatever was to be changed",
    commit: "c63a4592a6602f9e0e54486164a4012aeedbbe75",
    file: "shared/flink/choose-stop.ts",
    find: "  lost,\n  ending,",
    replace: "  ending,",
    killedBy: ["L1"],
    schedule: {
      kind: "flink",
      seed: 1109,
      subject: "session",
      startMs: 2_962,
      restAfterMs: 1_315,
      setting: { ...peaceful, tickMs: 60_000, quarantineMs: 60_000, follows: true, mostPods: 2 },
      deeds: [
        { at: 0, deed: "apply" },
        { at: 14_897, deed: "killJobManager" },
        { at: 21_726, deed: "suspend" },
      ],
      faults: { listed: [] },
      calmAt: 22_726,
      quietTicks: 1,
    },
  },
];
