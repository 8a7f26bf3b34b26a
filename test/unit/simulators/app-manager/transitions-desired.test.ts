import { describe, expect, it } from "vitest";
import type { Job } from "../../../../simulators/app-manager/objects.ts";
import { desire, go, makeRunning, makeStopped, retemplate, type Way } from "./ways.ts";
import { makeSpec, makeWorld } from "./world.ts";

const WAYS: readonly Way[] = [
  {
    name: "— → CANCELLED",
    why: "a created CANCELLED deployment does nothing",
    from: makeWorld,
    act: (world) => world.create("a", makeSpec("CANCELLED")),
    states: "0 CANCELLED, 5000 CANCELLED",
    jobs: [],
    savepoints: [],
  },
  {
    name: "— → RUNNING",
    why: "TRANSITIONING for the start, 1 ms early it is not there yet (sim:create-running)",
    from: makeWorld,
    act: (world) => world.create("a", makeSpec("RUNNING")),
    states: "0 TRANSITIONING, 1499 TRANSITIONING, 1 RUNNING",
    jobs: ["STARTED"],
    savepoints: [],
  },
  {
    name: "CANCELLED → RUNNING",
    why: "a new job each time",
    from: () => makeStopped("CANCELLED"),
    act: (world) => desire(world, "RUNNING"),
    states: "0 TRANSITIONING, 1500 RUNNING",
    jobs: ["TERMINATED", "STARTED"],
    savepoints: [],
  },
  {
    name: "RUNNING → CANCELLED",
    why: "no savepoint",
    from: makeRunning,
    act: (world) => desire(world, "CANCELLED"),
    states: "0 TRANSITIONING, 999 TRANSITIONING, 1 CANCELLED",
    jobs: ["TERMINATED"],
    savepoints: [],
  },
  {
    name: "RUNNING → SUSPENDED",
    why: "savepoint of origin SUSPEND, then stop; 1 s together",
    from: makeRunning,
    act: (world) => desire(world, "SUSPENDED"),
    states: "0 TRANSITIONING, 999 TRANSITIONING, 1 SUSPENDED",
    jobs: ["TERMINATED"],
    savepoints: ["SUSPEND COMPLETED"],
  },
  {
    name: "SUSPENDED → RUNNING",
    why: "restores",
    from: () => makeStopped("SUSPENDED"),
    act: (world) => desire(world, "RUNNING"),
    states: "0 TRANSITIONING, 1500 RUNNING",
    jobs: ["TERMINATED", "STARTED"],
    savepoints: ["SUSPEND COMPLETED"],
  },
  {
    name: "SUSPENDED → CANCELLED",
    why: "no job, no transition",
    from: () => makeStopped("SUSPENDED"),
    act: (world) => desire(world, "CANCELLED"),
    states: "0 CANCELLED",
    jobs: ["TERMINATED"],
    savepoints: ["SUSPEND COMPLETED"],
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
    states: "999 TRANSITIONING, 1 CANCELLED, 5000 CANCELLED",
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
    states: "999 TRANSITIONING, 1 CANCELLED",
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
    states: "399 TRANSITIONING, 1 CANCELLED",
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
    states: "2399 TRANSITIONING, 1 SUSPENDED",
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
    states: "699 TRANSITIONING, 1 RUNNING",
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
    states: "1000 CANCELLED",
    jobs: ["TERMINATED"],
    savepoints: ["SUSPEND FAILED"],
  },
  {
    name: "RUNNING again while cancelling",
    why: "the latest desired state wins; CANCELLED is skipped (sim:latest-wins)",
    from: makeRunning,
    act: (world) => {
      desire(world, "CANCELLED");
      world.wait(500);
      desire(world, "RUNNING");
    },
    states: "500 TRANSITIONING, 1500 RUNNING",
    jobs: ["TERMINATED", "STARTED"],
    savepoints: [],
  },
];

describe("a change of the desired state", () => {
  it.each(WAYS)("$name: $why (sim:states)", (way) => go(way));
  it("counts a resourceVersion for each change of state (sim:versions, sim:transition-writes)", () => {
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

  it("shows the job and a condition while RUNNING (sim:jobs)", () => {
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
