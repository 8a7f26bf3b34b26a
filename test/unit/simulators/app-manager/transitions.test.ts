import { describe, expect, it } from "vitest";
import { TRANSITIONING, TRANSITIONING_SINCE } from "../../../../simulators/app-manager/annotations.ts";
import { findViolations } from "../../../../simulators/app-manager/invariants.ts";
import type { Job, Savepoint } from "../../../../simulators/app-manager/objects.ts";
import type { Behaviour } from "../../../../simulators/app-manager/state.ts";
import { makeSpec, makeWorld } from "./world.ts";

type World = ReturnType<typeof makeWorld>;

const desire = (world: World, state: string): void => {
  world.patch("a", { spec: { state } });
};
const retemplate = (world: World, parallelism = 2): void => {
  world.patch("a", { spec: { template: { spec: { parallelism } } } });
};
const stateOf = (world: World): string => world.read("a").status.state;
const jobsOf = (world: World): string[] => world.list("jobs").map((job) => (job as unknown as Job).status.state);
const savepointsOf = (world: World): string[] =>
  world.list("savepoints").map((item) => {
    const { metadata, status } = item as unknown as Savepoint;
    return `${metadata.origin} ${status.state}`;
  });
const eventsOf = (world: World): string[] =>
  world.list("events").map((event) => (event.metadata as { name: string }).name);

function makeRunning(behaviour: Behaviour = {}, extra = {}): World {
  const world = makeWorld();
  world.state.artifacts.set("s3://jobs/a.jar", behaviour);
  world.create("a", makeSpec("RUNNING", extra));
  world.wait(1500);
  return world;
}

