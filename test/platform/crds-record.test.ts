import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Reply } from "./api-server-client.ts";
import { annotated, at, patchExample, path, startInstalled } from "./crds-rig.ts";

let installed: Awaited<ReturnType<typeof startInstalled>>;
beforeAll(async () => {
  installed = await startInstalled();
});
afterAll(() => installed.close());

function expectRecordDenial(reply: Reply): void {
  expect(reply.code).toBe(403);
  expect(reply.body.message).toContain("only Weir may set, change or remove. Leave it out of what you apply");
}

describe("the record of a resource (D5)", () => {
  it("may come with a new resource: it was restored, and is never followed", async () => {
    const metadata = { ...patchExample.metadata, name: "restored", annotations: { "weir.dev/record": "{}" } };
    expect((await installed.as("jane").post(`${path}?dryRun=All`, { ...patchExample, metadata })).code).toBe(201);
  });

  it.each(["reconcile", "refresh"] as const)("is changed and dropped by %s", async (user) => {
    const object = await installed.recorded();
    expect((await installed.as(user).patch("merge", at(object), annotated('{"v":2}'))).code).toBe(200);
    expect((await installed.as(user).patch("merge", at(object), annotated(null))).code).toBe(200);
  });

  it.each(["jane", "admin", "other"] as const)("is not changed, dropped or added by %s", async (user) => {
    const object = await installed.recorded();
    expectRecordDenial(await installed.as(user).patch("merge", at(object), annotated('{"v":2}')));
    expectRecordDenial(await installed.as(user).patch("merge", at(object), annotated(null)));
    await installed.as("reconcile").patch("merge", at(object), annotated(null));
    expectRecordDenial(await installed.as(user).patch("merge", at(object), annotated("")));
  });

  it("is lost in a replacement that leaves it out, which is refused, and kept in one that has it", async () => {
    const object = await installed.recorded();
    const { "weir.dev/record": _record, ...annotations } = object.metadata.annotations ?? {};
    const without = { ...object, metadata: { ...object.metadata, annotations } };
    expectRecordDenial(await installed.as("jane").put(at(object), without));
    const labels = { ...object.metadata.labels, team: "blue" };
    const kept = { ...object, metadata: { ...object.metadata, labels } };
    expect((await installed.as("jane").put(at(object), kept)).code).toBe(200);
  });

  it("is left alone by kubectl apply, client side and server side", async () => {
    const object = await installed.recorded();
    const clientSide = {
      metadata: { annotations: { "kubectl.kubernetes.io/last-applied-configuration": "{}" } },
      spec: { deployment: { spec: { state: "RUNNING" } } },
    };
    expect((await installed.as("jane").patch("merge", at(object), clientSide)).code).toBe(200);
    const { name } = object.metadata;
    const applied = { ...patchExample, metadata: { ...patchExample.metadata, name } };
    const query = "?fieldManager=kubectl&force=true";
    const serverSide = await installed.as("jane").patch("apply", at(object) + query, applied);
    expect([serverSide.code, serverSide.body.message]).toEqual([200, undefined]);
    expect(serverSide.body.metadata.annotations["weir.dev/record"]).toBe('{"v":1}');
  });
});
