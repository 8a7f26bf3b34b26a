import { describe, it } from "vitest";
import { go, makeRunning, retemplate, type Way } from "./ways.ts";
import { makeSpec, makeWorld } from "./world.ts";

const WAYS: readonly Way[] = [
  {
    name: "upgrade STATEFUL",
    why: "savepoint, stop, new job",
    from: makeRunning,
    act: (world) => retemplate(world),
    states: "0 TRANSITIONING, 2499 TRANSITIONING, 1 RUNNING",
    jobs: ["TERMINATED", "STARTED"],
    savepoints: ["SUSPEND_AND_UPGRADE COMPLETED"],
  },
  {
    name: "upgrade STATELESS",
    why: "stop, new job, no savepoint",
    from: () => makeRunning({}, { upgradeStrategy: { kind: "STATELESS" } }),
    act: (world) => retemplate(world),
    states: "0 TRANSITIONING, 2499 TRANSITIONING, 1 RUNNING",
    jobs: ["TERMINATED", "STARTED"],
    savepoints: [],
  },
  {
    name: "upgrade NONE",
    why: "the job is left alone",
    from: () => makeRunning({}, { upgradeStrategy: { kind: "NONE" } }),
    act: (world) => retemplate(world),
    states: "0 RUNNING, 5000 RUNNING",
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
    states: "0 CANCELLED, 5000 CANCELLED",
    jobs: [],
    savepoints: [],
  },
  {
    name: "three template edits in one transition (sim:latest-wins)",
    why: "coalesced: the new job has the newest template",
    from: makeRunning,
    act: (world) => {
      retemplate(world, 2);
      retemplate(world, 3);
      retemplate(world, 4);
    },
    states: "2500 RUNNING, 9000 RUNNING",
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
    states: "1500 TRANSITIONING, 2500 RUNNING",
    jobs: ["TERMINATED", "STARTED"],
    savepoints: ["SUSPEND_AND_UPGRADE COMPLETED"],
  },
];

describe("a change of the template", () => {
  it.each(WAYS)("$name: $why (sim:upgrades)", (way) => go(way));
});
