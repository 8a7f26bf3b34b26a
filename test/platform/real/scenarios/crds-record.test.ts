import { expect } from "vitest";
import type { Reply } from "../../api-server-client.ts";
import { readExamples } from "../../scenario-rig.ts";
import { annotated, at, path } from "./installed.ts";
import { onBothPlatforms, step } from "./on-both-platforms.ts";

function expectDenial(reply: Reply): void {
  expect(reply.code).toBe(403);
  expect(reply.body.message).toContain("only Weir may set, change or remove. Leave it out of what you apply");
}

onBothPlatforms("only Weir changes the record of a resource (D5)", async (play) => {
  const installed = await play.installed();
  const { patch } = await readExamples();
  await step("it may come with a new resource: it was restored, and is never followed", async () => {
    const metadata = { ...patch.metadata, name: "restored", annotations: { "weir.dev/record": "{}" } };
    expect((await installed.as("jane").post(`${path}?dryRun=All`, { ...patch, metadata })).code).toBe(201);
  });
  for (const user of ["weir-reconcile", "weir-refresh"] as const) {
    await step(`it is changed and dropped by ${user}`, async () => {
      const object = await installed.recorded(patch);
      expect((await installed.as(user).patch("merge", at(object), annotated('{"v":2}'))).code).toBe(200);
      expect((await installed.as(user).patch("merge", at(object), annotated(null))).code).toBe(200);
    });
  }
  for (const user of ["jane", "admin", "default"] as const) {
    await step(`it is not changed, dropped or added by ${user}`, async () => {
      const object = await installed.recorded(patch);
      expectDenial(await installed.as(user).patch("merge", at(object), annotated('{"v":2}')));
      expectDenial(await installed.as(user).patch("merge", at(object), annotated(null)));
      await installed.as("weir-reconcile").patch("merge", at(object), annotated(null));
      expectDenial(await installed.as(user).patch("merge", at(object), annotated("")));
    });
  }
});

onBothPlatforms("the record is kept by every way in which users write", async (play) => {
  const installed = await play.installed();
  const { patch } = await readExamples();
  await step(
    "it is lost in a replacement that leaves it out, which is refused, and kept in one that has it",
    async () => {
      const object = await installed.recorded(patch);
      const { "weir.dev/record": _record, ...annotations } = object.metadata.annotations ?? {};
      const without = { ...object, metadata: { ...object.metadata, annotations } };
      expectDenial(await installed.as("jane").put(at(object), without));
      const labels = { ...object.metadata.labels, team: "blue" };
      const kept = { ...object, metadata: { ...object.metadata, labels } };
      expect((await installed.as("jane").put(at(object), kept)).code).toBe(200);
    },
  );
  await step("it is left alone by kubectl apply, client side and server side", async () => {
    const object = await installed.recorded(patch);
    const clientSide = {
      metadata: { annotations: { "kubectl.kubernetes.io/last-applied-configuration": "{}" } },
      spec: { deployment: { spec: { state: "RUNNING" } } },
    };
    expect((await installed.as("jane").patch("merge", at(object), clientSide)).code).toBe(200);
    const { name } = object.metadata;
    const applied = { ...patch, metadata: { ...patch.metadata, name } };
    const query = "?fieldManager=kubectl&force=true";
    const serverSide = await installed.as("jane").patch("apply", at(object) + query, applied);
    expect([serverSide.code, serverSide.body.message]).toEqual([200, undefined]);
    expect(serverSide.body.metadata.annotations["weir.dev/record"]).toBe('{"v":1}');
  });
});
