import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { SPEC_VERSION } from "../../../../simulators/app-manager/annotations.ts";
import { DEPLOYMENTS, makeFullSpec, makeSpec, makeWorld, problemsOf, reasonOf } from "./world.ts";

describe("PATCH", () => {
  it("merges objects, replaces scalars and lists, and keeps the rest (sim:merge-patch)", () => {
    const { create, patch, read } = makeWorld();
    create("a", makeSpec("CANCELLED", {}, { flinkConfiguration: { k: "1" }, list: [1, 2] }));
    const reply = patch("a", { spec: { template: { spec: { flinkConfiguration: { l: "2" }, list: [3] } } } });
    expect(reply.status).toBe(200);
    const { spec } = read("a").spec.template as { spec: JsonObject };
    expect(spec).toMatchObject({
      flinkConfiguration: { k: "1", l: "2", "restart-strategy.type": "fixed-delay" },
      list: [3],
    });
  });

  it("removes a key that is null (sim:merge-patch)", () => {
    const { create, patch, read } = makeWorld();
    create("a", makeSpec("CANCELLED"), { labels: { x: "1", y: "2" } });
    patch("a", { metadata: { labels: { x: null } }, spec: { restoreStrategy: null } });
    expect(read("a").metadata.labels).toEqual({ y: "2" });
    expect(read("a").spec.restoreStrategy).toBeUndefined();
  });

  it("counts resourceVersion at each write, spec.version only with the template (sim:versions)", () => {
    const { create, patch, read, wait } = makeWorld();
    create("a", makeSpec("CANCELLED"));
    const seen = (): unknown[] => [read("a").metadata.resourceVersion, read("a").metadata.annotations[SPEC_VERSION]];
    expect(seen()).toEqual([1, "1"]);
    patch("a", {});
    expect(seen()).toEqual([2, "1"]);
    patch("a", { spec: makeSpec("CANCELLED") });
    expect(seen()).toEqual([3, "1"]);
    patch("a", { spec: { maxJobCreationAttempts: 2 } });
    expect(seen()).toEqual([4, "1"]);
    wait(5);
    patch("a", { spec: { template: { spec: { parallelism: 2 } } } });
    expect(seen()).toEqual([5, "2"]);
    expect(read("a").metadata.modifiedAt).toBe("2023-11-14T22:13:20.005000Z");
    expect(read("a").metadata.createdAt).toBe("2023-11-14T22:13:20.000000Z");
  });

  it("starts no transition with the same content", () => {
    const { create, patch, read, wait } = makeWorld();
    create("a", makeSpec("RUNNING"));
    wait(1500);
    const { jobId } = read("a").status.running ?? {};
    patch("a", { spec: makeSpec("RUNNING") });
    expect(read("a").status).toMatchObject({ state: "RUNNING", running: { jobId } });
  });

  it.each([
    { name: "another name", why: "2.5", body: { metadata: { name: "b" } }, problem: "metadata.name isInvalid" },
    {
      name: "another namespace",
      why: "2.5",
      body: { metadata: { namespace: "b" } },
      problem: "metadata.namespace isInvalid",
    },
    {
      name: "an unknown engine",
      why: "the result is validated",
      body: { spec: { template: { spec: { engineVersionName: "x" } } } },
      problem: "spec.template.spec.engineVersionName isInvalid",
    },
    {
      name: "a removed template",
      why: "the result is validated",
      body: { spec: { template: null } },
      problem: "spec.template.spec.artifact isMissing",
    },
    { name: "a spec that is a list", why: "shape", body: { spec: [] }, problem: "spec isInvalid" },
    { name: "metadata that is text", why: "shape", body: { metadata: "x" }, problem: "metadata isInvalid" },
  ])("refuses $name and changes nothing", ({ body, problem }) => {
    const { create, patch, read } = makeWorld();
    create("a", makeSpec("CANCELLED"));
    const before = read("a");
    const reply = patch("a", body);
    expect([reply.status, problemsOf(reply)]).toEqual([400, expect.arrayContaining([problem])]);
    expect(read("a")).toBe(before);
  });

  it("ignores what only the platform sets (sim:merge-patch)", () => {
    const { create, patch, read } = makeWorld();
    create("a", makeSpec("CANCELLED"));
    const { id } = read("a").metadata;
    const metadata = {
      id: "x",
      resourceVersion: 99,
      createdAt: "never",
      annotations: { [SPEC_VERSION]: "77", mine: "1" },
    };
    expect(patch("a", { metadata, status: { state: "RUNNING" } }).status).toBe(200);
    expect(read("a").metadata).toMatchObject({ id, resourceVersion: 2, createdAt: "2023-11-14T22:13:20.000000Z" });
    expect(read("a").metadata.annotations).toEqual({ [SPEC_VERSION]: "1", mine: "1" });
    expect(read("a").status).toEqual({ state: "CANCELLED" });
  });

  it("answers 404 for what does not exist", () => {
    expect(makeWorld().patch("a", {}).status).toBe(404);
  });
});

