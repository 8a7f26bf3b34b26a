import { describe, expect, it } from "vitest";
import type { Job, Savepoint } from "../../../../simulators/app-manager/objects.ts";
import { desire, eventsOf, makeRunning, savepointsOf } from "./ways.ts";
import { MARKER, makeSpec, makeWorld, reasonOf } from "./world.ts";

const SAVEPOINTS = "/api/v1/namespaces/default/savepoints";

function makeSaved() {
  const world = makeRunning();
  const made = world.send("POST", SAVEPOINTS, { deploymentId: world.read("a").metadata.id });
  const { id } = (made.body as unknown as Savepoint).metadata;
  return { ...world, world, remove: () => world.send("DELETE", `${SAVEPOINTS}/${id}`) };
}

describe("deleting a savepoint", () => {
  it("shows it as PENDING_DELETION, restores nothing from it, and forgets it later (sim:savepoint-deletion)", () => {
    const { world, remove, wait, list, patch } = makeSaved();
    wait(700);
    expect(remove()).toMatchObject({ status: 200, body: { status: { state: "PENDING_DELETION" } } });
    expect(remove().status).toBe(200);
    patch("a", { spec: { upgradeStrategy: { kind: "STATELESS" }, template: { spec: { parallelism: 2 } } } });
    wait(299);
    expect(savepointsOf(world)).toEqual(["USER_REQUEST PENDING_DELETION"]);
    wait(1);
    expect(savepointsOf(world)).toEqual([]);
    expect(remove().status).toBe(404);
    wait(5000);
    const jobs = list("jobs") as unknown as Job[];
    expect(jobs.map(({ spec }) => spec.savepointLocation)).toEqual([undefined, undefined]);
  });

  it("is refused while it is being taken (sim:savepoint-deletion)", () => {
    expect(reasonOf(makeSaved().remove())).toBe("SAVEPOINT_IN_PROGRESS");
  });

  it("of a managed deployment is refused to another operator only (sim:foreign-savepoint)", () => {
    const world = makeWorld();
    world.create("a", makeSpec("CANCELLED"), { annotations: MARKER }, "op-1");
    const body = { deploymentId: world.read("a").metadata.id, savepointLocation: "s3://b/sp" };
    const path = () => {
      const { id } = (world.send("POST", SAVEPOINTS, body).body as unknown as Savepoint).metadata;
      return `${SAVEPOINTS}/${id}`;
    };
    expect(reasonOf(world.send("DELETE", path(), undefined, "op-2"))).toBe("OPERATOR_MANAGED");
    expect(world.send("DELETE", path(), undefined, "op-1").status).toBe(200);
    expect(world.send("DELETE", path()).status).toBe(200);
  });

  it("does no harm when the deployment goes first (sim:savepoint-deletion)", () => {
    const { world, remove, wait, list, send } = makeSaved();
    wait(700);
    remove();
    world.state.delays = { ...world.state.delays, cancelMs: 0 };
    desire(world, "CANCELLED");
    expect(send("DELETE", "/api/v1/namespaces/default/deployments/a").status).toBe(200);
    wait(5000);
    expect(list("savepoints")).toEqual([]);
  });
});

describe("a job without savepoint support", () => {
  it("fails every savepoint with an event of its own (sim:savepoints)", () => {
    const world = makeRunning({ withoutSavepoints: true }, { maxSavepointCreationAttempts: 1 });
    world.send("POST", SAVEPOINTS, { deploymentId: world.read("a").metadata.id });
    world.wait(700);
    expect(savepointsOf(world)).toEqual(["USER_REQUEST FAILED"]);
    desire(world, "SUSPENDED");
    world.wait(5000);
    expect(world.read("a").status.state).toBe("FAILED");
    const told = eventsOf(world).filter((name) => name === "JOB_IS_NOT_CONFIGURED_WITH_SAVEPOINT_SUPPORT");
    expect(told).toHaveLength(2);
  });
});
