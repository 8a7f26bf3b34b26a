import { describe, expect, it } from "vitest";
import {
  type Health,
  type HealthLimits,
  isJudged,
  noteHealth,
  owesPoll,
  whyUnhealthy,
} from "../../../shared/flink/health.ts";
import type { Checkpoint, Checkpoints, JobOverview } from "../../../shared/ports/flink-answers.ts";

const limits: HealthLimits = { restarts: 64, windowMs: 120_000, checkpointsMs: 1_200_000 };

/** A look: when it is, when the job changed last, and the answer of its poll if one is owed. */
type Look = readonly [now: number, modified: number, count?: number];

function through(...looks: readonly Look[]): Health | undefined {
  return looks.reduce<Health | undefined>((before, [now, lastModification, count]) => {
    const job = { lastModification };
    const poll = owesPoll(before, job) ? { count } : undefined;
    return noteHealth(before, { job, poll, now, limits });
  }, undefined);
}

describe("restarts of a job that are counted (2.11)", () => {
  it.each<{ name: string; why: string; looks: readonly Look[]; tooMany: number | undefined; owes: boolean }>([
    {
      name: "a first look",
      why: "what came before is of the deploy",
      looks: [[0, 0]],
      tooMany: undefined,
      owes: false,
    },
    {
      name: "nothing changes",
      why: "a steady job costs no call",
      looks: [
        [0, 0],
        [60_000, 0],
        [9_000_000, 0],
      ],
      tooMany: undefined,
      owes: false,
    },
    {
      name: "one answer alone",
      why: "nobody knows of when it is",
      looks: [
        [0, 0],
        [1_000, 900, 500],
      ],
      tooMany: undefined,
      owes: true,
    },
    {
      name: "one restart",
      why: "it is no more than a sample to compare with",
      looks: [
        [0, 0],
        [1_000, 900, 0],
        [2_000, 900, 1],
      ],
      tooMany: undefined,
      owes: false,
    },
    {
      name: "65 within the window",
      why: "one more than there may be",
      looks: [
        [0, 0],
        [1_000, 900, 0],
        [2_000, 1_900, 0],
        [60_000, 59_000, 65],
      ],
      tooMany: 65,
      owes: true,
    },
    {
      name: "64 within the window",
      why: "as many as there may be",
      looks: [
        [0, 0],
        [1_000, 900, 0],
        [2_000, 1_900, 0],
        [60_000, 59_000, 64],
      ],
      tooMany: undefined,
      owes: true,
    },
    {
      name: "500 in an hour",
      why: "that are sixteen in each window",
      looks: [
        [0, 0],
        [1_000, 900, 0],
        [2_000, 900, 0],
        [3_600_000, 3_599_000, 0],
        [3_601_000, 3_599_000, 500],
      ],
      tooMany: undefined,
      owes: false,
    },
    {
      name: "a lower count",
      why: "another JobManager counts from nought",
      looks: [
        [0, 0],
        [1_000, 900, 0],
        [2_000, 1_900, 900],
        [3_000, 2_900, 70],
      ],
      tooMany: undefined,
      owes: true,
    },
    {
      name: "no count",
      why: "Flink does not tell, which is no restart",
      looks: [
        [0, 0],
        [1_000, 900],
        [2_000, 1_900],
        [3_000, 2_900],
      ],
      tooMany: undefined,
      owes: true,
    },
    {
      name: "a storm that is over",
      why: "it is asked on until the window has passed",
      looks: [
        ...([
          [0, 0],
          [1_000, 900, 0],
          [2_000, 1_900, 0],
          [60_000, 59_000, 500],
        ] as const),
        ...([
          [130_000, 59_000, 500],
          [140_000, 59_000, 500],
          [150_000, 59_000, 500],
        ] as const),
      ],
      tooMany: undefined,
      owes: false,
    },
  ])("$name: $why", ({ looks, tooMany, owes }) => {
    const health = through(...looks);
    expect(health?.tooMany).toBe(tooMany);
    expect(owesPoll(health, { lastModification: looks.at(-1)?.[1] ?? 0 })).toBe(owes);
  });
});

describe("a job whose health is judged", () => {
  const known = through([0, 0]);
  it.each<{
    name: string;
    why: string;
    state: JobOverview["state"];
    before: Health | undefined;
    onTrial?: boolean;
    now: number;
    is: boolean;
  }>([
    { name: "runs", why: "that is the job to judge", state: "RUNNING", before: undefined, now: 0, is: true },
    {
      name: "restarts and was never seen to run",
      why: "it fails as soon as it starts, between two looks",
      state: "RESTARTING",
      before: undefined,
      now: 0,
      is: true,
    },
    {
      name: "restarts on trial",
      why: "what does not come up is rolled back, which a restart would put off",
      state: "RESTARTING",
      before: undefined,
      onTrial: true,
      now: 0,
      is: false,
    },
    {
      name: "runs on trial",
      why: "it has come up",
      state: "RUNNING",
      before: undefined,
      onTrial: true,
      now: 0,
      is: true,
    },
    { name: "never came up", why: "it waits for slots", state: "CREATED", before: undefined, now: 0, is: false },
    { name: "restarts", why: "it may do nothing else", state: "RESTARTING", before: known, now: 30_000, is: true },
    {
      name: "waits for slots",
      why: "it is no fault of the job, and begins anew",
      state: "CREATED",
      before: known,
      now: 90_000,
      is: false,
    },
    { name: "ended", why: "there is nothing to judge", state: "FINISHED", before: known, now: 0, is: false },
  ])("$name: $why", ({ state, before, onTrial = false, now, is }) => {
    expect(isJudged(before, { state, lastModification: 0 } as JobOverview, { now, onTrial })).toBe(is);
  });
});

describe("checkpoints of a job that do not complete (2.11)", () => {
  const health: Health = { since: 0, modified: 0, settled: true };
  const at = (latestAckTimestamp: number) => ({ latestAckTimestamp }) as Checkpoint;
  const checkpoints = (change: Partial<Checkpoints> = {}) => ({ enabled: true, ...change }) as Checkpoints;
  const late = 1_300_000;
  it.each<{
    name: string;
    why: string;
    checkpoints: Checkpoints | undefined;
    startTime?: number;
    limits?: HealthLimits;
    is?: string;
  }>([
    {
      name: "never one",
      why: "counted from its first RUNNING",
      checkpoints: checkpoints(),
      is: "The job has completed no checkpoint for 1300 s",
    },
    { name: "a young one", why: "it makes progress", checkpoints: checkpoints({ completed: at(200_000) }) },
    {
      name: "an old one",
      why: "it makes none any more",
      checkpoints: checkpoints({ completed: at(50_000) }),
      is: "The job has completed no checkpoint for 1250 s",
    },
    {
      name: "a young savepoint",
      why: "is progress as well",
      checkpoints: checkpoints({ completed: at(50_000), savepoint: at(1_000_000) }),
    },
    {
      name: "another JobManager",
      why: "it remembers none of the old one's",
      checkpoints: checkpoints(),
      startTime: 900_000,
    },
    { name: "no checkpoints", why: "they are switched off", checkpoints: checkpoints({ enabled: false }) },
    { name: "no answer", why: "nobody knows", checkpoints: undefined },
    {
      name: "no window",
      why: "nobody said one",
      checkpoints: checkpoints(),
      limits: { ...limits, checkpointsMs: undefined },
    },
  ])("$name: $why", ({ checkpoints, startTime = 0, is, limits: within = limits }) => {
    expect(whyUnhealthy(health, checkpoints, { job: { startTime }, now: late, limits: within })).toBe(is);
  });
});
