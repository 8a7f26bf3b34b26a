import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { type AppManagerSimulator, type StartOptions, startAppManager } from "../../simulators/app-manager/server.ts";
import { MARKER, makeFullSpec, makeSpec } from "../unit/simulators/app-manager/world.ts";

const DEPLOYMENTS = "/api/v1/namespaces/default/deployments";
const open: AppManagerSimulator[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

async function start(options: StartOptions = {}) {
  let now = 1_700_000_000_000;
  const simulator = await startAppManager({ token: "secret", delays: { jitter: 0 }, now: () => now, ...options });
  open.push(simulator);
  const send = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    fetch(`${simulator.url}${path}`, {
      method,
      headers: { authorization: "Bearer secret", "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const create = (name = "a", state = "CANCELLED"): Promise<Response> =>
    send("POST", DEPLOYMENTS, { metadata: { name }, spec: makeSpec(state) });
  const stateOf = async (name = "a"): Promise<unknown> => {
    const reply = (await (await send("GET", `${DEPLOYMENTS}/${name}`)).json()) as { status: { state?: string } };
    return reply.status.state;
  };
  const wait = (ms: number): void => {
    now += ms;
  };
  return { ...simulator, send, create, stateOf, wait };
}

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

describe("faults", () => {
  it.each([
    {
      name: "rate429",
      why: "Retry-After in seconds",
      knob: { rate429: 1, retryAfterSeconds: 3 },
      status: 429,
      type: "application/json",
      applied: 0,
    },
    { name: "rate5xx", why: "JSON error", knob: { rate5xx: 1 }, status: 503, type: "application/json", applied: 0 },
    {
      name: "htmlNotFound",
      why: "a proxy, not the platform",
      knob: { htmlNotFound: 1 },
      status: 404,
      type: "text/html",
      applied: 0,
    },
    { name: "garbage", why: "200 that is none", knob: { garbage: 1 }, status: 200, type: "text/html", applied: 0 },
    {
      name: "duplicate",
      why: "the second delivery finds the name taken",
      knob: { duplicate: 1 },
      status: 409,
      type: "application/json",
      applied: 1,
    },
    {
      name: "latencyMs",
      why: "slow but sound",
      knob: { latencyMs: [5, 10] as [number, number] },
      status: 201,
      type: "application/json",
      applied: 1,
    },
    {
      name: "eventFailure",
      why: "spares all but events",
      knob: { eventFailure: 1 },
      status: 201,
      type: "application/json",
      applied: 1,
    },
  ])("$name: $why", async ({ knob, status, type, applied, name }) => {
    const { admin, create, calls } = await start();
    admin.configure(knob);
    const reply = await create();
    expect([reply.status, reply.headers.get("content-type")]).toEqual([status, type]);
    expect(reply.headers.get("retry-after")).toBe(name === "rate429" ? "3" : null);
    expect(admin.state().rows.size).toBe(applied);
    expect(calls.map((call) => call.status)).toEqual([status]);
  });

  it.each([
    { name: "resetAfterCommit", why: "the effect is there, the reply is not", applied: 1 },
    { name: "resetBeforeCommit", why: "neither is there", applied: 0 },
  ] as const)("$name: $why", async ({ name, applied }) => {
    const { admin, create, calls } = await start();
    admin.configure({ next: [{ kind: name }] });
    await expect(create()).rejects.toThrow();
    expect(admin.state().rows.size).toBe(applied);
    expect(calls).toMatchObject([{ status: 0, fault: name }]);
    expect((await create()).status).toBe(applied === 1 ? 409 : 201);
  });

  it("resetAfterCommit works as a rate too", async () => {
    const { admin, create } = await start();
    admin.configure({ resetAfterCommit: 1 });
    await expect(create()).rejects.toThrow();
    expect(admin.state().rows.size).toBe(1);
  });

  it("hang: no answer, no effect, and close ends it", async () => {
    const { admin, create, calls, close } = await start();
    admin.configure({ hang: 1 });
    const hanging = create().then(
      () => "answered",
      () => "cut",
    );
    await expect.poll(() => calls.length).toBe(1);
    await close();
    expect(await hanging).toBe("cut");
    expect([admin.state().rows.size, calls[0]?.status]).toEqual([0, 0]);
  });

  it("delay: the effect comes late, also when the caller has gone", async () => {
    const { admin, url, calls } = await start();
    admin.configure({ next: [{ kind: "delay", ms: 150 }] });
    const body = JSON.stringify({ metadata: { name: "a" }, spec: makeSpec("CANCELLED") });
    const headers = { authorization: "Bearer secret", "content-type": "application/json" };
    const request = fetch(`${url}${DEPLOYMENTS}`, { method: "POST", headers, body, signal: AbortSignal.timeout(30) });
    await expect(request).rejects.toThrow();
    expect(admin.state().rows.size).toBe(0);
    await expect.poll(() => calls.length).toBe(1);
    expect(admin.state().rows.size).toBe(1);
  });

  it("close does not wait for a long delay", async () => {
    const { admin, create, close } = await start();
    admin.configure({ latencyMs: [60_000, 60_000] });
    const slow = create().catch(() => "cut");
    await pause(50);
    await close();
    expect(await slow).toBe("cut");
  });

  it("staleReadMs: GET shows the past, writes act on the present", async () => {
    const { admin, create, send, stateOf, wait } = await start();
    admin.configure({ staleReadMs: 2000 });
    wait(10_000);
    expect((await create("a", "RUNNING")).status).toBe(201);
    expect((await send("GET", `${DEPLOYMENTS}/a`)).status).toBe(404);
    expect((await create("a")).status).toBe(409);
    wait(2000);
    expect(await stateOf()).toBe("TRANSITIONING");
    wait(1499);
    expect(await stateOf()).toBe("TRANSITIONING");
    wait(1);
    expect(await stateOf()).toBe("RUNNING");
    await send("PATCH", `${DEPLOYMENTS}/a`, { spec: { state: "CANCELLED" } });
    wait(1999);
    expect(await stateOf()).toBe("RUNNING");
    admin.configure({ staleReadMs: 0 });
    expect(await stateOf()).toBe("CANCELLED");
  });

  it("next: scripted by method and path, each once", async () => {
    const { send, create, calls } = await start();
    const next = [
      { kind: "error", status: 500, method: "POST", path: "/events" },
      { kind: "throttle", method: "GET" },
      { kind: "garbage" },
    ];
    expect((await send("PUT", "/config", { next })).status).toBe(200);
    await send("GET", DEPLOYMENTS);
    await create();
    await create();
    await send("POST", "/api/v1/namespaces/default/events", { spec: { message: "x" } });
    await send("POST", "/api/v1/namespaces/default/events", { spec: { message: "x" } });
    expect(calls.map(({ status, fault }) => [status, fault])).toEqual([
      [429, "throttle"],
      [200, "garbage"],
      [201, undefined],
      [500, "error"],
      [201, undefined],
    ]);
  });
});

describe("/config", () => {
  it("changes what is given and shows everything", async () => {
    const { send, create } = await start();
    const before = (await (await send("GET", "/config")).json()) as object;
    const change = { rate429: 0.25, delays: { startMs: 5 }, refusedDeleteStatus: 409, targets: ["other"] };
    expect((await send("PUT", "/config", change)).status).toBe(200);
    const after = await (await send("GET", "/config")).json();
    const delays = { startMs: 5, cancelMs: 1000, savepointMs: 700, stopMs: 300, jitter: 0 };
    expect(after).toEqual({ ...before, ...change, delays });
    await send("PUT", "/config", { rate429: 0 });
    expect((await create()).status).toBe(400);
    expect((await send("PUT", "/config", after)).status).toBe(200);
  });

  it.each([
    { name: "a wrong value", why: "field and reason", body: { rate429: 7 }, field: "rate429" },
    { name: "an unknown knob", why: "field and reason", body: { rate500: 1 }, field: "rate500" },
    { name: "nothing", why: "an object is needed", body: undefined, field: "(body)" },
  ])("answers 400 for $name and changes nothing", async ({ body, field }) => {
    const { send, admin } = await start();
    const before = admin.config();
    const reply = await send("PUT", "/config", body);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ errors: [{ field, why: expect.any(String) }] });
    expect(admin.config()).toEqual(before);
  });

  it("throws in the process for the same fault", async () => {
    const { admin } = await start();
    expect(() => admin.configure({ rate429: 7 })).toThrow(/^rate429: /);
  });
});

describe("/admin", () => {
  it("makes, edits, unlocks and deletes behind the API's back", async () => {
    const { send, wait, stateOf } = await start();
    const ui = await send("POST", "/admin/deployments", { name: "ui", spec: makeSpec("RUNNING") });
    expect(ui.status).toBe(201);
    expect((await send("POST", "/admin/deployments", { name: "ui", spec: {} })).status).toBe(409);
    wait(1500);
    expect(await stateOf("ui")).toBe("RUNNING");
    expect((await send("PATCH", "/admin/deployments/default/ui/spec", { state: "CANCELLED" })).status).toBe(200);
    expect(await stateOf("ui")).toBe("TRANSITIONING");
    expect((await send("DELETE", "/admin/deployments/default/ui")).status).toBe(200);
    expect((await send("DELETE", "/admin/deployments/default/ui")).status).toBe(404);
    const operator = { "x-vvp-operator-instance": "op-1" };
    await send(
      "POST",
      DEPLOYMENTS,
      { metadata: { name: "a", annotations: MARKER }, spec: makeSpec("CANCELLED") },
      operator,
    );
    expect((await send("DELETE", `${DEPLOYMENTS}/a`)).status).toBe(403);
    expect((await send("DELETE", "/admin/deployments/default/a/lock")).status).toBe(200);
    expect((await send("DELETE", `${DEPLOYMENTS}/a`)).status).toBe(200);
    expect((await send("DELETE", "/admin/deployments/default/a/lock")).status).toBe(404);
  });

  it("marks artifacts and ends jobs", async () => {
    const { send, create, wait, stateOf } = await start();
    const mark = { artifact: "s3://jobs/a.jar", behaviour: { broken: true } };
    expect((await send("PUT", "/admin/artifacts", mark)).status).toBe(200);
    await create("broken", "RUNNING");
    wait(10_000);
    expect(await stateOf("broken")).toBe("FAILED");
    await send("PUT", "/admin/artifacts", { ...mark, behaviour: {} });
    await create("a", "RUNNING");
    await create("b", "RUNNING");
    wait(1500);
    for (const [name, verb, state] of [
      ["a", "finish", "FINISHED"],
      ["b", "fail", "TRANSITIONING"],
    ] as const) {
      const { status } = (await (await send("GET", `${DEPLOYMENTS}/${name}`)).json()) as {
        status: { running: { jobId: string } };
      };
      expect((await send("POST", `/admin/jobs/${status.running.jobId}/${verb}`)).status).toBe(200);
      expect((await send("POST", `/admin/jobs/${status.running.jobId}/${verb}`)).status).toBe(409);
      expect(await stateOf(name)).toBe(state);
    }
    expect((await send("PUT", "/admin/artifacts", { artifact: "x", behaviour: { brokn: true } })).status).toBe(400);
  });

  it("creates and revokes tokens", async () => {
    const { send, wait } = await start();
    const made = await send("POST", "/admin/tokens", { role: "viewer", expiresInMs: 1000 });
    const { secret } = (await made.json()) as { secret: string };
    const headers = { authorization: `Bearer ${secret}` };
    expect((await send("GET", DEPLOYMENTS, undefined, headers)).status).toBe(200);
    expect((await send("POST", DEPLOYMENTS, {}, headers)).status).toBe(403);
    wait(1000);
    expect((await send("GET", DEPLOYMENTS, undefined, headers)).status).toBe(401);
    expect((await send("DELETE", "/admin/tokens/secret")).status).toBe(200);
    expect((await send("DELETE", "/admin/tokens/secret")).status).toBe(404);
    expect((await send("GET", DEPLOYMENTS)).status).toBe(401);
  });

  it("starts over", async () => {
    const { send, create, admin, calls, token } = await start();
    await create();
    admin.configure({ rate5xx: 1 });
    admin.revokeToken(token);
    expect((await send("POST", "/admin/reset")).status).toBe(200);
    expect([calls.length, admin.state().rows.size, admin.config().rate5xx]).toEqual([0, 0, 0]);
    expect((await create()).status).toBe(201);
    expect(await (await send("GET", "/admin/violations")).json()).toEqual({ items: [] });
  });
});

describe("the server", () => {
  it("makes the same token and ids from the same seed", async () => {
    const [first, second] = await Promise.all([startAppManager({ seed: 4 }), startAppManager({ seed: 4 })]);
    open.push(first, second);
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

describe("weir simulate", () => {
  const script = `const { run } = await import(${JSON.stringify(new URL("../../cli/simulate.ts", import.meta.url).href)});
process.exit(await run(process.argv.slice(1)));`;

  function launch(...argv: readonly string[]) {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, "--", ...argv]);
    const text = { out: "", err: "" };
    child.stdout.on("data", (chunk: Buffer) => {
      text.out += chunk;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      text.err += chunk;
    });
    const exit = once(child, "exit").then(([code]) => code as number | null);
    return { child, text, exit };
  }

  it.each(["SIGTERM", "SIGINT"] as const)(
    "serves with the configuration given and ends with 0 on %s",
    async (signal) => {
      const folder = await mkdtemp(join(tmpdir(), "weir-simulate-"));
      const file = join(folder, "config.json");
      await writeFile(file, JSON.stringify({ refusedDeleteStatus: 409, delays: { startMs: 3000 } }));
      const { child, text, exit } = launch(
        "appmanager",
        "--port",
        "0",
        "--token",
        "t1",
        "--config",
        file,
        "--speed",
        "10",
      );
      try {
        await expect.poll(() => text.out, { timeout: 20_000 }).toContain("Ctrl-C");
        const url = /url\s+(\S+)/.exec(text.out)?.[1];
        expect(text.out.match(/^ {2}curl .*$/gm)).toHaveLength(3);
        const config = (await (await fetch(`${url}/config`)).json()) as object;
        expect(config).toMatchObject({
          refusedDeleteStatus: 409,
          delays: { startMs: 300, cancelMs: 100, jitter: 0.1 },
        });
        expect((await fetch(`${url}${DEPLOYMENTS}`, { headers: { authorization: "Bearer t1" } })).status).toBe(200);
      } finally {
        child.kill(signal);
        await rm(folder, { recursive: true });
      }
      expect([await exit, text.err.replace(/^\(node.*$|^.*Warning.*$/gm, "").trim()]).toEqual([0, ""]);
    },
  );

  it.each([
    { name: "an unknown flag", why: "named", argv: ["appmanager", "--prot", "1"], says: "--prot", code: 2 },
    { name: "an unknown backend", why: "named", argv: ["flink"], says: "flink", code: 2 },
    { name: "no backend", why: "the known ones are named", argv: [], says: "appmanager", code: 2 },
    {
      name: "a port that is no number",
      why: "flag and value",
      argv: ["appmanager", "--port", "x"],
      says: "--port cannot be 'x'",
      code: 2,
    },
    {
      name: "speed 0",
      why: "flag and value",
      argv: ["appmanager", "--speed", "0"],
      says: "--speed cannot be '0'",
      code: 2,
    },
    {
      name: "a missing file",
      why: "flag and path",
      argv: ["appmanager", "--config", "/nowhere.json"],
      says: "/nowhere.json",
      code: 2,
    },
  ])("ends with $code for $name", async ({ argv, says, code }) => {
    const { text, exit } = launch(...argv);
    expect(await exit).toBe(code);
    expect(text.err).toContain(says);
    expect(text.err).toContain("--help");
    expect(text.out).toBe("");
  });

  it("explains itself", async () => {
    const { text, exit } = launch("--help");
    expect([await exit, text.out.startsWith("Usage: weir simulate appmanager")]).toEqual([0, true]);
  });
});
