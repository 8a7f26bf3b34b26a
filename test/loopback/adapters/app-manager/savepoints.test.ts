import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AppManager } from "../../../../shared/ports/app-manager.ts";
import { type AppManagerSimulator, startAppManager } from "../../../../simulators/app-manager/server.ts";
import { caller, failure, owner } from "./rig.ts";
import { connectTo, runningBody } from "./simulated.ts";

let simulator: AppManagerSimulator;
let client: AppManager & { close(): void };
let id: string;

const request = (mark: string) => ({ namespace: "default", deploymentId: id, mark });
const read = () => client.savepoints(caller, "default", id);

/** A deployment of ours on a platform that starts its job at once. */
beforeEach(async () => {
  simulator = await startAppManager({ delays: { startMs: 0, savepointMs: 60_000 } });
  client = connectTo(simulator);
  ({ id } = await client.create(caller, "default", runningBody, owner));
});
afterEach(async () => {
  client.close();
  await simulator.close();
});

describe("against the simulator", () => {
  it("a savepoint is taken and found again by its mark", async () => {
    expect(await read()).toEqual([]);
    const taken = await client.takeSavepoint(caller, request("uid-1/1#1"));
    expect(taken).toMatchObject({ deploymentId: id, mark: "uid-1/1#1", state: "STARTED" });
    expect(await read()).toEqual([taken]);
  });

  it("two requests make two savepoints, the same mark or not: whoever asks twice has to look first", async () => {
    for (const mark of ["uid-1/1#1", "uid-1/1#1"]) await client.takeSavepoint(caller, request(mark));
    expect(await read()).toHaveLength(2);
    expect(simulator.admin.violations()).toHaveLength(1);
  });

  it("a job that does not run is refused with the platform's words", async () => {
    await client.patch(caller, { namespace: "default", idOrName: id }, { spec: { state: "CANCELLED" } });
    expect(await failure(client.takeSavepoint(caller, request("uid-1/1#1")))).toMatchObject({
      code: "Rejected",
      applied: "no",
      message: expect.stringContaining("No active job for a deployment."),
    });
    expect(await read()).toEqual([]);
  });

  it("a deployment that is gone is Missing, and has no savepoints", async () => {
    simulator.admin.deleteDeployment("default", "one");
    expect(await failure(client.takeSavepoint(caller, request("uid-1/1#1")))).toMatchObject({ code: "Missing" });
    expect(await read()).toEqual([]);
  });

  it("another instance may not take one", async () => {
    const other = connectTo(simulator, "weir-b");
    const stranger = { ...caller, instanceId: "weir-b" };
    expect(await failure(other.takeSavepoint(stranger, request("uid-2/1#1")))).toMatchObject({ code: "Denied" });
    other.close();
    expect(await read()).toEqual([]);
  });

  it.each([
    { kind: "resetAfterCommit", code: "Unavailable", there: 1 },
    { kind: "resetBeforeCommit", code: "Unavailable", there: 0 },
    { kind: "garbage", code: "Malformed", there: 0 },
    { kind: "htmlNotFound", code: "Malformed", there: 0 },
  ] as const)("behind $kind nobody knows, and only the list tells", async ({ kind, code, there }) => {
    simulator.admin.configure({ next: [{ method: "POST", kind }] });
    const fault = await failure(client.takeSavepoint(caller, request("uid-1/1#1")));
    expect(fault).toMatchObject({ code, applied: "maybe" });
    expect((await read()).map(({ mark }) => mark)).toEqual(Array(there).fill("uid-1/1#1"));
  });

  it.each([
    { status: 429, code: "Throttled" },
    { status: 503, code: "Unavailable" },
    { status: 403, code: "Denied" },
  ])("a list that is answered $status is $code and says nothing of what there is", async ({ status, code }) => {
    const shot = { method: "GET", kind: "error", status, path: "savepoints" } as const;
    simulator.admin.configure({ next: Array.from({ length: 5 }, () => shot) });
    expect(await failure(read())).toMatchObject({ code, applied: "no" });
  });
});
