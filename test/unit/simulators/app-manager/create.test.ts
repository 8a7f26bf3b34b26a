import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { SPEC_VERSION } from "../../../../simulators/app-manager/annotations.ts";
import { DEPLOYMENTS, makeFullSpec, makeSpec, makeWorld, problemsOf, reasonOf } from "./world.ts";

const withTemplate = (template: JsonObject): JsonObject => makeSpec("CANCELLED", {}, template);

describe("creating a deployment", () => {
  it("answers 201 with a complete object (sim:deployments)", () => {
    const { create } = makeWorld();
    const reply = create("a", makeSpec("CANCELLED"), { displayName: "A", labels: { team: "x" }, namespace: "default" });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      kind: "Deployment",
      apiVersion: "v1",
      metadata: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: "a",
        namespace: "default",
        displayName: "A",
        labels: { team: "x" },
        annotations: { [SPEC_VERSION]: "1" },
        createdAt: "2023-11-14T22:13:20.000000Z",
        modifiedAt: "2023-11-14T22:13:20.000000Z",
        resourceVersion: 1,
      },
      status: { state: "CANCELLED" },
    });
  });

  it("merges the defaults below the body (sim:defaults)", () => {
    const { create } = makeWorld();
    const flinkConfiguration = { "table.exec.state.ttl": "1h", mine: "yes" };
    const reply = create(
      "a",
      makeSpec("CANCELLED", { maxJobCreationAttempts: 9 }, { flinkConfiguration, unknownField: [1] }),
    );
    expect(reply.body).toMatchObject({
      spec: {
        upgradeStrategy: { kind: "STATEFUL" },
        restoreStrategy: { kind: "LATEST_STATE" },
        maxJobCreationAttempts: 9,
        maxSavepointCreationAttempts: 4,
        template: {
          spec: {
            numberOfTaskManagers: 1,
            unknownField: [1],
            flinkConfiguration: {
              "table.exec.state.ttl": "1h",
              "execution.checkpointing.interval": "180s",
              mine: "yes",
            },
            logging: { loggingProfile: "default" },
          },
        },
      },
    });
  });

  it("takes CANCELLED where no state is given", () => {
    const { send, read } = makeWorld();
    const { state: _, ...spec } = makeSpec("RUNNING");
    expect(send("POST", DEPLOYMENTS, { metadata: { name: "a" }, spec }).status).toBe(201);
    expect([read("a").spec.state, read("a").status.state]).toEqual(["CANCELLED", "CANCELLED"]);
  });

  it.each([
    { name: "no name", why: "2.1 names", metadata: { name: undefined as never }, problem: "metadata.name isMissing" },
    { name: "upper case", why: "2.1 names", metadata: { name: "Abc" }, problem: "metadata.name isInvalid" },
    { name: "a leading dash", why: "2.1 names", metadata: { name: "-a" }, problem: "metadata.name isInvalid" },
    { name: "a trailing dash", why: "2.1 names", metadata: { name: "a-" }, problem: "metadata.name isInvalid" },
    { name: "64 characters", why: "2.1 names", metadata: { name: "a".repeat(64) }, problem: "metadata.name isInvalid" },
    {
      name: "another namespace",
      why: "2.3",
      metadata: { name: "a", namespace: "b" },
      problem: "metadata.namespace isInvalid",
    },
    {
      name: "labels that are no map",
      why: "2.3",
      metadata: { name: "a", labels: ["x"] },
      problem: "metadata.labels isInvalid",
    },
    {
      name: "a number as annotation",
      why: "2.3",
      metadata: { name: "a", annotations: { x: 1 } },
      problem: "metadata.annotations isInvalid",
    },
  ])("refuses metadata with $name (sim:validation)", ({ metadata, problem }) => {
    const { send, state } = makeWorld();
    const reply = send("POST", DEPLOYMENTS, { metadata: metadata as JsonObject, spec: makeSpec("CANCELLED") });
    expect([reply.status, ...problemsOf(reply)]).toEqual([400, problem]);
    expect(state.rows.size).toBe(0);
  });

  it.each([
    {
      name: "an unknown target",
      why: "item 2",
      spec: makeSpec("CANCELLED", { deploymentTargetName: "x" }),
      problem: "spec.deploymentTargetName isInvalid",
    },
    {
      name: "no target",
      why: "item 2",
      spec: makeSpec("CANCELLED", { deploymentTargetName: "" }),
      problem: "spec.deploymentTargetName isMissing",
    },
    {
      name: "an unknown engine",
      why: "item 2",
      spec: withTemplate({ engineVersionName: "vera-9" }),
      problem: "spec.template.spec.engineVersionName isInvalid",
    },
    {
      name: "no engine",
      why: "R56",
      spec: withTemplate({ engineVersionName: null }),
      problem: "spec.template.spec.engineVersionName isMissing",
    },
    {
      name: "no artifact",
      why: "R53",
      spec: withTemplate({ artifact: null }),
      problem: "spec.template.spec.artifact isMissing",
    },
    {
      name: "no artifact kind",
      why: "R53",
      spec: withTemplate({ artifact: {} }),
      problem: "spec.template.spec.artifact.kind isMissing",
    },
    {
      name: "an unknown kind",
      why: "R55",
      spec: withTemplate({ artifact: { kind: "WASM" } }),
      problem: "spec.template.spec.artifact.kind isInvalid",
    },
    {
      name: "a kind from a prototype",
      why: "maps, not objects, are looked up",
      spec: withTemplate({ artifact: { kind: "toString" } }),
      problem: "spec.template.spec.artifact.kind isInvalid",
    },
    {
      name: "JAR without jarUri",
      why: "R54",
      spec: withTemplate({ artifact: { kind: "JAR" } }),
      problem: "spec.template.spec.artifact.jarUri isMissing",
    },
    {
      name: "SQLSCRIPT without script",
      why: "R54",
      spec: withTemplate({ artifact: { kind: "SQLSCRIPT" } }),
      problem: "spec.template.spec.artifact.sqlScript isMissing",
    },
    {
      name: "PYTHON without uri",
      why: "R54",
      spec: withTemplate({ artifact: { kind: "PYTHON" } }),
      problem: "spec.template.spec.artifact.pythonArtifactUri isMissing",
    },
    { name: "an unknown state", why: "R20", spec: makeSpec("PAUSED"), problem: "spec.state isInvalid" },
    {
      name: "parallelism 0",
      why: "2.3",
      spec: withTemplate({ parallelism: 0 }),
      problem: "spec.template.spec.parallelism isNonPositive",
    },
    {
      name: "parallelism 1.5",
      why: "2.3",
      spec: withTemplate({ parallelism: 1.5 }),
      problem: "spec.template.spec.parallelism isInvalid",
    },
    {
      name: "0 attempts",
      why: "2.3",
      spec: makeSpec("CANCELLED", { maxJobCreationAttempts: 0 }),
      problem: "spec.maxJobCreationAttempts isNonPositive",
    },
    {
      name: "an unknown upgrade",
      why: "2.3",
      spec: makeSpec("CANCELLED", { upgradeStrategy: { kind: "X" } }),
      problem: "spec.upgradeStrategy.kind isInvalid",
    },
    {
      name: "FROM_SAVEPOINT without id",
      why: "2.3",
      spec: makeSpec("CANCELLED", { restoreStrategy: { kind: "FROM_SAVEPOINT" } }),
      problem: "spec.restoreStrategy.savepointId isMissing",
    },
    {
      name: "a list as configuration",
      why: "2.3",
      spec: withTemplate({ flinkConfiguration: [1] }),
      problem: "spec.template.spec.flinkConfiguration isInvalid",
    },
  ])("refuses a spec with $name (sim:validation)", ({ spec, problem }) => {
    const { create, state } = makeWorld();
    const reply = create("a", spec);
    expect([reply.status, ...problemsOf(reply)]).toEqual([400, problem]);
    expect(state.rows.size).toBe(0);
  });

  it("names every fault of one body at once (sim:validation)", () => {
    const { send } = makeWorld();
    const reply = send("POST", DEPLOYMENTS, { metadata: { name: "a" }, spec: {} });
    expect(problemsOf(reply)).toEqual([
      "spec.deploymentTargetName isMissing",
      "spec.template.spec.artifact isMissing",
      "spec.template.spec.engineVersionName isMissing",
    ]);
  });

  it("refuses a name that exists and frees it with the deletion", () => {
    const { create, send } = makeWorld();
    const first = create("a", makeSpec("CANCELLED"));
    const second = create("a", makeSpec("RUNNING"));
    expect([second.status, reasonOf(second)]).toEqual([409, "ALREADY_EXISTS"]);
    expect(send("DELETE", `${DEPLOYMENTS}/a`).status).toBe(200);
    const third = create("a", makeSpec("CANCELLED"));
    expect(third.status).toBe(201);
    expect(third.body).not.toMatchObject({
      metadata: { id: (first.body as never as { metadata: { id: string } }).metadata.id },
    });
  });

  it("accepts the document's minimal PUT body", () => {
    expect(makeWorld().create("a", makeFullSpec("CANCELLED")).status).toBe(201);
  });
});
