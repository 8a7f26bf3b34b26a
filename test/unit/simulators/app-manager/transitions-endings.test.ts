import { describe, it } from "vitest";
import { desire, go, makeRunning, retemplate, type Way } from "./ways.ts";
import { makeSpec, makeWorld } from "./world.ts";

const WAYS: readonly Way[] = [
  {
    name: "a bounded job",
    why: "FINISHED without a transition",
    from: () => makeRunning({ finishesAfterMs: 2000 }),
    act: () => undefined,
    states: "1999 RUNNING, 1 FINISHED",
    jobs: ["FINISHED"],
    savepoints: [],
  },
  {
    name: "an edit after FINISHED",
    why: "spec.state is RUNNING still: nothing to do",
    from: () => makeRunning({ finishesAfterMs: 0 }),
    act: (world) => retemplate(world),
    states: "0 FINISHED, 5000 FINISHED",
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
    states: "0 TRANSITIONING, 4499 TRANSITIONING, 1 FAILED, 9000 FAILED",
    jobs: ["FAILED", "FAILED", "FAILED"],
    savepoints: [],
  },
  {
    name: "two failed starts of four",
    why: "the third attempt succeeds (sim:attempts)",
    from: makeWorld,
    act: (world) => {
      world.state.artifacts.set("s3://jobs/a.jar", { failedStarts: 2 });
      world.create("a", makeSpec("RUNNING"));
    },
    states: "4499 TRANSITIONING, 1 RUNNING",
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
    states: "0 CANCELLED",
    jobs: ["FAILED"],
    savepoints: [],
  },
  {
    name: "FAILED, still wanted RUNNING",
    why: "only CANCELLED or SUSPENDED resets it (sim:sticky-ends)",
    from: () => makeRunning({ broken: true }, { maxJobCreationAttempts: 1 }),
    act: (world) => desire(world, "RUNNING"),
    states: "0 FAILED, 5000 FAILED",
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
    states: "0 RUNNING, 1 TRANSITIONING, 1500 RUNNING, 9000 RUNNING",
    jobs: ["FAILED", "STARTED"],
    savepoints: [],
  },
  {
    name: "failure after failure",
    why: "FAILED after maxJobCreationAttempts failures (sim:job-retries, sim:attempts)",
    from: () => makeRunning({ failsAfterMs: 100 }, { maxJobCreationAttempts: 2 }),
    act: () => undefined,
    states: "100 TRANSITIONING, 1500 RUNNING, 100 FAILED",
    jobs: ["FAILED", "FAILED"],
    savepoints: [],
  },
  {
    name: "a suspension whose savepoints fail",
    why: "FAILED after maxSavepointCreationAttempts, here 2 (sim:failed-suspension, sim:attempts)",
    from: () => makeRunning({ failedSavepoints: 9 }, { maxSavepointCreationAttempts: 2 }),
    act: (world) => desire(world, "SUSPENDED"),
    states: "1399 TRANSITIONING, 1 FAILED",
    jobs: ["FAILED"],
    savepoints: ["SUSPEND FAILED", "SUSPEND FAILED"],
  },
  {
    name: "a suspension whose first savepoint fails",
    why: "the second one does",
    from: () => makeRunning({ failedSavepoints: 1 }),
    act: (world) => desire(world, "SUSPENDED"),
    states: "1699 TRANSITIONING, 1 SUSPENDED",
    jobs: ["TERMINATED"],
    savepoints: ["SUSPEND FAILED", "SUSPEND COMPLETED"],
  },
  {
    name: "a job that would fail while it is cancelled",
    why: "it terminates as asked",
    from: () => makeRunning({ failsAfterMs: 1500 }),
    act: (world) => {
      world.wait(1000);
      desire(world, "CANCELLED");
    },
    states: "999 TRANSITIONING, 1 CANCELLED",
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
    states: "1599 RUNNING, 1 TRANSITIONING, 1500 RUNNING, 100 FAILED",
    jobs: ["FAILED", "FAILED", "FAILED", "FAILED"],
    savepoints: [],
  },
  {
    name: "a bounded job that ends while suspending",
    why: "there is nothing left to stop",
    from: () => makeRunning({ finishesAfterMs: 300 }),
    act: (world) => desire(world, "SUSPENDED"),
    states: "299 TRANSITIONING, 1 SUSPENDED",
    jobs: ["FINISHED"],
    savepoints: ["SUSPEND FAILED"],
  },
];

describe("a job that ends or fails", () => {
  it.each(WAYS)("$name: $why (sim:states)", (way) => go(way));
});
