import { describe, expect, it } from "vitest";
import { deleteRow } from "../../../../simulators/app-manager/backdoor.ts";
import { findViolations } from "../../../../simulators/app-manager/invariants.ts";
import type { Savepoint } from "../../../../simulators/app-manager/objects.ts";
import { MARKER, makeSpec, makeWorld, problemsOf, reasonOf } from "./world.ts";

const SAVEPOINTS = "/api/v1/namespaces/default/savepoints";
const EVENTS = "/api/v1/namespaces/default/events";

function makeRunning(operator?: string) {
  const world = makeWorld();
  world.create("a", makeSpec("RUNNING"), operator === undefined ? {} : { annotations: MARKER }, operator);
  world.wait(1500);
  const deploymentId = world.read("a").metadata.id;
  const post = (annotations = {}, caller = operator) =>
    world.send("POST", SAVEPOINTS, { metadata: { deploymentId, annotations } }, caller);
  return { ...world, deploymentId, post };
}

describe("savepoints", () => {
  it("go from STARTED to COMPLETED and keep the client's annotations (sim:savepoints)", () => {
    const { post, wait, list, deploymentId } = makeRunning();
    const reply = post({ "weir.dev/key": "uid-1/3" });
    expect([reply.status, reply.body]).toMatchObject([
      201,
      {
        kind: "Savepoint",
        metadata: { deploymentId, origin: "USER_REQUEST", annotations: { "weir.dev/key": "uid-1/3" } },
        status: { state: "STARTED" },
      },
    ]);
    wait(700);
    expect(list(`savepoints?deploymentId=${deploymentId}`)).toMatchObject([
      { metadata: { annotations: { "weir.dev/key": "uid-1/3" }, resourceVersion: 2 }, status: { state: "COMPLETED" } },
    ]);
    expect(list("savepoints?deploymentId=other")).toEqual([]);
    expect(list("savepoints?jobId=other")).toEqual([]);
  });

  it("can be read one by one", () => {
    const { post, send } = makeRunning();
    const { id } = (post().body as unknown as Savepoint).metadata;
    expect(send("GET", `${SAVEPOINTS}/${id}`)).toMatchObject({ status: 200, body: { metadata: { id } } });
    expect(send("GET", `${SAVEPOINTS}/nope`).status).toBe(404);
  });

  it.each([
    { name: "CANCELLED", why: "2.9 item 6", state: "CANCELLED", wait: 0 },
    { name: "starting", why: "the job is not STARTED", state: "RUNNING", wait: 1499 },
  ])("need an active job: $name (sim:savepoints)", ({ state, wait }) => {
    const world = makeWorld();
    world.create("a", makeSpec(state));
    world.wait(wait);
    const reply = world.send("POST", SAVEPOINTS, { metadata: { deploymentId: world.read("a").metadata.id } });
    expect(reply).toMatchObject({ status: 400, body: { message: "No active job for a deployment." } });
    expect(world.list("savepoints")).toEqual([]);
  });

  it("register an external location without a job, also in the flat form (sim:copied)", () => {
    const world = makeWorld();
    world.create("a", makeSpec("CANCELLED"));
    const deploymentId = world.read("a").metadata.id;
    const reply = world.send("POST", SAVEPOINTS, {
      deploymentId,
      savepointLocation: "s3://b/sp",
      flinkSavepointId: "f",
    });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        metadata: { origin: "COPIED" },
        spec: { savepointLocation: "s3://b/sp", flinkSavepointId: "f" },
        status: { state: "COMPLETED" },
      },
    });
  });

  it("fail with the artifact's mark, and when their job goes away", () => {
    const { post, state, wait, list, patch } = makeRunning();
    post();
    patch("a", { spec: { state: "CANCELLED" } });
    expect(list("savepoints")).toMatchObject([{ status: { state: "FAILED" } }]);
    wait(1000);
    patch("a", { spec: { state: "RUNNING" } });
    state.artifacts.set("s3://jobs/a.jar", { failedSavepoints: 1 });
    wait(1500);
    expect(post().status).toBe(201);
    wait(700);
    expect(list("savepoints").at(-1)).toMatchObject({ status: { state: "FAILED" } });
  });

  it.each([
    { name: "no deployment", why: "nothing to save", body: {}, status: 400 },
    { name: "an unknown deployment", why: "404, as JSON", body: { metadata: { deploymentId: "x" } }, status: 404 },
  ])("are refused with $name", ({ body, status }) => {
    expect(makeWorld().send("POST", SAVEPOINTS, body).status).toBe(status);
  });

  it("refuse annotations that are no strings", () => {
    expect(problemsOf(makeRunning().post({ a: 1 }))).toEqual(["metadata.annotations isInvalid"]);
  });

  it("of a managed deployment are open to its operator and to users, not to another operator (sim:foreign-savepoint)", () => {
    const { post, send, deploymentId } = makeRunning("op-1");
    expect(post().status).toBe(201);
    expect(send("POST", SAVEPOINTS, { metadata: { deploymentId } }).status).toBe(201);
    expect(reasonOf(post({}, "op-2"))).toBe("OPERATOR_MANAGED");
  });

  it("under one idempotency mark twice break an invariant", () => {
    const { post, state } = makeRunning();
    post({ key: "1" });
    post({ key: "2" });
    post();
    post();
    expect(findViolations(state)).toEqual([]);
    post({ key: "1" });
    expect(findViolations(state)).toEqual([expect.stringContaining("two savepoints carry the mark")]);
  });
});

describe("jobs", () => {
  it("can be listed by deployment and read by id (sim:jobs)", () => {
    const { list, send, deploymentId } = makeRunning();
    const [job] = list(`jobs?deploymentId=${deploymentId}`) as unknown as Savepoint[];
    expect(list("jobs?deploymentId=other")).toEqual([]);
    expect(send("GET", `/api/v1/namespaces/default/jobs/${job?.metadata.id}`).body).toBe(job);
    expect(send("GET", "/api/v1/namespaces/default/jobs/x").status).toBe(404);
  });
});

describe("events of clients", () => {
  it("are EXTERNAL and come back through the filters (sim:events)", () => {
    const { send, list, deploymentId } = makeRunning();
    const body = { metadata: { deploymentId, name: "EXTERNAL" }, spec: { message: "hello" } };
    expect(send("POST", EVENTS, body)).toMatchObject({
      status: 201,
      body: { metadata: { name: "EXTERNAL" }, spec: { message: "hello" } },
    });
    expect(list(`events?deploymentId=${deploymentId}`).at(-1)).toMatchObject({ spec: { message: "hello" } });
    expect(list("events?deploymentId=x")).toEqual([]);
    expect(list("events?jobId=x")).toEqual([]);
  });

  it.each([
    {
      name: "another name",
      why: "clients cannot speak for the platform",
      body: { metadata: { name: "GENERAL_FAILURE" }, spec: { message: "x" } },
      status: 400,
    },
    { name: "no message", why: "2.3", body: { metadata: { name: "EXTERNAL" } }, status: 400 },
    {
      name: "an unknown deployment",
      why: "404, as JSON",
      body: { metadata: { deploymentId: "x" }, spec: { message: "x" } },
      status: 404,
    },
  ])("are refused with $name", ({ body, status }) => {
    expect(makeWorld().send("POST", EVENTS, body).status).toBe(status);
  });

  it("stay after the deployment is gone", () => {
    const { state, list, now } = makeRunning();
    const before = list("events").length;
    deleteRow(state, "default", "a", now());
    expect(list("events").length).toBe(before);
  });
});
