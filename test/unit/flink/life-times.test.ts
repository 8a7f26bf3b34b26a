import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { type Stays, timedTransitions, timeLife } from "../../../shared/flink/life-times.ts";

/** A write of a status: at which second, with which state, and when the last step of the deploy began. */
type Write = readonly [second: number, state: string, phase?: number];

const statusOf = ([, lifecycleState, phase]: Write): JsonObject => ({
  lifecycleState,
  reconciliationStatus: phase === undefined ? {} : { reconciliationTimestamp: phase * 1_000 },
});

/** What is told of a life, as one process sees it that lives from the second write on. */
function toldOf(writes: readonly Write[]): { stays: string[]; transitions: string[]; remembered: number } {
  let stays: Stays = new Map();
  const told = { stays: [] as string[], transitions: [] as string[], remembered: 0 };
  for (const [index, write] of writes.entries()) {
    const before = writes[index - 1];
    const times = timeLife(stays, before && statusOf(before), statusOf(write), write[0] * 1_000);
    stays = times.stays;
    if (times.state !== undefined) told.stays.push(`${times.state.name} ${times.state.seconds}`);
    told.transitions.push(...times.transitions.map(({ name, seconds }) => `${name} ${seconds}`));
  }
  return { ...told, remembered: stays.size };
}

const upgrade: readonly Write[] = [
  [100, "STABLE", 10],
  [200, "UPGRADING", 200],
  [215, "UPGRADING", 212],
  [220, "DEPLOYED", 220],
  [250, "STABLE", 220],
];

describe("the times of a life (7.1)", () => {
  it.each<{ name: string; why: string; writes: readonly Write[]; stays: string[]; transitions: string[] }>([
    {
      name: "a first deploy",
      why: "nobody knows since when it was wanted",
      writes: [
        [1, "DEPLOYED", 1],
        [31, "STABLE", 1],
      ],
      stays: ["DEPLOYED 30"],
      transitions: ["Stabilization 30"],
    },
    {
      name: "an upgrade",
      why: "it begins when STABLE ends; only the last step is the submission",
      writes: upgrade,
      stays: ["STABLE 190", "UPGRADING 20", "DEPLOYED 30"],
      transitions: ["Submission 8", "Upgrade 50", "Stabilization 30"],
    },
    {
      name: "an upgrade that another process began",
      why: "what that one saw is lost; what the status tells is not",
      writes: upgrade.slice(2),
      stays: ["UPGRADING 8", "DEPLOYED 30"],
      transitions: ["Submission 8", "Stabilization 30"],
    },
    {
      name: "a suspension",
      why: "the stop is all of it",
      writes: [
        [100, "STABLE", 10],
        [200, "UPGRADING", 200],
        [212, "SUSPENDED", 212],
      ],
      stays: ["STABLE 190", "UPGRADING 12"],
      transitions: ["Suspend 12"],
    },
    {
      name: "a resumption",
      why: "it was suspended since it was stopped, and resumes since it is not any more",
      writes: [
        [212, "SUSPENDED", 212],
        [300, "UPGRADING", 300],
        [304, "DEPLOYED", 304],
        [320, "STABLE", 304],
      ],
      stays: ["SUSPENDED 88", "UPGRADING 4", "DEPLOYED 16"],
      transitions: ["Submission 4", "Resume 20", "Stabilization 16"],
    },
    {
      name: "a rollback",
      why: "counted from the deploy that did not come up",
      writes: [
        [200, "UPGRADING", 200],
        [210, "DEPLOYED", 210],
        [510, "ROLLING_BACK", 510],
        [540, "ROLLED_BACK", 530],
      ],
      stays: ["UPGRADING 10", "DEPLOYED 300", "ROLLING_BACK 30"],
      transitions: ["Submission 10", "Rollback 330", "Submission 30"],
    },
    {
      name: "two changes, one after the other",
      why: "the first one never became stable, so that the second is no upgrade of a stable job",
      writes: [...upgrade.slice(0, 4), [230, "UPGRADING", 230], [240, "DEPLOYED", 240], [260, "STABLE", 240]],
      stays: ["STABLE 190", "UPGRADING 20", "DEPLOYED 10", "UPGRADING 10", "DEPLOYED 20"],
      transitions: ["Submission 8", "Submission 10", "Stabilization 20"],
    },
    {
      name: "writes that leave the state as it is",
      why: "nothing has ended",
      writes: [
        [1, "STABLE", 1],
        [50, "STABLE", 1],
      ],
      stays: [],
      transitions: [],
    },
    {
      name: "a clock that runs backwards",
      why: "no time is negative",
      writes: [
        [50, "DEPLOYED", 50],
        [20, "STABLE", 50],
      ],
      stays: [],
      transitions: [],
    },
    {
      name: "a status without times",
      why: "somebody has edited it",
      writes: [
        [1, "DEPLOYED"],
        [31, "STABLE"],
      ],
      stays: [],
      transitions: [],
    },
  ])("$name: $why", ({ writes, stays, transitions }) => {
    expect(toldOf(writes)).toEqual({ stays, transitions, remembered: 0 });
  });

  it("of a job that failed begin when Flink said so, and are not told where it did not", () => {
    const failed = (jobStatus: JsonObject): JsonObject => ({
      lifecycleState: "FAILED",
      jobStatus,
      reconciliationStatus: { reconciliationTimestamp: 0 },
    });
    const seconds = [{ state: "FAILED", updateTime: "40000" }, { state: "RUNNING", updateTime: "40000" }, {}].map(
      (job) => timeLife(new Map(), failed(job), { lifecycleState: "UPGRADING" }, 100_000).state?.seconds,
    );
    expect(seconds).toEqual([60, undefined, undefined]);
  });

  it.each([
    { before: undefined, after: { lifecycleState: "DEPLOYED" }, why: "the first status" },
    { before: { lifecycleState: 5 }, after: { lifecycleState: "STABLE" }, why: "no word" },
    { before: { lifecycleState: "STABLE" }, after: {}, why: "no state" },
    {
      before: { lifecycleState: "X", reconciliationStatus: { reconciliationTimestamp: 0 } },
      after: { lifecycleState: "STABLE" },
      why: "a word of nobody",
    },
  ] as { before?: JsonObject; after: JsonObject; why: string }[])("are none of $why", ({ before, after }) => {
    expect(timeLife(new Map(), before, after, 1)).toMatchObject({ state: undefined, transitions: [] });
  });

  it("have the reference's six transitions", () => {
    expect(timedTransitions).toEqual(["Resume", "Upgrade", "Suspend", "Stabilization", "Rollback", "Submission"]);
  });
});