/** Each row drives `before` (RUNNING for 1.5 s unless it says otherwise), then looks at each point in time. */
const TABLE: readonly {
  readonly name: string;
  readonly why: string;
  readonly from: () => World;
  readonly act: (world: World) => void;
  readonly states: readonly (readonly [number, string])[];
  readonly jobs: readonly string[];
  readonly savepoints: readonly string[];
}[] = [
  {
    name: "— → CANCELLED",
    why: "a created CANCELLED deployment does nothing",
    from: makeWorld,
    act: (world) => world.create("a", makeSpec("CANCELLED")),
    states: [
      [0, "CANCELLED"],
      [5000, "CANCELLED"],
    ],
    jobs: [],
    savepoints: [],
  },
  {
    name: "— → RUNNING",
    why: "TRANSITIONING for the start, 1 ms early it is not there yet",
    from: makeWorld,
    act: (world) => world.create("a", makeSpec("RUNNING")),
    states: [
      [0, "TRANSITIONING"],
      [1499, "TRANSITIONING"],
      [1, "RUNNING"],
    ],
    jobs: ["STARTED"],
    savepoints: [],
  },
  {
    name: "CANCELLED → RUNNING",
    why: "a new job each time",
    from: () => {
      const world = makeRunning();
      desire(world, "CANCELLED");
      world.wait(1000);
      return world;
    },
    act: (world) => desire(world, "RUNNING"),
    states: [
      [0, "TRANSITIONING"],
      [1500, "RUNNING"],
    ],
    jobs: ["TERMINATED", "STARTED"],
    savepoints: [],
  },
  {
    name: "RUNNING → CANCELLED",
    why: "no savepoint",
    from: makeRunning,
    act: (world) => desire(world, "CANCELLED"),
    states: [
      [0, "TRANSITIONING"],
      [999, "TRANSITIONING"],
      [1, "CANCELLED"],
    ],
    jobs: ["TERMINATED"],
    savepoints: [],
  },
  {
    name: "RUNNING → SUSPENDED",
    why: "savepoint of origin SUSPEND, then stop; 1 s together",
    from: makeRunning,
    act: (world) => desire(world, "SUSPENDED"),
    states: [
      [0, "TRANSITIONING"],
      [999, "TRANSITIONING"],
      [1, "SUSPENDED"],
    ],
    jobs: ["TERMINATED"],
    savepoints: ["SUSPEND COMPLETED"],
  },
  {
    name: "SUSPENDED → RUNNING",
    why: "restores",
    from: () => {
      const world = makeRunning();
      desire(world, "SUSPENDED");
      world.wait(1000);
      return world;
    },
    act: (world) => desire(world, "RUNNING"),
    states: [
      [0, "TRANSITIONING"],
      [1500, "RUNNING"],
    ],
    jobs: ["TERMINATED", "STARTED"],
    savepoints: ["SUSPEND COMPLETED"],
  },
  {
    name: "SUSPENDED → CANCELLED",
    why: "no job, no transition",
    from: () => {
      const world = makeRunning();
      desire(world, "SUSPENDED");
      world.wait(1000);
      return world;
    },
    act: (world) => desire(world, "CANCELLED"),
    states: [[0, "CANCELLED"]],
    jobs: ["TERMINATED"],
    savepoints: ["SUSPEND COMPLETED"],
  },
  {
    name: "upgrade STATEFUL",
    why: "savepoint, stop, new job",
    from: makeRunning,
    act: (world) => retemplate(world),
    states: [
      [0, "TRANSITIONING"],
      [2499, "TRANSITIONING"],
      [1, "RUNNING"],
    ],
    jobs: ["TERMINATED", "STARTED"],
    savepoints: ["SUSPEND_AND_UPGRADE COMPLETED"],
  },
  {
    name: "upgrade STATELESS",
    why: "stop, new job, no savepoint",
    from: () => makeRunning({}, { upgradeStrategy: { kind: "STATELESS" } }),
    act: (world) => retemplate(world),
    states: [
      [0, "TRANSITIONING"],
      [2499, "TRANSITIONING"],
      [1, "RUNNING"],
    ],
    jobs: ["TERMINATED", "STARTED"],
    savepoints: [],
  },
  {
    name: "upgrade NONE",
    why: "the job is left alone",
    from: () => makeRunning({}, { upgradeStrategy: { kind: "NONE" } }),
    act: (world) => retemplate(world),
    states: [
      [0, "RUNNING"],
      [5000, "RUNNING"],
    ],
    jobs: ["STARTED"],
    savepoints: [],
  },
  {
    name: "a template edit while CANCELLED",
    why: "no transition",
    from: () => {
      const world = makeWorld();
      world.create("a", makeSpec("CANCELLED"));
      return world;
    },
    act: (world) => retemplate(world),
    states: [
      [0, "CANCELLED"],
      [5000, "CANCELLED"],
    ],
    jobs: [],
    savepoints: [],
  },
  {
    name: "a bounded job",
    why: "FINISHED without a transition",
    from: () => makeRunning({ finishesAfterMs: 2000 }),
    act: () => undefined,
    states: [
      [1999, "RUNNING"],
      [1, "FINISHED"],
    ],
    jobs: ["FINISHED"],
    savepoints: [],
  },
  {
    name: "an edit after FINISHED",
    why: "spec.state is RUNNING still: nothing to do",
    from: () => makeRunning({ finishesAfterMs: 0 }),
    act: (world) => retemplate(world),
    states: [
      [0, "FINISHED"],
      [5000, "FINISHED"],
    ],
    jobs: ["FINISHED"],
    savepoints: [],
  },
  {
    name: "a broken artifact",
    why: "FAILED after maxJobCreationAttempts (3) starts",
    from: makeWorld,
    act: (world) => {
      world.state.artifacts.set("s3://jobs/a.jar", { broken: true });
      world.create("a", makeSpec("RUNNING", { maxJobCreationAttempts: 3 }));
    },
    states: [
      [0, "TRANSITIONING"],
      [4499, "TRANSITIONING"],
      [1, "FAILED"],
      [9000, "FAILED"],
    ],
    jobs: ["FAILED", "FAILED", "FAILED"],
    savepoints: [],
  },
  {
    name: "two failed starts of four",
    why: "the third attempt succeeds",
    from: makeWorld,
    act: (world) => {
      world.state.artifacts.set("s3://jobs/a.jar", { failedStarts: 2 });
      world.create("a", makeSpec("RUNNING"));
    },
    states: [
      [4499, "TRANSITIONING"],
      [1, "RUNNING"],
    ],
    jobs: ["FAILED", "FAILED", "STARTED"],
    savepoints: [],
  },
  {
    name: "FAILED → CANCELLED",
    why: "the usual manual reset, at once",
    from: () => {
      const world = makeRunning({ broken: true }, { maxJobCreationAttempts: 1 });
      return world;
    },
    act: (world) => desire(world, "CANCELLED"),
    states: [[0, "CANCELLED"]],
    jobs: ["FAILED"],
    savepoints: [],
  },
  {
    name: "FAILED, still wanted RUNNING",
    why: "only CANCELLED or SUSPENDED resets it",
    from: () => makeRunning({ broken: true }, { maxJobCreationAttempts: 1 }),
    act: (world) => desire(world, "RUNNING"),
    states: [
      [0, "FAILED"],
      [5000, "FAILED"],
    ],
    jobs: ["FAILED"],
    savepoints: [],
  },
  {
    name: "an unrecoverable failure",
    why: "TRANSITIONING, then RUNNING again",
    from: () => makeRunning({ failsAfterMs: 1000 }),
    act: (world) => {
      world.wait(999);
      world.read("a");
      world.state.artifacts.set("s3://jobs/a.jar", {});
    },
    states: [
      [0, "RUNNING"],
      [1, "TRANSITIONING"],
      [1500, "RUNNING"],
      [9000, "RUNNING"],
    ],
    jobs: ["FAILED", "STARTED"],
    savepoints: [],
  },
  {
    name: "failure after failure",
    why: "FAILED after maxJobCreationAttempts failures",
    from: () => makeRunning({ failsAfterMs: 100 }, { maxJobCreationAttempts: 2 }),
    act: () => undefined,
    states: [
      [100, "TRANSITIONING"],
      [1500, "RUNNING"],
      [100, "FAILED"],
    ],
    jobs: ["FAILED", "FAILED"],
    savepoints: [],
  },
  {
    name: "a suspension whose savepoints fail",
    why: "FAILED after maxSavepointCreationAttempts (2)",
    from: () => makeRunning({ failedSavepoints: 9 }, { maxSavepointCreationAttempts: 2 }),
    act: (world) => desire(world, "SUSPENDED"),
    states: [
      [1399, "TRANSITIONING"],
      [1, "FAILED"],
    ],
    jobs: ["FAILED"],
    savepoints: ["SUSPEND FAILED", "SUSPEND FAILED"],
  },
  {
    name: "a suspension whose first savepoint fails",
    why: "the second one does",
    from: () => makeRunning({ failedSavepoints: 1 }),
    act: (world) => desire(world, "SUSPENDED"),
    states: [
      [1699, "TRANSITIONING"],
      [1, "SUSPENDED"],
    ],
    jobs: ["TERMINATED"],
    savepoints: ["SUSPEND FAILED", "SUSPEND COMPLETED"],
  },
  {
    name: "CANCELLED while starting",
    why: "redirected at once",
    from: makeWorld,
    act: (world) => {
      world.create("a", makeSpec("RUNNING"));
      world.wait(100);
      desire(world, "CANCELLED");
    },
    states: [
      [999, "TRANSITIONING"],
      [1, "CANCELLED"],
      [5000, "CANCELLED"],
    ],
    jobs: ["TERMINATED"],
    savepoints: [],
  },
  {
    name: "CANCELLED late in the start",
    why: "the end of the abandoned start is void",
    from: makeWorld,
    act: (world) => {
      world.create("a", makeSpec("RUNNING"));
      world.wait(700);
      desire(world, "CANCELLED");
    },
    states: [
      [999, "TRANSITIONING"],
      [1, "CANCELLED"],
    ],
    jobs: ["TERMINATED"],
    savepoints: [],
  },
  {
    name: "an edit while cancelling",
    why: "does not begin the cancellation again",
    from: makeRunning,
    act: (world) => {
      desire(world, "CANCELLED");
      world.wait(600);
      retemplate(world);
    },
    states: [
      [399, "TRANSITIONING"],
      [1, "CANCELLED"],
    ],
    jobs: ["TERMINATED"],
    savepoints: [],
  },
  {
    name: "SUSPENDED while starting",
    why: "the start is finished first",
    from: makeWorld,
    act: (world) => {
      world.create("a", makeSpec("RUNNING"));
      world.wait(100);
      desire(world, "SUSPENDED");
    },
    states: [
      [2399, "TRANSITIONING"],
      [1, "SUSPENDED"],
    ],
    jobs: ["TERMINATED"],
    savepoints: ["SUSPEND COMPLETED"],
  },
  {
    name: "RUNNING again while suspending",
    why: "the savepoint ends, the job is kept",
    from: makeRunning,
    act: (world) => {
      desire(world, "SUSPENDED");
      desire(world, "RUNNING");
    },
    states: [
      [699, "TRANSITIONING"],
      [1, "RUNNING"],
    ],
    jobs: ["STARTED"],
    savepoints: ["SUSPEND COMPLETED"],
  },
  {
    name: "CANCELLED while suspending",
    why: "the savepoint is given up",
    from: makeRunning,
    act: (world) => {
      desire(world, "SUSPENDED");
      desire(world, "CANCELLED");
    },
    states: [[1000, "CANCELLED"]],
    jobs: ["TERMINATED"],
    savepoints: ["SUSPEND FAILED"],
  },
  {
    name: "RUNNING again while cancelling",
    why: "the latest desired state wins; CANCELLED is skipped",
    from: makeRunning,
    act: (world) => {
      desire(world, "CANCELLED");
      world.wait(500);
      desire(world, "RUNNING");
    },
    states: [
      [500, "TRANSITIONING"],
      [1500, "RUNNING"],
    ],
    jobs: ["TERMINATED", "STARTED"],
    savepoints: [],
  },
  {
    name: "three template edits in one transition",
    why: "coalesced: the new job has the newest template",
    from: makeRunning,
    act: (world) => {
      retemplate(world, 2);
      retemplate(world, 3);
      retemplate(world, 4);
    },
    states: [
      [2500, "RUNNING"],
      [9000, "RUNNING"],
    ],
    jobs: ["TERMINATED", "STARTED"],
    savepoints: ["SUSPEND_AND_UPGRADE COMPLETED"],
  },
  {
    name: "a template edit while starting",
    why: "the started job is upgraded afterwards",
    from: makeWorld,
    act: (world) => {
      world.create("a", makeSpec("RUNNING"));
      retemplate(world);
    },
    states: [
      [1500, "TRANSITIONING"],
      [2500, "RUNNING"],
    ],
    jobs: ["TERMINATED", "STARTED"],
    savepoints: ["SUSPEND_AND_UPGRADE COMPLETED"],
  },
  {
    name: "a job that would fail while it is cancelled",
    why: "it terminates as asked",
    from: () => makeRunning({ failsAfterMs: 1500 }),
    act: (world) => {
      world.wait(1000);
      desire(world, "CANCELLED");
    },
    states: [
      [999, "TRANSITIONING"],
      [1, "CANCELLED"],
    ],
    jobs: ["TERMINATED"],
    savepoints: [],
  },
  {
    name: "a failing job after a manual reset",
    why: "failures are counted anew",
    from: () => {
      const world = makeRunning({ failsAfterMs: 100 }, { maxJobCreationAttempts: 2 });
      world.wait(1700);
      desire(world, "CANCELLED");
      return world;
    },
    act: (world) => desire(world, "RUNNING"),
    states: [
      [1599, "RUNNING"],
      [1, "TRANSITIONING"],
      [1500, "RUNNING"],
      [100, "FAILED"],
    ],
    jobs: ["FAILED", "FAILED", "FAILED", "FAILED"],
    savepoints: [],
  },
  {
    name: "a bounded job that ends while suspending",
    why: "there is nothing left to stop",
    from: () => makeRunning({ finishesAfterMs: 300 }),
    act: (world) => desire(world, "SUSPENDED"),
    states: [
      [299, "TRANSITIONING"],
      [1, "SUSPENDED"],
    ],
    jobs: ["FINISHED"],
    savepoints: ["SUSPEND FAILED"],
  },
];

