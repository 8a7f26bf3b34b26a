import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectAppManager } from "../../../../shared/adapters/app-manager/client.ts";
import type { Reply } from "../support/loopback.ts";
import { body, caller, canary, failure, owner, ref, shown, startRig } from "./rig.ts";

let rig: Awaited<ReturnType<typeof startRig>>;
beforeEach(async () => {
  rig = await startRig(() => ({ body: shown }));
});
afterEach(() => rig.close());

const path = "/vvp/api/v1/namespaces/default/deployments";
const mark = { "ververica.platform/managed-by-operator": "weir-a", "ververica.platform/cr-uid": "uid-1" };
const sent = () =>
  rig.server.received.map(({ method, url, body: text }) => [method, url, text === "" ? undefined : JSON.parse(text)]);

describe("what is sent", () => {
  it.each([
    { name: "get", call: () => rig.client.get(caller, ref), expected: ["GET", `${path}/one`, undefined] },
    {
      name: "patch",
      call: () => rig.client.patch(caller, ref, { spec: { state: "CANCELLED" } }),
      expected: ["PATCH", `${path}/one`, { spec: { state: "CANCELLED" } }],
    },
    { name: "delete", call: () => rig.client.delete(caller, ref), expected: ["DELETE", `${path}/one`, undefined] },
    {
      name: "create",
      call: () => rig.client.create(caller, "default", body, owner),
      expected: [
        "POST",
        path,
        { kind: "Deployment", apiVersion: "v1", metadata: { ...body.metadata, annotations: mark }, spec: body.spec },
      ],
    },
    {
      name: "replace",
      call: () => rig.client.replace(caller, ref, body, owner),
      expected: [
        "PUT",
        `${path}/one`,
        { kind: "Deployment", apiVersion: "v1", metadata: { ...body.metadata, annotations: mark }, spec: body.spec },
      ],
    },
  ])("$name, in the name of its operator (AMB-31)", async ({ call, expected }) => {
    await call();
    expect(sent()).toEqual([expected]);
    const [{ headers } = expect.unreachable()] = rig.server.received;
    expect(headers).toMatchObject({
      accept: "application/json",
      authorization: `Bearer ${canary}`,
      "user-agent": "weir/1.2.3 (weir-a)",
      "x-vvp-operator-instance": "weir-a",
      "x-correlation-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it("goes over kept connections", async () => {
    for (let call = 0; call < 20; call += 1) await rig.client.get(caller, ref);
    expect(rig.server.connections()).toBe(1);
  });

  it("keeps every name one segment of the path", async () => {
    rig.server.answer(() => ({ status: 404, body: {} }));
    await rig.client.get(caller, { namespace: "a/b", idOrName: "c?d#e%2f" });
    expect(rig.server.received[0]?.url).toBe("/vvp/api/v1/namespaces/a%2Fb/deployments/c%3Fd%23e%252f");
  });

  it.each(["", ".", ".."])("sends nothing for the name %j", async (idOrName) => {
    expect(await failure(rig.client.delete(caller, { namespace: "default", idOrName }))).toMatchObject({
      code: "Rejected",
      applied: "no",
    });
    expect(rig.server.received).toEqual([]);
  });

  it("without a Secret there is no token", async () => {
    await rig.client.get({ ...caller, secretName: undefined }, ref);
    expect(rig.server.received[0]?.headers).not.toHaveProperty("authorization");
  });

  it("no credentials in the address", () => {
    const options = { secrets: { read: async () => undefined }, instanceId: "a", version: "1" };
    expect(() => connectAppManager({ ...options, url: "https://u:p@host" })).toThrow("must not hold credentials");
  });
});

describe("what is read", () => {
  it("a deployment, everything in it as received", async () => {
    const annotations = { ...mark, mine: "yes" };
    rig.server.answer(() => ({ body: { ...shown, metadata: { ...shown.metadata, annotations } } }));
    expect(await rig.client.get(caller, ref)).toEqual({
      id: "id-1",
      name: "one",
      namespace: "default",
      owner,
      desiredState: "RUNNING",
      state: "RUNNING",
      rawState: "RUNNING",
      metadata: { ...shown.metadata, annotations },
      spec: shown.spec,
    });
  });

  it.each([
    { name: "STARTING", status: { state: "STARTING" }, rawState: "STARTING", why: "AMB-15" },
    { name: "nothing", status: null, rawState: "", why: "just created" },
    { name: "lower case", status: { state: "running" }, rawState: "running", why: "not a state that is documented" },
  ])("the state $name reads as TRANSITIONING ($why)", async ({ status, rawState }) => {
    rig.server.answer(() => ({ body: { ...shown, status } }));
    expect(await rig.client.get(caller, ref)).toMatchObject({ state: "TRANSITIONING", rawState });
  });

  it("undefined for the platform's own 404 alone", async () => {
    rig.server.answer(() => ({ status: 404, body: { success: false } }));
    expect(await rig.client.get(caller, ref)).toBeUndefined();
  });

  const absent = { status: 404, body: { success: false } };
  const other = { ...shown, metadata: { ...shown.metadata, id: "id-2", name: "two" } };

  it.each([
    { name: "204", reply: { status: 204 }, list: absent },
    { name: "200 with the object", reply: { body: shown }, list: absent },
    { name: "404 and a list without it", reply: absent, list: { body: { items: [other] } } },
  ] as const)("a delete is done with $name", async ({ reply, list }) => {
    rig.server.answer(({ method }) => (method === "GET" ? list : reply));
    expect(await rig.client.delete(caller, ref)).toBeUndefined();
  });

  it.each([
    { name: "a list that holds it", list: { body: { items: [other, shown] } }, told: "holds it" },
    { name: "a list that is not found either", list: absent, told: "answered 404 to list deployments of default" },
    { name: "a list that fails", list: { status: 503 }, told: "answered 503 to list deployments of default" },
  ] as const)("a delete is not done with 404 and $name, and says so", async ({ list, told }) => {
    rig.server.answer(({ method }) => (method === "GET" ? list : absent));
    const message = expect.stringContaining(told);
    expect(await failure(rig.client.delete(caller, ref))).toMatchObject({
      code: "Malformed",
      applied: "maybe",
      message,
    });
  });

  it("a change that is answered 204 is read afterwards", async () => {
    rig.server.answer(({ method }) => (method === "GET" ? { body: shown } : { status: 204 }));
    expect(await rig.client.patch(caller, ref, {})).toMatchObject({ id: "id-1" });
  });

  it("a list, all its pages, without the items that nobody can read", async () => {
    const page = (pageIndex: number): Reply => ({
      body: {
        metadata: { pageIndex, totalPage: 2 },
        items: [{ ...shown, metadata: { ...shown.metadata, id: `i${pageIndex}` } }, {}],
      },
    });
    rig.server.answer(({ url }) => page(url.endsWith("?pageIndex=2") ? 2 : 1));
    expect((await rig.client.list(caller, "default")).map(({ id }) => id)).toEqual(["i1", "i2"]);
    rig.server.answer(() => ({ body: { kind: "DeploymentList", metadata: {}, items: [shown] } }));
    expect(await rig.client.list(caller, "default")).toHaveLength(1);
  });

  const item = (id: string, state = "RUNNING") => ({
    ...shown,
    metadata: { ...shown.metadata, id, name: id },
    status: { state },
  });
  it.each([
    {
      name: "repeats its first page",
      pages: () => ({ metadata: { pageIndex: 0, totalPage: 900 }, items: [item("a"), item("b")] }),
      read: 2,
      why: "it does not know ?pageIndex",
    },
    {
      name: "repeats its items under every index",
      pages: (asked: number) => ({ metadata: { pageIndex: asked, totalPage: 900 }, items: [item("a"), item("b")] }),
      read: 2,
      why: "it echoes what it does not know",
    },
    {
      name: "goes back",
      pages: (asked: number) => ({
        metadata: { pageIndex: asked === 1 ? 1 : 0, totalPage: 900 },
        items: [item(asked === 1 ? "a" : "b")],
      }),
      read: 2,
      why: "it would go round in circles",
    },
    {
      name: "has nothing on its further pages",
      pages: (asked: number) => ({
        metadata: { pageIndex: asked, totalPage: 900 },
        items: asked === 1 ? [item("a"), item("b")] : [],
      }),
      read: 2,
      why: "it counts wrongly",
    },
    {
      name: "counts from 0",
      pages: (asked: number, first: boolean) => ({
        metadata: { pageIndex: first ? 0 : asked, totalPage: 2 },
        items: first ? [item("a")] : asked === 1 ? [item("b")] : [],
      }),
      read: 3,
      why: "both pages are read, and one that is empty",
    },
  ])("a list of a platform that $name ends after $read pages ($why)", async ({ pages, read }) => {
    rig.server.answer(({ url }) => {
      const asked = new URL(url, "http://host").searchParams.get("pageIndex");
      return { body: pages(Number(asked ?? 1), asked === null) };
    });
    expect((await rig.client.list(caller, "default")).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(rig.server.received).toHaveLength(read);
  });

  it("a list shows what moved between two pages once, as it was last", async () => {
    rig.server.answer(({ url }) => {
      const second = url.endsWith("?pageIndex=2");
      const items = second ? [item("b", "FAILED"), item("c")] : [item("a"), item("b")];
      return { body: { metadata: { pageIndex: second ? 2 : 1, totalPage: 2 }, items } };
    });
    const found = await rig.client.list(caller, "default");
    expect(found.map(({ id, state }) => `${id} ${state}`)).toEqual(["a RUNNING", "b FAILED", "c RUNNING"]);
  });
});
