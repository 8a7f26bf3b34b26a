import { describe, expect, it } from "vitest";
import type { Call } from "../../../../shared/adapters/app-manager/call.ts";
import { makeAppManager } from "../../../../shared/adapters/app-manager/port.ts";
import { toFault } from "../../../../shared/core/error.ts";
import type { JsonValue } from "../../../../shared/core/json.ts";

const caller = { instanceId: "weir-a", namespace: "demo", secretName: "key" };
const limits = { timeoutMs: 1_000, largest: 1_000_000, values: 100_000 };

/** The port over answers that are given one after the other; the last one stays. */
function answering(...bodies: readonly (JsonValue | string)[]) {
  const calls: Call[] = [];
  const call = async (one: Call) => {
    const body = bodies[Math.min(calls.length, bodies.length - 1)] ?? null;
    calls.push(one);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const doing = { what: one.what, write: one.method !== "GET", token: undefined };
    return { answer: { status: one.method === "GET" ? 200 : 201, text, retryAfter: undefined }, doing };
  };
  const appManager = makeAppManager({ call, now: () => 0, one: limits, many: limits });
  return {
    calls,
    list: () => appManager.savepoints(caller, "default", "id-1"),
    take: () => appManager.takeSavepoint(caller, { namespace: "default", deploymentId: "id-1", mark: "uid-1/1#1" }),
  };
}

function savepoint(id: string, other: { readonly [field: string]: JsonValue } = {}) {
  return { metadata: { id, deploymentId: "id-1", ...other }, status: { state: "STARTED" } };
}

const marked = savepoint("s-1", { annotations: { "weir.dev/request": "uid-1/1#1", other: "kept to itself" } });
const list = (items: JsonValue, metadata: JsonValue = {}) => ({ kind: "SavepointList", items, metadata });

describe("the savepoints of a deployment", () => {
  it("are those that the platform knows of it, each with its mark", async () => {
    const elsewhere = { metadata: { id: "s-3", deploymentId: "id-2" }, status: { state: "COMPLETED" } };
    const located = { ...savepoint("s-2"), spec: { savepointLocation: "s3://here" }, status: { state: "NEW_STATE" } };
    const { list: read, calls } = answering(list([marked, located, elsewhere]));
    expect(await read()).toEqual([
      { id: "s-1", deploymentId: "id-1", mark: "uid-1/1#1", state: "STARTED", location: undefined },
      { id: "s-2", deploymentId: "id-1", mark: undefined, state: "NEW_STATE", location: "s3://here" },
    ]);
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/v1/namespaces/default/savepoints?deploymentId=id-1",
    ]);
  });

  it("are read to the last page", async () => {
    const pages = [1, 2, 3].map((pageIndex) => list([savepoint(`s-${pageIndex}`)], { pageIndex, totalPage: 3 }));
    const { list: read, calls } = answering(...pages);
    expect((await read()).map(({ id }) => id)).toEqual(["s-1", "s-2", "s-3"]);
    expect(calls.map(({ path }) => path.replace(/^.*savepoints/, ""))).toEqual([
      "?deploymentId=id-1",
      "?deploymentId=id-1&pageIndex=2",
      "?deploymentId=id-1&pageIndex=3",
    ]);
  });

  it.each<{ name: string; why: string; bodies: (JsonValue | string)[] }>([
    {
      name: "a page that is repeated",
      why: "ours may be on the one that does not come",
      bodies: [list([marked], { pageIndex: 1, totalPage: 2 })],
    },
    { name: "a login page", why: "2.7: only JSON is an answer", bodies: ["<html>Please sign in.</html>"] },
    { name: "no list", why: "an object without items says nothing of what there is", bodies: [{ kind: "Savepoint" }] },
    { name: "items that are no list", why: "nor do these", bodies: [list("none")] },
    { name: "a savepoint without an id", why: "it may be ours", bodies: [list([{ ...marked, metadata: {} }])] },
    { name: "a savepoint of nothing", why: "it may be ours", bodies: [list([savepoint("s-1", { deploymentId: "" })])] },
    { name: "a savepoint without a state", why: "it may be ours", bodies: [list([{ metadata: marked.metadata }])] },
    { name: "an item that is no object", why: "it may be ours", bodies: [list([marked, "s-2"])] },
    {
      name: "a key that reaches a prototype",
      why: "out of bounds, whatever else it is",
      bodies: [`{"items":[{"metadata":{"id":"s-1","deploymentId":"id-1"},"status":{"state":"X"},"__proto__":{}}]}`],
    },
  ])("with $name are Malformed ($why)", async ({ bodies }) => {
    const fault = await answering(...bodies)
      .list()
      .catch(toFault);
    expect(fault).toMatchObject({ code: "Malformed", applied: "no" });
    expect(fault).toMatchObject({ message: expect.stringContaining("list savepoints of deployment default/id-1") });
  });
});

describe("a savepoint that is asked for", () => {
  it("carries the mark of its request, and nothing that the platform should choose", async () => {
    const { take, calls } = answering(marked);
    expect(await take()).toMatchObject({ id: "s-1", mark: "uid-1/1#1", state: "STARTED" });
    expect(calls).toMatchObject([{ method: "POST", path: "/api/v1/namespaces/default/savepoints" }]);
    expect(calls[0]?.body).toEqual({
      kind: "Savepoint",
      apiVersion: "v1",
      metadata: { deploymentId: "id-1", annotations: { "weir.dev/request": "uid-1/1#1" } },
      spec: {},
    });
  });

  it("counts as taken although the platform does not repeat the mark", async () => {
    expect(await answering(savepoint("s-1")).take()).toMatchObject({ id: "s-1", mark: undefined });
  });

  it.each<{ name: string; body: JsonValue | string }>([
    { name: "a login page", body: "<html>Please sign in.</html>" },
    { name: "nothing", body: "" },
    { name: "an object that is no savepoint", body: { ok: true } },
    { name: "a savepoint of another deployment", body: savepoint("s-1", { deploymentId: "id-2" }) },
  ])("and answered by $name may have been taken", async ({ body }) => {
    expect(await answering(body).take().catch(toFault)).toMatchObject({ code: "Malformed", applied: "maybe" });
  });
});
