import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { makeSpec } from "../unit/simulators/app-manager/world.ts";
import { DEPLOYMENTS, start } from "./app-manager-start.ts";

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
