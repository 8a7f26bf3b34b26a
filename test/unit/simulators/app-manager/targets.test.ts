import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { editSpec } from "../../../../simulators/app-manager/backdoor.ts";
import { eventsOf, makeRunning } from "./ways.ts";
import { DEPLOYMENTS, makeSpec, makeWorld, problemsOf, reasonOf } from "./world.ts";

const TARGETS = "/api/v1/namespaces/default/deployment-targets";
const SPEC = { kubernetes: { namespace: "jobs" } };

function makeTargeted() {
  const world = makeWorld();
  const make = (name: string, spec: JsonObject = SPEC) => world.send("POST", TARGETS, { metadata: { name }, spec });
  const put = (name: string, body: JsonObject) => world.send("PUT", `${TARGETS}/${name}`, body);
  return { ...world, make, put };
}

describe("deployment targets", () => {
  it("are made, read, listed after those of the settings, and can be referred to (sim:targets)", () => {
    const { make, send, list, create } = makeTargeted();
    expect(create("a", makeSpec("CANCELLED", { deploymentTargetName: "Own_1" })).status).toBe(400);
    expect(make("Own_1").status).toBe(201);
    expect(make("Own_1").status).toBe(409);
    expect(send("GET", `${TARGETS}/Own_1`)).toMatchObject({
      status: 200,
      body: { kind: "DeploymentTarget", metadata: { name: "Own_1", resourceVersion: 1 }, spec: SPEC },
    });
    expect(list("deployment-targets").map(({ metadata }) => (metadata as JsonObject).name)).toEqual([
      "default",
      "Own_1",
    ]);
    expect(create("a", makeSpec("CANCELLED", { deploymentTargetName: "Own_1" })).status).toBe(201);
  });

  it("keep their spec; a PUT changes labels and annotations, or makes one (sim:targets)", () => {
    const { put } = makeTargeted();
    expect(put("own", { spec: SPEC }).status).toBe(201);
    expect(put("own", { metadata: { labels: { a: "1" } }, spec: SPEC })).toMatchObject({
      status: 200,
      body: { metadata: { labels: { a: "1" }, resourceVersion: 2 } },
    });
    expect(problemsOf(put("own", { spec: { kubernetes: { namespace: "other" } } }))).toEqual(["spec isInvalid"]);
  });

  it("are deleted only while nobody refers to them (sim:targets)", () => {
    const { make, send, create } = makeTargeted();
    make("own");
    create("a", makeSpec("CANCELLED", { deploymentTargetName: "own" }));
    expect(reasonOf(send("DELETE", `${TARGETS}/own`))).toBe("DEPLOYMENT_TARGET_IN_USE");
    send("DELETE", `${DEPLOYMENTS}/a`);
    expect(send("DELETE", `${TARGETS}/own`).status).toBe(200);
    expect(send("DELETE", `${TARGETS}/own`).status).toBe(404);
    expect(send("GET", `${TARGETS}/own`).status).toBe(404);
  });

  it("of the settings are changed there (sim:targets)", () => {
    const { put, send } = makeTargeted();
    expect(reasonOf(put("default", { spec: SPEC }))).toBe("SHARED_TARGET");
    expect(reasonOf(send("DELETE", `${TARGETS}/default`))).toBe("SHARED_TARGET");
    expect(send("GET", `${TARGETS}/default`).status).toBe(200);
  });

  it.each([
    { name: "no name", metadata: {}, spec: SPEC, problem: "metadata.name isInvalid" },
    { name: "a dot in the name", metadata: { name: "a.b" }, spec: SPEC, problem: "metadata.name isInvalid" },
    {
      name: "no Kubernetes namespace",
      metadata: { name: "a" },
      spec: {},
      problem: "spec.kubernetes.namespace isMissing",
    },
    {
      name: "labels that are no map",
      metadata: { name: "a", labels: [] },
      spec: SPEC,
      problem: "metadata.labels isInvalid",
    },
  ])("are refused with $name (sim:targets)", ({ metadata, spec, problem }) => {
    const { send, state } = makeTargeted();
    expect(problemsOf(send("POST", TARGETS, { metadata, spec } as JsonObject))).toEqual([problem]);
    expect(problemsOf(send("PUT", `${TARGETS}/a.b`, { spec: SPEC }))).toEqual(["metadata.name isInvalid"]);
    expect(state.ownTargets.size).toBe(0);
  });

  it("that have gone fail the next start (sim:missing-target)", () => {
    const world = makeRunning();
    const gone = { deploymentTargetName: "gone", template: { spec: { parallelism: 3 } } };
    editSpec(world.state, { namespace: "default", nameOrId: "a" }, gone, world.now());
    world.wait(10_000);
    expect(world.read("a").status.state).toBe("FAILED");
    expect(eventsOf(world).at(-1)).toBe("REFERENCED_DEPLOYMENT_TARGET_DOES_NOT_EXIST");
  });
});

describe("deployment defaults", () => {
  const DEFAULTS = "/api/v1/namespaces/default/deployment-defaults";

  it("of a namespace go over the global ones, at creation only (sim:deployment-defaults)", () => {
    const { send, create, read } = makeWorld();
    create("before", makeSpec("CANCELLED"));
    expect(send("GET", DEFAULTS).body).toMatchObject({ kind: "DeploymentDefaults", spec: {} });
    const patch = { spec: { maxJobCreationAttempts: 2, upgradeStrategy: { kind: "STATELESS" } } };
    expect(send("PATCH", DEFAULTS, patch)).toMatchObject({ status: 200, body: patch });
    create("after", makeSpec("CANCELLED", { upgradeStrategy: { kind: "NONE" } }));
    expect(read("before").spec).toMatchObject({ maxJobCreationAttempts: 4 });
    expect(read("after").spec).toMatchObject({
      maxJobCreationAttempts: 2,
      maxSavepointCreationAttempts: 4,
      upgradeStrategy: { kind: "NONE" },
    });
    expect(send("PATCH", DEFAULTS, { spec: [] }).status).toBe(400);
    expect(send("GET", "/api/v1/global-deployment-defaults").body).toMatchObject({
      spec: { maxJobCreationAttempts: 4 },
    });
  });
});

describe("engine versions", () => {
  it("are listed as the settings have them (sim:engine-versions)", () => {
    const { send, state } = makeWorld();
    state.engineVersions = new Set(["one", "two"]);
    const items = ["one", "two"].map((engineVersionName) => ({ engineVersionName, status: "STABLE" }));
    expect(send("GET", "/api/v1/flink-version-meta.json").body).toMatchObject({ items });
  });
});
