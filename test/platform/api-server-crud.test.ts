import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../simulators/platform/api-server/server.ts";
import { anySpec, clientOf, pipe, pipeCrd, pipesPath, removePipes } from "./api-server-client.ts";

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

describe("create", () => {
  it("fills in the system's metadata and drops the status", async () => {
    const { code, body } = await client.post(pipesPath, { ...pipe("a"), status: { x: 1 } });
    expect(code).toBe(201);
    expect(body.metadata).toMatchObject({
      name: "a",
      namespace: "default",
      generation: 1,
      creationTimestamp: "2030-01-01T00:00:00Z",
      resourceVersion: expect.stringMatching(/^\d+$/),
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(body.metadata.managedFields).toEqual([
      {
        manager: "tester",
        operation: "Update",
        apiVersion: "example.dev/v1",
        time: "2030-01-01T00:00:00Z",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:spec": { "f:a": {} } },
      },
    ]);
    expect(body).not.toHaveProperty("status");
  });

  it("ignores what a client may not set", async () => {
    const { body } = await client.post(
      pipesPath,
      pipe(
        "a",
        {},
        {
          uid: "mine",
          generation: 7,
          creationTimestamp: "1999-01-01T00:00:00Z",
          deletionTimestamp: "2000-01-01T00:00:00Z",
        },
      ),
    );
    expect(body.metadata).toMatchObject({ generation: 1, creationTimestamp: "2030-01-01T00:00:00Z" });
    expect(body.metadata.uid).not.toBe("mine");
    expect(body.metadata).not.toHaveProperty("deletionTimestamp");
  });

  it("makes a name from generateName", async () => {
    const { body } = await client.post(pipesPath, { ...pipe(""), metadata: { generateName: "a-" } });
    expect(body.metadata.name).toMatch(/^a-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  it.each([
    {
      name: "a taken name",
      body: pipe("taken"),
      code: 409,
      reason: "AlreadyExists",
      message: 'pipes.example.dev "taken" already exists',
    },
    {
      name: "another kind",
      body: { ...pipe("a"), kind: "Tube" },
      code: 422,
      reason: "Invalid",
      message: 'Tube.example.dev "a" is invalid: kind: Invalid value: "Tube": must be Pipe',
    },
    {
      name: "another version",
      body: { ...pipe("a"), apiVersion: "example.dev/v2" },
      code: 400,
      reason: "BadRequest",
      message: "the API version in the data (example.dev/v2) does not match the expected API version (example.dev/v1)",
    },
    {
      name: "another namespace",
      body: pipe("a", {}, { namespace: "kube-system" }),
      code: 400,
      reason: "BadRequest",
      message: "the namespace of the provided object does not match the namespace sent on the request",
    },
    {
      name: "no name",
      body: { ...pipe(""), metadata: {} },
      code: 422,
      reason: "Invalid",
      message: 'Pipe.example.dev "" is invalid: metadata.name: Required value: name or generateName is required',
    },
    {
      name: "a bad name",
      body: pipe("A_b"),
      code: 422,
      reason: "Invalid",
      message:
        /^Pipe.example.dev "A_b" is invalid: metadata.name: Invalid value: "A_b": a lowercase RFC 1123 subdomain must consist of/,
    },
    {
      name: "a bad label",
      body: pipe("a", {}, { labels: { "a b": "c" } }),
      code: 422,
      reason: "Invalid",
      message: /metadata.labels: Invalid value: "a b": name part must consist of/,
    },
    {
      name: "annotations beyond 256 KiB",
      body: pipe("a", {}, { annotations: { a: "x".repeat(300_000) } }),
      code: 422,
      reason: "Invalid",
      message: /metadata.annotations: Too long: may not be more than 262144 bytes/,
    },
    { name: "a body that is no object", body: [1], code: 400, reason: "BadRequest", message: /unrecognized/ },
  ])("refuses $name", async ({ body, code, reason, message }) => {
    await client.post(pipesPath, pipe("taken"));
    const reply = await client.post(pipesPath, body);
    expect(reply.body).toMatchObject({ kind: "Status", apiVersion: "v1", status: "Failure", code, reason });
    expect(reply.body.message).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
    expect(reply.code).toBe(code);
  });

  it("refuses a namespace that does not exist", async () => {
    const reply = await client.post("/apis/example.dev/v1/namespaces/nowhere/pipes", pipe("a"));
    expect(reply.body).toMatchObject({ code: 404, message: 'namespaces "nowhere" not found' });
  });

  it("stores nothing on a dry run", async () => {
    const reply = await client.post(`${pipesPath}?dryRun=All`, pipe("a"));
    expect(reply.code).toBe(201);
    expect(reply.body.metadata).not.toHaveProperty("resourceVersion");
    expect((await client.get(`${pipesPath}/a`)).code).toBe(404);
  });
});

describe("update", () => {
  it("keeps status and generation when only metadata changes, raises generation when the spec does", async () => {
    const { body } = await client.post(pipesPath, pipe("a"));
    const labelled = await client.put(`${pipesPath}/a`, {
      ...body,
      metadata: { ...body.metadata, labels: { x: "y" } },
      status: { ignored: true },
    });
    expect(labelled.body.metadata).toMatchObject({ generation: 1, labels: { x: "y" } });
    expect(labelled.body).not.toHaveProperty("status");
    const changed = await client.put(`${pipesPath}/a`, { ...labelled.body, spec: { a: 2 } });
    expect(changed.body.metadata.generation).toBe(2);
  });

  it("writes status alone on /status, without generation", async () => {
    const { body } = await client.post(pipesPath, pipe("a"));
    const written = await client.put(`${pipesPath}/a/status`, {
      ...body,
      metadata: { ...body.metadata, labels: { no: "no" } },
      spec: { a: 9 },
      status: { phase: "Up" },
    });
    expect(written.body).toMatchObject({ spec: { a: 1 }, status: { phase: "Up" }, metadata: { generation: 1 } });
    expect(written.body.metadata).not.toHaveProperty("labels");
    expect(Number(written.body.metadata.resourceVersion)).toBeGreaterThan(Number(body.metadata.resourceVersion));
    expect(written.body.metadata.managedFields[1]).toMatchObject({ subresource: "status" });
  });

  it.each([
    { name: "an equal PUT", write: (body: object) => client.put(`${pipesPath}/a`, body) },
    { name: "an equal status write", write: (body: object) => client.put(`${pipesPath}/a/status`, body) },
    { name: "an equal merge patch", write: () => client.patch("merge", `${pipesPath}/a`, { spec: { a: 1 } }) },
    {
      name: "an equal JSON patch",
      write: () => client.patch("json", `${pipesPath}/a`, [{ op: "replace", path: "/spec/a", value: 1 }]),
    },
  ])("leaves resourceVersion alone after $name", async ({ write }) => {
    await client.post(pipesPath, pipe("a"));
    const before = await client.patch("merge", `${pipesPath}/a/status`, { status: { ok: true } });
    clock += 60_000;
    const after = await write(before.body);
    expect(after.code).toBe(200);
    expect(after.body).toEqual(before.body);
    expect(server.store.revision).toBe(Number(before.body.metadata.resourceVersion));
  });

  it("refuses an old resourceVersion", async () => {
    const { body } = await client.post(pipesPath, pipe("a"));
    await client.patch("merge", `${pipesPath}/a`, { spec: { a: 2 } });
    const reply = await client.put(`${pipesPath}/a`, body);
    expect(reply.body).toMatchObject({
      code: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on pipes.example.dev "a": the object has been modified; please apply your changes to the latest version and try again',
      details: { name: "a", group: "example.dev", kind: "pipes" },
    });
  });

  it("demands a resourceVersion for custom resources, not for ConfigMaps", async () => {
    await client.post(pipesPath, pipe("a"));
    const reply = await client.put(`${pipesPath}/a`, pipe("a"));
    expect(reply.body).toMatchObject({
      code: 422,
      message:
        'pipes.example.dev "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    });
    const path = "/api/v1/namespaces/default/configmaps";
    await client.post(path, { metadata: { name: "c" }, data: { a: "1" } });
    const free = await client.put(`${path}/c`, { metadata: { name: "c" }, data: { a: "2" } });
    expect(free).toMatchObject({ code: 200, body: { data: { a: "2" } } });
  });

  it("refuses another uid", async () => {
    const { body } = await client.post(pipesPath, pipe("a"));
    const reply = await client.put(`${pipesPath}/a`, { ...body, metadata: { ...body.metadata, uid: "other" } });
    expect(reply.body).toMatchObject({ code: 409, message: expect.stringContaining("UID in precondition: other") });
  });

  it("creates a Lease by PUT", async () => {
    const path = "/apis/coordination.k8s.io/v1/namespaces/default/leases/l";
    const reply = await client.put(path, { metadata: { name: "l" }, spec: { holderIdentity: "me" } });
    expect(reply).toMatchObject({ code: 201, body: { kind: "Lease", spec: { holderIdentity: "me" } } });
  });
});

it("completes Secrets and Events as the real server does", async () => {
  const secret = await client.post("/api/v1/namespaces/default/secrets", {
    metadata: { name: "s" },
    stringData: { a: "b" },
  });
  expect(secret.body).toMatchObject({ type: "Opaque", data: { a: "Yg==" } });
  expect(secret.body).not.toHaveProperty("stringData");
  const event = await client.post("/api/v1/namespaces/default/events", {
    metadata: { generateName: "e-" },
    involvedObject: { kind: "Pipe", name: "a", namespace: "default" },
    reason: "Up",
  });
  expect(event.body).toMatchObject({ eventTime: null, reportingComponent: "", source: {}, reason: "Up" });
});
