import { describe, expect, it } from "vitest";
import { scaleNow, setAutopilotMode } from "../../../../simulators/app-manager/backdoor.ts";
import { findBroken } from "../../../../simulators/app-manager/invariants.ts";
import { makeJob, moveJob } from "../../../../simulators/app-manager/jobs.ts";
import { recordWrite } from "../../../../simulators/app-manager/recorded-violations.ts";
import { findRow } from "../../../../simulators/app-manager/state.ts";
import { INVARIANTS } from "../../../../simulators/app-manager/violation.ts";
import { makeRunning, type World } from "./ways.ts";
import { DEPLOYMENTS, MARKER, makeFullSpec, makeSpec, makeWorld } from "./world.ts";

const place = { namespace: "default", nameOrId: "a" };

function rowOf({ state }: World) {
  const row = findRow(state, "default", "a");
  if (row === undefined) throw new Error("deployment a is missing");
  return row;
}

function makeManaged(): World {
  const world = makeWorld();
  world.create("a", makeSpec("CANCELLED"), { annotations: MARKER }, "op-1");
  return world;
}

/** How each rule is broken; those of the platform only by force. */
const BREAKS: Readonly<Record<keyof typeof INVARIANTS, (world: World) => World | undefined>> = {
  "one-live-job": (world) => {
    const row = rowOf(world);
    const { metadata } = makeJob(world.state, row, world.now(), undefined);
    world.state.rows.set(row.deployment.metadata.id, { ...row, jobs: [...row.jobs, metadata.id] });
    return undefined;
  },
  "no-lost-job": (world) => {
    world.state.rows.delete(rowOf(world).deployment.metadata.id);
    return undefined;
  },
  "running-job": (world) => {
    moveJob(world.state, rowOf(world).jobId, world.now(), "TERMINATED");
    return undefined;
  },
  "foreign-write": () => {
    const world = makeManaged();
    recordWrite(world.state, rowOf(world), { method: "PATCH", path: `${DEPLOYMENTS}/a`, status: 200 });
    return world;
  },
  "one-savepoint-per-mark": (world) => {
    const metadata = { deploymentId: rowOf(world).deployment.metadata.id, annotations: { key: "1" } };
    for (const _ of [1, 2]) world.send("POST", "/api/v1/namespaces/default/savepoints", { metadata });
    return undefined;
  },
  "no-state-while-scaling": (world) => {
    setAutopilotMode(world.state, place, "ACTIVE", world.now());
    scaleNow(world.state, place, 3, world.now());
    world.patch("a", { spec: { state: "SUSPENDED" } });
    return undefined;
  },
  "no-creation-only-path": (world) => {
    world.state.creationOnlyPaths = ["spec.restoreStrategy", "metadata.labels.x"];
    world.patch("a", { spec: { restoreStrategy: { kind: "NONE" } } });
    return undefined;
  },
  "complete-replacement": () => {
    const world = makeManaged();
    const { maxJobCreationAttempts: _, ...spec } = makeFullSpec("CANCELLED");
    world.send("PUT", `${DEPLOYMENTS}/a`, { metadata: { annotations: MARKER }, spec }, "op-1");
    return world;
  },
};

describe("each invariant", () => {
  it.each(Object.entries(BREAKS))("%s is noticed when it is broken", (rule, breakIt) => {
    const world = makeRunning();
    expect(world.read("a").status.state).toBe("RUNNING");
    expect(findBroken(world.state)).toEqual([]);
    const broken = breakIt(world) ?? world;
    const { by } = INVARIANTS[rule as keyof typeof INVARIANTS];
    expect(findBroken(broken.state)).toContainEqual({ rule, by, message: expect.stringMatching(/.{10}/) });
  });

  it.each([
    { name: "a PATCH of something else", method: "PATCH", body: { spec: { state: "CANCELLED" } } },
    {
      name: "a complete PUT",
      method: "PUT",
      body: { metadata: { annotations: MARKER }, spec: makeFullSpec("CANCELLED") },
    },
  ])("is kept by $name", ({ method, body }) => {
    const world = makeManaged();
    world.state.creationOnlyPaths = ["spec.restoreStrategy"];
    expect(world.send(method, `${DEPLOYMENTS}/a`, body, "op-1").status).toBe(200);
    expect(findBroken(world.state)).toEqual([]);
  });
});
