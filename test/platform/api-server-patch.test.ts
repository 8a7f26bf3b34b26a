import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../simulators/platform/api-server/server.ts";
import { anySpec, clientOf, pipe, pipeCrd, pipesPath } from "./api-server-client.ts";

let server: ApiServer;
let client: ReturnType<typeof clientOf>;
const path = `${pipesPath}/a`;

beforeAll(async () => {
  server = await startApiServer({ seed: [pipeCrd(anySpec)], now: () => Date.UTC(2030, 0, 1) });
  client = clientOf(server);
});
beforeEach(async () => {
  await client.remove(pipesPath);
  await client.post(pipesPath, pipe("a", { a: 1, b: { c: 2 }, l: [1, 2] }));
});
afterAll(() => server.close());

it.each([
  {
    name: "merges and removes",
    type: "merge",
    patch: { spec: { a: null, b: { d: 3 } } },
    spec: { b: { c: 2, d: 3 }, l: [1, 2] },
  },
  {
    name: "replaces lists as a whole",
    type: "merge",
    patch: { spec: { l: [3] } },
    spec: { a: 1, b: { c: 2 }, l: [3] },
  },
  {
    name: "keeps a member called __proto__ as data",
    type: "merge",
    patch: '{"spec":{"__proto__":{"x":1}}}',
    spec: JSON.parse('{"a":1,"b":{"c":2},"l":[1,2],"__proto__":{"x":1}}'),
  },
  {
    name: "adds into a list",
    type: "json",
    patch: [{ op: "add", path: "/spec/l/-", value: 3 }],
    spec: { a: 1, b: { c: 2 }, l: [1, 2, 3] },
  },
  {
    name: "moves and tests",
    type: "json",
    patch: [
      { op: "test", path: "/spec/a", value: 1 },
      { op: "move", from: "/spec/b/c", path: "/spec/a" },
    ],
    spec: { a: 2, b: {}, l: [1, 2] },
  },
] as const)("$type patch $name", async ({ type, patch, spec }) => {
  const reply = await client.patch(type, path, patch);
  expect(reply).toMatchObject({ code: 200, body: { metadata: { generation: 2 } } });
  expect(reply.body.spec).toEqual(spec);
});

it.each([
  {
    name: "an old resourceVersion",
    type: "merge",
    patch: { metadata: { resourceVersion: "1" } },
    code: 409,
    message: /the object has been modified/,
  },
  {
    name: "another uid",
    type: "merge",
    patch: { metadata: { uid: "x" } },
    code: 422,
    message: 'Pipe.example.dev "a" is invalid: metadata.uid: Invalid value: "x": field is immutable',
  },
  {
    name: "another name",
    type: "merge",
    patch: { metadata: { name: "b" } },
    code: 400,
    message: "the name of the object (b) does not match the name on the URL (a)",
  },
  {
    name: "a failing test",
    type: "json",
    patch: [{ op: "test", path: "/spec/a", value: 2 }],
    code: 422,
    message: /^the server rejected our request due to an error in our request$/,
  },
  {
    name: "a missing path",
    type: "json",
    patch: [{ op: "remove", path: "/spec/zz" }],
    code: 422,
    message: /^the server rejected our request due to an error in our request$/,
  },
  {
    name: "too many operations",
    type: "json",
    patch: Array.from({ length: 10_001 }, () => ({ op: "test", path: "/spec/a", value: 1 })),
    code: 413,
    message: /10000, got 10001/,
  },
  { name: "a JSON patch that is no list", type: "json", patch: {}, code: 400, message: /cannot unmarshal/ },
  {
    name: "a strategic patch of a custom resource",
    type: "strategic",
    patch: {},
    code: 415,
    message:
      /accepted media types include: application\/json-patch\+json, application\/merge-patch\+json, application\/apply-patch\+yaml/,
  },
] as const)("refuses $name", async ({ type, patch, code, message }) => {
  const reply = await client.patch(type, path, patch);
  expect(reply.code).toBe(code);
  expect(reply.body).toMatchObject({ kind: "Status", code });
  expect(reply.body.message).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
});

