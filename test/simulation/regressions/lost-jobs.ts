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
  {
    name: "let-go-by-an-old-word-of-its-cluster",
    why: "A session job was deleted, and its cluster read as it was before it ran: the job was let go and ran on without an owner.",
    cure: "A session job is not let go for an old word of its cluster: the cluster itself is asked first",
    commit: "ac627c5d6b363353bd339f4555f441fa07c17c4b",
    file: "shared/kinds/flink-session-job/gather.ts",
    find: '(cluster.status !== "MISSING" || isLeaving(object))',
    replace: 'cluster.status !== "MISSING"',
    killedBy: ["S8"],
    schedule: {
      kind: "flink",
      seed: 41453,
      subject: "session",
      startMs: 10_372,
      restAfterMs: 3_301,
      setting: { ...peaceful, tickMs: 60_000, quarantineMs: 60_000, follows: true, mostPods: 1 },
      deeds: [
        { at: 0, deed: "apply" },
        { at: 80_356, deed: "remove" },
      ],
      faults: {
        listed: [
          [109, "crash before"],
          [111, "crash before"],
          [118, "crash before"],
          [120, "stale"],
        ],
      },
      calmAt: 81_356,
      quietTicks: 1,
    },
  },
  {
    name: "lost-as-soon-as-it-was-started",
    why: "A session job went with its JobManager before it was seen to run: it said what only its user can do, and stayed UPGRADING.",
    cure: "A session job that was started and lost at once is FAILED, as what it waits for says",
    commit: "581ee0b715488810826d82e05e2bdd0dd1f951f1",
    file: "shared/flink/life-cycle.ts",
    find: 'return phase === "stopped" || gaveUp;',
    replace: 'return phase === "stopped" || (phase === "stopping" && gaveUp);',
    killedBy: ["L1"],
    schedule: {
      kind: "flink",
      seed: 926096682,
      subject: "session",
      startMs: 8055,
      restAfterMs: 3134,
      setting: {
        tickMs: 60000,
        quarantineMs: 60000,
        follows: true,
        hears: true,
        mostPods: 1,
        skewMs: 0,
        leases: false,
      },
      deeds: [
        { at: 0, deed: "apply" },
        { at: 48184, deed: "removeJobManager" },
      ],
      faults: {
        listed: [
          [14, "slow"],
          [75, "crash after"],
        ],
      },
      calmAt: 49184,
      quietTicks: 1,
    },
  },
];
