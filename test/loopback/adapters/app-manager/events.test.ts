import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AppManager } from "../../../../shared/ports/app-manager.ts";
import { type AppManagerSimulator, startAppManager } from "../../../../simulators/app-manager/server.ts";
import { caller, failure, owner } from "./rig.ts";
import { connectTo, runningBody } from "./simulated.ts";

let simulator: AppManagerSimulator;
let client: AppManager & { close(): void };

beforeEach(async () => {
  simulator = await startAppManager({ delays: { startMs: 0, savepointMs: 0, jitter: 0 } });
  client = connectTo(simulator);
});
afterEach(async () => {
  client.close();
  await simulator.close();
});

const read = (namespace = "default") => client.events(caller, namespace);

describe("against the simulator", () => {
  it("a deployment's events come with their deployment, their job and their time (R128, R129)", async () => {
    expect(await read()).toEqual([]);
    const { id } = await client.create(caller, "default", runningBody, owner);
    const events = await read();
    expect(events.map(({ name }) => name)).toContain("JOB_SUCCESSFULLY_STARTED");
    expect([...new Set(events.map(({ deploymentId }) => deploymentId))]).toEqual([id]);
    expect(events.filter(({ jobId }) => jobId !== undefined).length).toBeGreaterThan(0);
    for (const { at, own } of events) expect([at, own]).toEqual([expect.stringMatching(/^\d{4}.*\.\d{6}000Z$/), false]);
  });

  it("a platform namespace that the token is not for is Denied", async () => {
    await client.create(caller, "default", runningBody, owner);
    expect(await failure(read("nowhere"))).toMatchObject({ code: "Denied", applied: "no" });
  });

  it.each([
    { kind: "htmlNotFound", code: "Malformed" },
    { kind: "garbage", code: "Malformed" },
    { kind: "resetBeforeCommit", code: "Unavailable" },
  ] as const)("behind $kind they are $code", async ({ kind, code }) => {
    const shot = { method: "GET", path: "/events", kind } as const;
    simulator.admin.configure({ next: Array.from({ length: 5 }, () => shot) });
    expect(await failure(read())).toMatchObject({ code, applied: "no" });
  });

  it.each([
    { status: 404, code: "Missing" },
    { status: 403, code: "Denied" },
    { status: 429, code: "Throttled" },
    { status: 500, code: "Unavailable" },
  ])("a list that is answered $status is $code", async ({ status, code }) => {
    const shot = { method: "GET", path: "/events", kind: "error", status } as const;
    simulator.admin.configure({ next: Array.from({ length: 5 }, () => shot) });
    expect(await failure(read())).toMatchObject({ code, applied: "no" });
  });
});