describe("the state machine", () => {
  it.each(TABLE)("$name: $why", ({ from, act, states, jobs, savepoints }) => {
    const world = from();
    world.list("events");
    act(world);
    for (const [ms, state] of states) {
      world.wait(ms);
      expect(stateOf(world)).toBe(state);
      const shown = Object.keys(world.read("a").metadata.annotations).filter((key) => key.includes("transitioning"));
      expect(shown).toEqual(state === "TRANSITIONING" ? [TRANSITIONING, TRANSITIONING_SINCE] : []);
      expect(world.read("a").status.running !== undefined).toBe(state === "RUNNING");
    }
    expect(jobsOf(world)).toEqual(jobs);
    expect(savepointsOf(world)).toEqual(savepoints);
    expect(findViolations(world.state)).toEqual([]);
  });

  it("counts a resourceVersion for each change of state", () => {
    const world = makeWorld();
    world.create("a", makeSpec("RUNNING"));
    expect(world.read("a").metadata.resourceVersion).toBe(1);
    world.wait(1500);
    expect(world.read("a").metadata.resourceVersion).toBe(2);
    desire(world, "SUSPENDED");
    expect(world.read("a").metadata.resourceVersion).toBe(3);
    world.wait(1000);
    expect(world.read("a").metadata.resourceVersion).toBe(5);
  });

  it("shows the job and a condition while RUNNING", () => {
    const world = makeRunning();
    const [job] = world.list("jobs") as unknown as Job[];
    expect(world.read("a").status.running).toMatchObject({
      jobId: job?.metadata.id,
      transitionTime: "2023-11-14T22:13:21.500000Z",
      conditions: [{ type: "JobFailing", status: "False" }],
    });
    expect(job).toMatchObject({ metadata: { deploymentName: "a" }, spec: { artifact: { kind: "JAR" } } });
  });
});

