import { describe, expect, it } from "vitest";
import type { Job, Savepoint } from "../../../../simulators/app-manager/objects.ts";
import { desire, eventsOf, makeRunning, retemplate, savepointsOf, type World } from "./ways.ts";
import { makeSpec, makeWorld } from "./world.ts";

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
  ])("starts from what $name chooses (sim:restores, sim:retained-checkpoint)", ({ strategy, origin }) => {
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

describe("restoring from one savepoint", () => {
  it("takes the named one, or starts empty when it is not there (sim:restores)", () => {
    const world = makeRunning();
    const deploymentId = world.read("a").metadata.id;
    const copy = (savepointLocation: string) =>
      world.send("POST", "/api/v1/namespaces/default/savepoints", { deploymentId, savepointLocation })
        .body as unknown as Savepoint;
    const [wanted] = [copy("s3://b/wanted"), copy("s3://b/newest")];
    const restart = (savepointId: string) => {
      const spec = { upgradeStrategy: { kind: "STATELESS" }, restoreStrategy: { kind: "FROM_SAVEPOINT", savepointId } };
      world.patch("a", { spec });
      retemplate(world, world.list("jobs").length + 1);
      world.wait(5_000);
      return (world.list("jobs").at(-1) as unknown as Job).spec.savepointLocation;
    };
    expect([restart(wanted.metadata.id), restart("gone")]).toEqual(["s3://b/wanted", undefined]);
  });

  it.each([true, false])("passes allowNonRestoredState %s on to the job (sim:restores)", (allowNonRestoredState) => {
    const world = makeRunning({}, { restoreStrategy: { kind: "LATEST_STATE", allowNonRestoredState } });
    expect((world.list("jobs").at(-1) as unknown as Job).spec.allowNonRestoredState).toBe(allowNonRestoredState);
  });
});

describe("events", () => {
  it("tell a start (sim:events)", () => {
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
  ])("tell $name (sim:events)", ({ behaviour, act, expected }) => {
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
    expect(world.read("a").status.state).toBe("SUSPENDED");
    expect(eventsOf(world)).toContain("COULD_NOT_FIND_A_JOB_TO_SUSPEND");
  });
});