describe("PUT", () => {
  it("replaces spec and user metadata, keeps identity", () => {
    const { create, send, read } = makeWorld();
    create("a", makeSpec("CANCELLED", { custom: 1 }), { labels: { x: "1" }, displayName: "A" });
    const before = read("a").metadata;
    const reply = send("PUT", `${DEPLOYMENTS}/a`, { metadata: { name: "a" }, spec: makeFullSpec("CANCELLED") });
    expect(reply.status).toBe(200);
    expect(read("a").spec).toEqual(makeFullSpec("CANCELLED"));
    expect(read("a").metadata).toEqual({
      id: before.id,
      name: "a",
      namespace: "default",
      createdAt: before.createdAt,
      modifiedAt: before.modifiedAt,
      resourceVersion: 2,
      labels: {},
      annotations: { [SPEC_VERSION]: "2" },
    });
  });

  it("resets the state to CANCELLED where the body has none (AMB-19, sim:bare-put)", () => {
    const { create, send, read, wait } = makeWorld();
    create("a", makeSpec("RUNNING"));
    wait(1500);
    const { state: _, ...spec } = makeFullSpec("RUNNING");
    send("PUT", `${DEPLOYMENTS}/a`, { spec });
    expect([read("a").spec.state, read("a").status.state]).toEqual(["CANCELLED", "TRANSITIONING"]);
  });

  it("creates what is missing, without defaults (sim:put-creates)", () => {
    const { send, read } = makeWorld();
    const reply = send("PUT", `${DEPLOYMENTS}/a`, { spec: makeFullSpec("CANCELLED") });
    expect(reply.status).toBe(201);
    expect(read("a").spec).toEqual(makeFullSpec("CANCELLED"));
  });

  it("creates again under a new id after a deletion, also when addressed by the old id (sim:put-creates)", () => {
    const { create, send, read } = makeWorld();
    create("a", makeSpec("CANCELLED"));
    const { id } = read("a").metadata;
    send("DELETE", `${DEPLOYMENTS}/${id}`);
    const reply = send("PUT", `${DEPLOYMENTS}/${id}`, { metadata: { name: "a" }, spec: makeFullSpec("CANCELLED") });
    expect(reply.status).toBe(201);
    expect(read("a").metadata.id).not.toBe(id);
    const again = send("PUT", `${DEPLOYMENTS}/${id}`, { metadata: { name: "a" }, spec: makeFullSpec("CANCELLED") });
    expect([again.status, reasonOf(again)]).toEqual([409, "ALREADY_EXISTS"]);
  });

  it.each([
    { name: "another name than the path", why: "2.5", metadata: { name: "b" }, problem: "metadata.name isInvalid" },
    { name: "another namespace", why: "2.5", metadata: { namespace: "b" }, problem: "metadata.namespace isInvalid" },
  ])("refuses $name", ({ metadata, problem }) => {
    const { create, send } = makeWorld();
    const body = { metadata, spec: makeFullSpec("CANCELLED") };
    expect(problemsOf(send("PUT", `${DEPLOYMENTS}/a`, body))).toEqual([problem]);
    create("a", makeSpec("CANCELLED"));
    expect(problemsOf(send("PUT", `${DEPLOYMENTS}/a`, body))).toEqual([problem]);
  });

  it.each([
    { name: "nothing of R57–R63", why: "all are named", present: true },
    { name: "nothing of R57–R63 and no deployment", why: "also as an upsert", present: false },
  ])("refuses a body with $name (sim:bare-put)", ({ present }) => {
    const { create, send } = makeWorld();
    if (present) create("a", makeSpec("CANCELLED"));
    const reply = send("PUT", `${DEPLOYMENTS}/a`, { spec: makeSpec("CANCELLED") });
    expect([reply.status, ...problemsOf(reply)]).toEqual([
      400,
      "spec.maxSavepointCreationAttempts isMissing",
      "spec.maxJobCreationAttempts isMissing",
      "spec.template.metadata isMissing",
      "spec.template.spec.logging.loggingProfile isMissing",
      "spec.template.spec.logging.log4jLoggers isMissing",
      "spec.template.spec.logging.logReservePolicy isMissing",
      "spec.template.spec.numberOfTaskManagers hasNotRequiredKey",
    ]);
  });
});