describe("restoring", () => {
  it.each([
    {
      name: "LATEST_STATE",
      why: "checkpoints count",
      strategy: { kind: "LATEST_STATE" },
      origin: "RETAINED_CHECKPOINT",
    },
    { name: "LATEST_SAVEPOINT", why: "checkpoints do not", strategy: { kind: "LATEST_SAVEPOINT" }, origin: "SUSPEND" },
    { name: "NONE", why: "an empty start", strategy: { kind: "NONE" }, origin: undefined },
  ])("starts from what $name chooses", ({ strategy, origin }) => {
    const world = makeWorld();
    const flinkConfiguration = {
      "execution.checkpointing.externalized-checkpoint-retention": "RETAIN_ON_CANCELLATION",
    };
    world.create("a", makeSpec("RUNNING", { restoreStrategy: strategy }, { flinkConfiguration }));
    for (const [state, ms] of [
      ["RUNNING", 1500],
      ["SUSPENDED", 1000],
      ["RUNNING", 1500],
      ["CANCELLED", 1000],
      ["RUNNING", 1500],
    ] as const) {
      desire(world, state);
      world.wait(ms);
      world.read("a");
    }
    expect(savepointsOf(world)).toEqual(["SUSPEND COMPLETED", "RETAINED_CHECKPOINT COMPLETED"]);
    const chosen = (world.list("savepoints") as unknown as Savepoint[]).find(
      ({ metadata }) => metadata.origin === origin,
    );
    const job = world.list("jobs").at(-1) as unknown as Job;
    expect(job.spec.savepointLocation).toBe(chosen?.spec.savepointLocation);
  });
});

