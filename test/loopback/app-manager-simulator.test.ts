import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { startAppManager } from "../../simulators/app-manager/server.ts";
import { MARKER, makeFullSpec } from "../unit/simulators/app-manager/world.ts";
import { DEPLOYMENTS, start } from "./app-manager-start.ts";

describe("the wire", () => {
  it("takes a deployment from creation to deletion as an operator does", async () => {
    const { send, wait, stateOf, calls } = await start();
    const operator = { "X-VVP-Operator-Instance": "op-1" };
    const metadata = { name: "a", annotations: MARKER };
    const created = await send("POST", DEPLOYMENTS, { metadata, spec: makeFullSpec("RUNNING") }, operator);
    expect([created.status, created.headers.get("content-type")]).toEqual([201, "application/json"]);
    expect(await stateOf()).toBe("TRANSITIONING");
    wait(1500);
    expect(await stateOf()).toBe("RUNNING");
    expect((await send("PATCH", `${DEPLOYMENTS}/a`, { spec: { state: "CANCELLED" } })).status).toBe(403);
    expect((await send("PATCH", `${DEPLOYMENTS}/a`, { spec: { state: "CANCELLED" } }, operator)).status).toBe(200);
    wait(1000);
    expect(
      (await send("PUT", `${DEPLOYMENTS}/a`, { metadata, spec: makeFullSpec("SUSPENDED") }, operator)).status,
    ).toBe(200);
    expect((await send("DELETE", `${DEPLOYMENTS}/a`, undefined, operator)).status).toBe(200);
    expect((await send("GET", `${DEPLOYMENTS}/a`)).status).toBe(404);
    expect(calls.map(({ method, status }) => `${method} ${status}`)).toEqual([
      "POST 201",
      "GET 200",
      "GET 200",
      "PATCH 403",
      "PATCH 200",
      "PUT 200",
      "DELETE 200",
      "GET 404",
    ]);
  });

  it.each([
    { name: "no token", why: "401", headers: { authorization: "" }, body: "{}", status: 401 },
    {
      name: "a Basic header",
      why: "Bearer only",
      headers: { authorization: "Basic c2VjcmV0" },
      body: "{}",
      status: 401,
    },
    { name: "broken JSON", why: "400", headers: {}, body: "{nope", status: 400 },
    { name: "an empty body", why: "400", headers: {}, body: undefined, status: 400 },
    {
      name: "__proto__",
      why: "400",
      headers: {},
      body: '{"spec":{"__proto__":{"x":1}},"metadata":{"name":"a"}}',
      status: 400,
    },
    { name: "deep nesting", why: "400", headers: {}, body: `${'{"a":'.repeat(9000)}1${"}".repeat(9000)}`, status: 400 },
    { name: "3 MB", why: "413", headers: {}, body: `"${"x".repeat(3_000_000)}"`, status: 413 },
    { name: "YAML", why: "415: JSON only", headers: { "content-type": "application/yaml" }, body: "a: 1", status: 415 },
  ])("answers $status in JSON for a create with $name, and lives on", async ({ headers, body, status }) => {
    const { send, create } = await start();
    const reply = await send("POST", DEPLOYMENTS, body, headers as Record<string, string>);
    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject({ success: false, httpCode: status });
    expect((await create()).status).toBe(201);
  });

  it.each([
    {
      name: "another collection",
      why: "404 JSON",
      method: "GET",
      path: "/api/v1/namespaces/default/nothing",
      status: 404,
    },
    {
      name: "Autopilot",
      why: "404 JSON",
      method: "GET",
      path: "/autopilot/v2/namespaces/default/deployments/a",
      status: 404,
    },
    { name: "an unknown administrative path", why: "404 JSON", method: "GET", path: "/admin/nothing", status: 404 },
    { name: "a wrong method there", why: "405 JSON", method: "GET", path: "/admin/reset", status: 405 },
    { name: "bad escapes there", why: "400 JSON", method: "DELETE", path: "/admin/tokens/%zz", status: 400 },
  ])("answers $status in JSON for $name", async ({ method, path, status }) => {
    const { send } = await start();
    const reply = await send(method, path);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([status, "application/json"]);
    expect(await reply.json()).toMatchObject({ httpCode: status });
  });

  it("records calls without the token and not its own administration", async () => {
    const { send, calls, admin } = await start();
    await send("GET", "/config");
    await send("POST", `${DEPLOYMENTS}?x=1`, { metadata: { name: "a" } }, { "x-vvp-operator-instance": "op-1" });
    expect(calls).toMatchObject([
      {
        at: 1_700_000_000_000,
        method: "POST",
        path: `${DEPLOYMENTS}?x=1`,
        status: 400,
        body: { metadata: { name: "a" } },
      },
    ]);
    expect(calls[0]?.headers["x-vvp-operator-instance"]).toBe("op-1");
    expect(JSON.stringify(calls)).not.toContain("secret");
    expect(await (await send("GET", "/admin/calls")).json()).toEqual({ items: calls });
    admin.reset();
    expect(calls).toEqual([]);
  });

  it("tells the time of its own clock", async () => {
    const { send } = await start();
    expect((await send("GET", "/api/v1/status")).headers.get("date")).toBe("Tue, 14 Nov 2023 22:13:20 GMT");
  });
});

describe("the server", () => {
  it("answers the same requests the same from the same seed, its own faults included (sim:deterministic)", async () => {
    const faults = { rate5xx: 0.2, duplicate: 0.2, garbage: 0.2, resetAfterCommit: 0.2 };
    const play = async (seed: number) => {
      const { admin, create, send, wait } = await start({ seed });
      admin.configure(faults);
      const replies: string[] = [];
      for (let turn = 0; turn < 24; turn += 1) {
        const asked = turn % 3 === 2 ? send("GET", DEPLOYMENTS) : create(`d${turn % 5}`, "RUNNING");
        replies.push(await asked.then((reply) => reply.text()).catch(() => "cut"));
        wait(300);
      }
      return replies;
    };
    const [first, second, other] = await Promise.all([play(4), play(4), play(5)]);
    expect(second).toEqual(first);
    expect(other).not.toEqual(first);
    expect(first).toContain("cut");
  });

  it("makes the same token and ids from the same seed", async () => {
    const [first, second] = await Promise.all([startAppManager({ seed: 4 }), startAppManager({ seed: 4 })]);
    onTestFinished(async () => {
      await Promise.all([first.close(), second.close()]);
    });
    expect(first.token).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.token).toBe(first.token);
  });

  it("closes idle and half-sent connections at once", async () => {
    const { url, close } = await start();
    const { port } = new URL(url);
    const idle = connect(Number(port), "127.0.0.1");
    await once(idle, "connect");
    idle.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
    const cut = new Promise((resolve) => {
      idle.on("error", resolve).on("close", resolve);
    });
    await close();
    await cut;
    await expect(fetch(`${url}/api/v1/status`)).rejects.toThrow();
  });

  it("says that a port is taken", async () => {
    const { url } = await start();
    await expect(startAppManager({ port: Number(new URL(url).port) })).rejects.toThrow("EADDRINUSE");
  });
});
