import { describe, expect, it } from "vitest";
import { MARKER, makeSpec } from "../unit/simulators/app-manager/world.ts";
import { DEPLOYMENTS, start } from "./app-manager-start.ts";

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
  it("sets Autopilot's mode and has it scale", async () => {
    const { send, create, wait } = await start();
    await create("a", "RUNNING");
    const at = "/admin/deployments/default/a";
    expect((await send("PUT", `${at}/autopilot`, { mode: "OFF" })).status).toBe(400);
    expect((await send("PUT", "/admin/deployments/default/none/autopilot", { mode: "ACTIVE" })).status).toBe(404);
    expect((await send("PUT", `${at}/autopilot`, { mode: "ACTIVE" })).status).toBe(200);
    expect((await send("POST", `${at}/scaling`, { target: 8 })).status).toBe(409);
    wait(1500);
    expect((await send("POST", `${at}/scaling`, { target: 0 })).status).toBe(400);
    expect((await send("POST", `${at}/scaling`, { target: 8 })).status).toBe(200);
    wait(2500);
    const autopilot = { mode: "ACTIVE", runtimeParallelism: 8, scaling: false };
    expect(await (await send("GET", `${DEPLOYMENTS}/a`)).json()).toMatchObject({ status: { autopilot } });
    expect((await send("PUT", "/config", { autopilot: "silent" })).status).toBe(200);
    expect(await (await send("GET", `${DEPLOYMENTS}/a`)).json()).toMatchObject({ status: { state: "RUNNING" } });
  });

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