it("takes a strategic patch of a built-in resource as a merge patch", async () => {
  const secrets = "/api/v1/namespaces/default/secrets";
  await client.post(secrets, { metadata: { name: "s" }, data: { a: "YQ==" } });
  const reply = await client.patch("strategic", `${secrets}/s`, { stringData: { b: "b" } });
  expect(reply.body.data).toEqual({ a: "YQ==", b: "Yg==" });
});

it("finds nothing to patch", async () => {
  expect((await client.patch("merge", `${pipesPath}/none`, {})).body).toMatchObject({ code: 404, reason: "NotFound" });
});

describe("server-side apply", () => {
  const apply = (manager: string, spec: object, more = "") =>
    client.patch("apply", `${pipesPath}/s?fieldManager=${manager}${more}`, pipe("s", spec));

  it("creates from YAML, then merges", async () => {
    const yaml = "apiVersion: example.dev/v1\nkind: Pipe\nmetadata:\n  name: s\nspec:\n  a: 1\n";
    const made = await client.patch("apply", `${pipesPath}/s?fieldManager=one`, yaml);
    expect(made).toMatchObject({ code: 201, body: { spec: { a: 1 } } });
    expect(made.body.metadata.managedFields).toMatchObject([
      { manager: "one", operation: "Apply", fieldsV1: { "f:spec": { "f:a": {} } } },
    ]);
    const more = await apply("two", { b: 2 });
    expect(more).toMatchObject({ code: 200, body: { spec: { a: 1, b: 2 } } });
  });

  it("moves with the first apply of a new manager, and not with an equal one", async () => {
    const first = await apply("one", { a: 1 });
    const second = await apply("two", { a: 1 });
    const third = await apply("two", { a: 1 });
    expect(second.body.metadata.resourceVersion).not.toBe(first.body.metadata.resourceVersion);
    expect(second.body.metadata.generation).toBe(1);
    expect(third.body).toEqual(second.body);
  });

  it("removes what the manager leaves out, unless another owns it", async () => {
    await apply("one", { a: 1, b: 2, c: { d: 1 } });
    await apply("two", { b: 2 });
    expect((await apply("one", { a: 1 })).body.spec).toEqual({ a: 1, b: 2 });
  });

  it("refuses a conflict and takes over by force", async () => {
    await apply("one", { a: 1 });
    const reply = await apply("two", { a: 2 });
    expect(reply.body).toMatchObject({
      code: 409,
      reason: "Conflict",
      message: 'Apply failed with 1 conflict: conflict with "one": .spec.a',
      details: { causes: [{ reason: "FieldManagerConflict", message: 'conflict with "one"', field: ".spec.a" }] },
    });
    const forced = await apply("two", { a: 2 }, "&force=true");
    expect(forced.body.spec).toEqual({ a: 2 });
    expect(forced.body.metadata.managedFields).toMatchObject([{ manager: "two" }]);
  });

  it("names an updating manager with its version", async () => {
    await client.post(pipesPath, pipe("s", { a: 1 }));
    expect((await apply("one", { a: 2 })).body.message).toBe(
      'Apply failed with 1 conflict: conflict with "tester" using example.dev/v1: .spec.a',
    );
  });

  it("applies the status on its own path", async () => {
    await apply("one", { a: 1 });
    const status = { ...pipe("s", { a: 9 }), status: { ok: true } };
    const reply = await client.patch("apply", `${pipesPath}/s/status?fieldManager=two`, status);
    expect(reply.body).toMatchObject({ spec: { a: 1 }, status: { ok: true } });
    const again = await client.patch("apply", `${pipesPath}/s?fieldManager=one`, {
      ...pipe("s", { a: 1 }),
      status: { ok: false },
    });
    expect(again.body).toEqual(reply.body);
  });

  it("demands a field manager", async () => {
    const reply = await client.patch("apply", `${pipesPath}/s`, pipe("s"));
    expect(reply.body).toMatchObject({
      code: 422,
      message: 'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    });
  });
});
