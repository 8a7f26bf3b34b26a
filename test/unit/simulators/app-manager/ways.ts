import { expect } from "vitest";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { TRANSITIONING, TRANSITIONING_SINCE } from "../../../../simulators/app-manager/annotations.ts";
import { findViolations } from "../../../../simulators/app-manager/invariants.ts";
import type { Job, Savepoint } from "../../../../simulators/app-manager/objects.ts";
import type { Behaviour } from "../../../../simulators/app-manager/state.ts";
import { makeSpec, makeWorld } from "./world.ts";

/** A platform under test with its clock. */
export type World = ReturnType<typeof makeWorld>;

/** One way through the state machine; `states` is looked at after each wait: `ms STATE, ms STATE, …`. */
export type Way = {
  readonly name: string;
  readonly why: string;
  readonly from: () => World;
  readonly act: (world: World) => void;
  readonly states: string;
  readonly jobs: readonly string[];
  readonly savepoints: readonly string[];
};

/** Goes a way with deployment `a` and checks states, annotations, jobs, savepoints and invariants. */
export function go({ from, act, states, jobs, savepoints }: Way): void {
  const world = from();
  world.list("events");
  act(world);
  for (const point of states.split(", ")) {
    const [ms, state] = point.split(" ");
    world.wait(Number(ms));
    const { status, metadata } = world.read("a");
    expect(`${ms} ${status.state}`).toBe(point);
    const shown = Object.keys(metadata.annotations).filter((key) => key.includes("transitioning"));
    expect(shown).toEqual(state === "TRANSITIONING" ? [TRANSITIONING, TRANSITIONING_SINCE] : []);
    expect(status.running !== undefined).toBe(state === "RUNNING");
  }
  expect(world.list("jobs").map((job) => (job as unknown as Job).status.state)).toEqual(jobs);
  expect(savepointsOf(world)).toEqual(savepoints);
  expect(findViolations(world.state)).toEqual([]);
}

/** Deployment `a`, RUNNING since this moment, whose jobs behave so. */
export function makeRunning(behaviour: Behaviour = {}, extra: JsonObject = {}): World {
  const world = makeWorld();
  world.state.artifacts.set("s3://jobs/a.jar", behaviour);
  world.create("a", makeSpec("RUNNING", extra));
  world.wait(1500);
  return world;
}

/** Deployment `a` after it was RUNNING and is now at rest in another state. */
export function makeStopped(state: "CANCELLED" | "SUSPENDED"): World {
  const world = makeRunning();
  desire(world, state);
  world.wait(1000);
  return world;
}

/** Sets the desired state. */
export function desire(world: World, state: string): void {
  world.patch("a", { spec: { state } });
}

/** Changes the template. */
export function retemplate(world: World, parallelism = 2): void {
  world.patch("a", { spec: { template: { spec: { parallelism } } } });
}

/** Origin and state of each savepoint. */
export function savepointsOf(world: World): readonly string[] {
  return world.list("savepoints").map((item) => {
    const { metadata, status } = item as unknown as Savepoint;
    return `${metadata.origin} ${status.state}`;
  });
}

/** Names of all events. */
export function eventsOf(world: World): readonly string[] {
  return world.list("events").map((event) => (event.metadata as { name: string }).name);
}