describe("events", () => {
  it("tell a start", () => {
    expect(eventsOf(makeRunning())).toEqual([
      "STATE_TRANSITION_IS_NEEDED",
      "CREATING_A_NEW_JOB",
      "SPINNING_UP_A_CLUSTER_FOR_A_JOB",
      "AWAITING_A_JOB_TO_START",
      "JOB_SUCCESSFULLY_STARTED",
      "STATE_TRANSITION_IS_COMPLETED",
    ]);
  });

  it.each([
    {
      name: "a cancellation",
      why: "2.4",
      behaviour: {},
      act: (world: World) => desire(world, "CANCELLED"),
      expected: ["FOUND_A_JOB_TO_TERMINATE", "STATE_TRANSITION_IS_COMPLETED"],
    },
    {
      name: "a suspension",
      why: "2.4",
      behaviour: {},
      act: (world: World) => desire(world, "SUSPENDED"),
      expected: [
        "CREATING_A_SAVEPOINT_BEFORE_SUSPENSION",
        "FOUND_A_COMPLETED_SAVEPOINT_READY_FOR_SUSPENSION",
        "FOUND_A_JOB_TO_TERMINATE",
        "STATE_TRANSITION_IS_COMPLETED",
      ],
    },
    {
      name: "a suspension that fails",
      why: "2.4",
      behaviour: { failedSavepoints: 9 },
      act: (world: World) => desire(world, "SUSPENDED"),
      expected: ["TOO_MANY_FAILED_SUSPENSION_ATTEMPTS"],
    },
    {
      name: "a broken job",
      why: "2.4",
      behaviour: { broken: true },
      act: () => undefined,
      expected: ["FAILED_CREATING_A_NEW_JOB", "TOO_MANY_FAILED_JOB_CREATION_ATTEMPTS"],
    },
    {
      name: "a bounded job",
      why: "2.4",
      behaviour: { finishesAfterMs: 1 },
      act: () => undefined,
      expected: ["JOB_SUCCESSFULLY_FINISHED", "TRANSITIONED_TO_FINISHED_STATE"],
    },
    {
      name: "a dying job",
      why: "2.4",
      behaviour: { failsAfterMs: 1 },
      act: () => undefined,
      expected: ["TERMINATING_A_JOB_DUE_TO_AN_UNRECOVERABLE_FAILURE"],
    },
    {
      name: "a template change",
      why: "2.4",
      behaviour: {},
      act: (world: World) => retemplate(world),
      expected: ["USING_AN_UPGRADE_STRATEGY"],
    },
  ])("tell $name", ({ behaviour, act, expected }) => {
    const world = makeRunning(behaviour);
    act(world);
    world.wait(60_000);
    const told = eventsOf(world);
    const places = expected.map((name) => told.lastIndexOf(name));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((left, right) => left - right));
  });

  it("tell of a suspension that finds no job", () => {
    const world = makeRunning({ finishesAfterMs: 0 });
    desire(world, "SUSPENDED");
    expect(stateOf(world)).toBe("SUSPENDED");
    expect(eventsOf(world)).toContain("COULD_NOT_FIND_A_JOB_TO_SUSPEND");
  });
});
