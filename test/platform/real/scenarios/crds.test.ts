import { expect } from "vitest";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { readExamples } from "../../scenario-rig.ts";
import { annotated, at, type Installed, path } from "./installed.ts";
import { onBothPlatforms, step } from "./on-both-platforms.ts";

const policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/weir-vvpdeployments";

onBothPlatforms("the documents' examples are stored field for field, with nothing added or lost", async (play) => {
  const installed = await play.installed();
  const { patch, put } = await readExamples();
  const strict = `${path}?dryRun=All&fieldValidation=Strict`;
  for (const example of [patch, put]) {
    const reply = await installed.as("jane").post(strict, example);
    expect([reply.code, reply.body.message]).toEqual([201, undefined]);
    expect(reply.body.spec).toEqual(example.spec);
    expect(reply.body.metadata.labels).toEqual(example.metadata.labels);
    expect(reply.body.metadata.annotations).toEqual(example.metadata.annotations);
  }
  await step("a field that nobody knows passes through (R5)", async () => {
    const spec = structuredClone(patch.spec) as { deployment: { spec: Record<string, unknown> } };
    spec.deployment.spec.newInTheNextRelease = { deep: [1, { a: null }] };
    expect((await installed.as("jane").post(strict, { ...patch, spec })).body.spec).toEqual(spec);
  });
});

onBothPlatforms("a resource that breaks a rule is refused", async (play) => {
  const installed = await play.installed();
  const { patch } = await readExamples();
  await step("with the fields that PUT mode needs", async () => {
    const spec = { ...(patch.spec as object), syncingMode: "PUT" };
    const reply = await installed.as("jane").post(path, { ...patch, spec });
    expect(reply.code).toBe(422);
    expect(reply.body.message).toContain(
      "spec.deployment.spec.maxSavepointCreationAttempts: Required value: is required in PUT mode",
    );
    expect(reply.body.details.causes).toHaveLength(7);
  });
  await step("when it changes what is immutable", async () => {
    const object = await installed.recorded(patch);
    const change = { spec: { deployment: { metadata: { name: "other" } } } };
    const reply = await installed.as("jane").patch("merge", at(object), change);
    expect(reply.code).toBe(422);
    expect(reply.body.message).toContain(
      "spec.deployment.metadata.name: Forbidden: is immutable after creation; delete the resource and create",
    );
  });
  await step("without an owner, in words that name the instances", async () => {
    const reply = await installed.as("jane").post(path, withoutOwner(patch));
    expect(reply.code).toBe(422);
    expect(reply.body.message).toContain("(known here: my-operator)");
  });
});

function withoutOwner(example: KubeObject): object {
  const { labels: _labels, ...metadata } = example.metadata;
  return { ...example, metadata };
}

/** Names the instances of the cluster, and waits until the API server knows them. */
async function know(installed: Installed, example: KubeObject, id: string): Promise<void> {
  const spec = { variables: [{ name: "instanceIds", expression: JSON.stringify([id]) }] };
  // What becomes of the policy itself depends on how each platform was installed, and on its controllers.
  expect((await installed.quietly("admin").patch("merge", policies, { spec })).code).toBe(200);
  await installed.until(
    (as) => as("jane").post(`${path}?dryRun=All`, withoutOwner(example)),
    ({ body }) => body.message?.includes(`(known here: ${id})`),
  );
}

onBothPlatforms("what must work works whatever became of a resource", async (play) => {
  const installed = await play.installed();
  const { patch } = await readExamples();
  await step("Weir writes to a resource whose instance was taken off the list", async () => {
    const object = await installed.recorded(patch);
    await know(installed, patch, "another");
    const refused = await installed.as("jane").patch("merge", at(object), { spec: { savepointNonce: 1 } });
    const written = await installed.as("weir-reconcile").patch("merge", at(object), annotated('{"v":3}'));
    await installed.as("jane").remove(at(object));
    const released = await installed.as("jane").patch("merge", at(object), { metadata: { finalizers: null } });
    await know(installed, patch, "my-operator");
    expect([refused.code, written.code, released.code]).toEqual([422, 200, 200]);
    expect((await installed.as("jane").get(at(object))).code).toBe(404);
  });
  await step("status is written through its own path, and checked", async () => {
    const object = await installed.recorded(patch);
    const lastTransitionTime = "2026-01-02T03:04:05Z";
    const condition = { type: "Healthy", status: "True", reason: "AllConditionsMet", message: "", lastTransitionTime };
    const write = (status: object) => installed.as("weir-reconcile").patch("merge", `${at(object)}/status`, { status });
    const good = { actualState: "RUNNING", observedGeneration: 1, conditions: [condition] };
    expect((await write(good)).code).toBe(200);
    expect((await write({ conditions: [{ ...condition, status: "Maybe" }] })).code).toBe(422);
    expect((await write({ conditions: [condition, condition] })).code).toBe(422);
  });
});
