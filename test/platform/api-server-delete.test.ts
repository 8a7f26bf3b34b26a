import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../simulators/platform/api-server/server.ts";
import { anySpec, clientOf, crdPath, pipe, pipeCrd, pipesPath, removePipes } from "./api-server-client.ts";

let server: ApiServer;
let client: ReturnType<typeof clientOf>;
const start = Date.UTC(2030, 0, 1);
let clock = start;

beforeAll(async () => {
  server = await startApiServer({ seed: [pipeCrd(anySpec)], now: () => clock });
  client = clientOf(server);
});
beforeEach(async () => {
  clock = start;
  await removePipes(client);
});
afterAll(() => server.close());

describe("delete", () => {
  it("removes at once without finalizers", async () => {
    const { body } = await client.post(pipesPath, pipe("a"));
    const reply = await client.remove(`${pipesPath}/a`);
    expect(reply).toMatchObject({
      code: 200,
      body: {
        kind: "Status",
        status: "Success",
        details: { name: "a", group: "example.dev", kind: "pipes", uid: body.metadata.uid },
      },
    });
    expect((await client.get(`${pipesPath}/a`)).code).toBe(404);
    expect((await client.remove(`${pipesPath}/a`)).code).toBe(404);
  });

  it("marks while finalizers hold, raises generation once, and removes with the last one", async () => {
    await client.post(pipesPath, pipe("a", {}, { finalizers: ["x.dev/one", "x.dev/two"] }));
    const marked = await client.remove(`${pipesPath}/a`);
    expect(marked.body.metadata).toMatchObject({
      deletionTimestamp: "2030-01-01T00:00:00Z",
      deletionGracePeriodSeconds: 0,
      generation: 2,
    });
    const again = await client.remove(`${pipesPath}/a`);
    expect(again.body).toEqual(marked.body);
    const one = await client.patch("merge", `${pipesPath}/a`, { metadata: { finalizers: ["x.dev/two"] } });
    expect(one.body.metadata.generation).toBe(2);
    const added = await client.patch("merge", `${pipesPath}/a`, {
      metadata: { finalizers: ["x.dev/two", "x.dev/new"] },
    });
    expect(added.body).toMatchObject({
      code: 422,
      message:
        'Pipe.example.dev "a" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"x.dev/new"}',
    });
    expect((await client.post(pipesPath, pipe("a"))).body.message).toBe(
      'object is being deleted: pipes.example.dev "a" already exists',
    );
    const last = await client.patch("merge", `${pipesPath}/a`, { metadata: { finalizers: null } });
    expect(last).toMatchObject({ code: 200, body: { metadata: { name: "a" } } });
    expect((await client.get(`${pipesPath}/a`)).code).toBe(404);
  });

  it.each([
    {
      name: "uid",
      preconditions: { uid: "other" },
      message: /the UID in the precondition \(other\) does not match the UID in record/,
    },
    {
      name: "resourceVersion",
      preconditions: { resourceVersion: "1" },
      message: /the ResourceVersion in the precondition \(1\) does not match/,
    },
  ])("heeds the precondition $name", async ({ preconditions, message }) => {
    await client.post(pipesPath, pipe("a"));
    const reply = await client.remove(`${pipesPath}/a`, { preconditions });
    expect(reply.body).toMatchObject({ code: 409, message: expect.stringMatching(message) });
  });

  it("deletes a collection by label", async () => {
    for (const name of ["a", "b", "c"])
      await client.post(pipesPath, pipe(name, {}, { labels: { keep: String(name === "b") } }));
    const reply = await client.remove(`${pipesPath}?labelSelector=keep=false`);
    expect(reply.body).toMatchObject({
      kind: "PipeList",
      items: [{ metadata: { name: "a" } }, { metadata: { name: "c" } }],
    });
    expect((await client.get(pipesPath)).body.items).toHaveLength(1);
  });

  it("keeps everything on a dry run", async () => {
    await client.post(pipesPath, pipe("a"));
    expect((await client.remove(`${pipesPath}/a?dryRun=All`)).code).toBe(200);
    expect((await client.remove(`${pipesPath}/a`, { dryRun: ["All"] })).code).toBe(200);
    expect((await client.get(`${pipesPath}/a`)).code).toBe(200);
  });
});

describe("namespaces and CRDs", () => {
  it("empties a namespace, then removes it when the last finalizer inside goes", async () => {
    await client.post("/api/v1/namespaces", { metadata: { name: "n" } });
    const inside = "/apis/example.dev/v1/namespaces/n/pipes";
    await client.post(inside, pipe("free"));
    await client.post(inside, pipe("held", {}, { finalizers: ["x.dev/one"] }));
    const reply = await client.remove("/api/v1/namespaces/n");
    expect(reply.body).toMatchObject({ kind: "Namespace", status: { phase: "Terminating" } });
    expect((await client.get(inside)).body.items.map((item: { metadata: object }) => item.metadata)).toMatchObject([
      { name: "held", deletionTimestamp: expect.any(String) },
    ]);
    expect((await client.post(inside, pipe("late"))).body).toMatchObject({ code: 403, reason: "Forbidden" });
    await client.patch("merge", `${inside}/held`, { metadata: { finalizers: null } });
    expect((await client.get("/api/v1/namespaces/n")).code).toBe(404);
  });

  it("serves a CRD at once and takes it away with its objects", async () => {
    const crd = { ...pipeCrd(anySpec), metadata: { name: "tubes.example.dev" } };
    const tubes = { ...crd, spec: { ...crd.spec, names: { kind: "Tube", plural: "tubes" } } };
    const made = await client.post(crdPath, tubes);
    expect(made.body.status.conditions).toMatchObject([
      { type: "NamesAccepted", status: "True" },
      { type: "Established", status: "True" },
    ]);
    const path = "/apis/example.dev/v1/namespaces/default/tubes";
    await client.post(path, { ...pipe("t"), kind: "Tube" });
    expect((await client.get(`${path}/t`)).body.kind).toBe("Tube");
    await client.remove(`${crdPath}/tubes.example.dev`);
    expect((await client.get(`${crdPath}/tubes.example.dev`)).code).toBe(404);
    expect(await client.get(path)).toMatchObject({ code: 404, body: "404 page not found\n" });
    expect((await client.get(pipesPath)).code).toBe(200);
  });

  it("counts status as input where there is no status subresource", async () => {
    const crd = { ...pipeCrd(anySpec, { withoutStatus: true }), metadata: { name: "plains.example.dev" } };
    await client.post(crdPath, { ...crd, spec: { ...crd.spec, names: { kind: "Plain", plural: "plains" } } });
    const path = "/apis/example.dev/v1/namespaces/default/plains";
    const made = await client.post(path, { ...pipe("p"), kind: "Plain", status: { a: 1 } });
    expect(made.body.status).toEqual({ a: 1 });
    expect((await client.patch("merge", `${path}/p`, { status: { a: 2 } })).body.metadata.generation).toBe(2);
    expect((await client.patch("merge", `${path}/p/status`, { status: { a: 3 } })).code).toBe(404);
  });
});
