import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { annotated, at, knowing, patchExample, path, policy, putExample, startInstalled } from "./crds-rig.ts";

let installed: Awaited<ReturnType<typeof startInstalled>>;
beforeAll(async () => {
  installed = await startInstalled();
});
afterAll(() => installed.close());

describe("the documents' examples on an API server with the generated manifests", () => {
  it.each([
    { name: "PATCH", example: patchExample },
    { name: "PUT", example: putExample },
  ])("$name is stored field for field, with nothing added or lost", async ({ example }) => {
    const reply = await installed.as("jane").post(`${path}?dryRun=All&fieldValidation=Strict`, example);
    expect([reply.code, reply.body.message]).toEqual([201, undefined]);
    expect(reply.body.spec).toEqual(example.spec);
    expect(reply.body.metadata.labels).toEqual(example.metadata.labels);
    expect(reply.body.metadata.annotations).toEqual(example.metadata.annotations);
  });

  it("a field that nobody knows passes through (R5)", async () => {
    const spec = structuredClone(patchExample.spec) as { deployment: { spec: Record<string, unknown> } };
    spec.deployment.spec.newInTheNextRelease = { deep: [1, { a: null }] };
    const reply = await installed
      .as("jane")
      .post(`${path}?dryRun=All&fieldValidation=Strict`, { ...patchExample, spec });
    expect(reply.body.spec).toEqual(spec);
  });
});

describe("a resource that breaks a rule", () => {
  it("is refused with the fields that PUT mode needs", async () => {
    const spec = { ...(patchExample.spec as object), syncingMode: "PUT" };
    const reply = await installed.as("jane").post(path, { ...patchExample, spec });
    expect(reply.code).toBe(422);
    expect(reply.body.message).toContain(
      "spec.deployment.spec.maxSavepointCreationAttempts: Required value: is required in PUT mode",
    );
    expect(reply.body.details.causes).toHaveLength(7);
  });

  it("is refused when it changes what is immutable", async () => {
    const object = await installed.recorded();
    const change = { spec: { deployment: { metadata: { name: "other" } } } };
    const reply = await installed.as("jane").patch("merge", at(object), change);
    expect(reply.code).toBe(422);
    expect(reply.body.message).toContain(
      "spec.deployment.metadata.name: Forbidden: is immutable after creation; delete the resource and create",
    );
  });

  it("is refused without an owner, in words that name the instances", async () => {
    const { labels: _labels, ...metadata } = patchExample.metadata;
    const reply = await installed.as("jane").post(path, { ...patchExample, metadata });
    expect(reply.code).toBe(422);
    expect(reply.body.message).toContain("(known here: my-operator)");
  });
});

describe("what must work whatever became of a resource", () => {
  it("Weir writes to a resource whose instance was taken off the list", async () => {
    const object = await installed.recorded();
    const set = (id: string) => installed.as("admin").patch("merge", policy, knowing([id]));
    await set("another");
    const refused = await installed.as("jane").patch("merge", at(object), { spec: { savepointNonce: 1 } });
    const written = await installed.as("reconcile").patch("merge", at(object), annotated('{"v":3}'));
    await installed.as("jane").remove(at(object));
    const released = await installed.as("jane").patch("merge", at(object), { metadata: { finalizers: null } });
    await set("my-operator");
    expect([refused.code, written.code, released.code]).toEqual([422, 200, 200]);
    expect((await installed.as("jane").get(at(object))).code).toBe(404);
  });

  it("status is written through its own path, and checked", async () => {
    const object = await installed.recorded();
    const time = "2026-01-02T03:04:05Z";
    const condition = {
      type: "Healthy",
      status: "True",
      reason: "AllConditionsMet",
      message: "",
      lastTransitionTime: time,
    };
    const good = { status: { actualState: "RUNNING", observedGeneration: 1, conditions: [condition] } };
    expect((await installed.as("reconcile").patch("merge", `${at(object)}/status`, good)).code).toBe(200);
    const bad = { status: { conditions: [{ ...condition, status: "Maybe" }] } };
    expect((await installed.as("reconcile").patch("merge", `${at(object)}/status`, bad)).code).toBe(422);
    const twice = { status: { conditions: [condition, condition] } };
    expect((await installed.as("reconcile").patch("merge", `${at(object)}/status`, twice)).code).toBe(422);
  });
});