describe("DELETE", () => {
  it.each([
    { name: "CANCELLED", why: "the normal way", spec: "CANCELLED", wait: 0, status: 200 },
    { name: "SUSPENDED", why: "item 5", spec: "SUSPENDED", wait: 0, status: 200 },
    { name: "starting", why: "item 5", spec: "RUNNING", wait: 0, status: 400 },
    { name: "RUNNING", why: "item 5", spec: "RUNNING", wait: 1500, status: 400 },
  ])(
    "answers $status for a deployment that is $name (sim:deletion, sim:refused-deletion)",
    ({ spec, wait, status }) => {
      const world = makeWorld();
      world.create("a", makeSpec(spec));
      world.wait(wait);
      const before = world.read("a");
      const reply = world.send("DELETE", `${DEPLOYMENTS}/a`);
      expect(reply.status).toBe(status);
      if (status === 200) expect(reply.body).toBe(before);
      expect(world.send("GET", `${DEPLOYMENTS}/a`).status).toBe(status === 200 ? 404 : 200);
      expect(world.send("DELETE", `${DEPLOYMENTS}/a`).status).toBe(status === 200 ? 404 : 400);
    },
  );

  it("refuses while cancelling, and takes FAILED and FINISHED only once they are wanted CANCELLED (sim:deletion)", () => {
    const { create, send, patch, wait, state } = makeWorld();
    create("a", makeSpec("RUNNING"));
    wait(1500);
    patch("a", { spec: { state: "CANCELLED" } });
    expect(send("DELETE", `${DEPLOYMENTS}/a`).status).toBe(400);
    wait(1000);
    expect(send("DELETE", `${DEPLOYMENTS}/a`).status).toBe(200);
    state.artifacts.set("s3://jobs/a.jar", { finishesAfterMs: 0 });
    create("b", makeSpec("RUNNING"));
    wait(1500);
    expect(send("DELETE", `${DEPLOYMENTS}/b`).status).toBe(400);
    patch("b", { spec: { state: "CANCELLED" } });
    expect(send("DELETE", `${DEPLOYMENTS}/b`).status).toBe(200);
  });

  it("can refuse with 409 instead", () => {
    const { state, create, send } = makeWorld();
    state.refusedDeleteStatus = 409;
    create("a", makeSpec("RUNNING"));
    expect(send("DELETE", `${DEPLOYMENTS}/a`).status).toBe(409);
  });

  it("takes jobs and savepoints along and leaves the events (sim:deletion)", () => {
    const { create, send, patch, list, wait } = makeWorld();
    create("a", makeSpec("RUNNING"));
    wait(1500);
    patch("a", { spec: { state: "SUSPENDED" } });
    wait(1000);
    expect([list("jobs").length, list("savepoints").length]).toEqual([1, 1]);
    const events = list("events").length;
    expect(send("DELETE", `${DEPLOYMENTS}/a`).status).toBe(200);
    expect([list("jobs").length, list("savepoints").length, list("events").length]).toEqual([0, 0, events]);
  });
});
