import { afterEach, beforeEach, expect, it } from "vitest";
import { bulkReader } from "../../../../shared/adapters/app-manager/bulk.ts";
import { connectAppManager } from "../../../../shared/adapters/app-manager/client.ts";
import type { AppManager } from "../../../../shared/ports/app-manager.ts";
import { type AppManagerSimulator, startAppManager } from "../../../../simulators/app-manager/server.ts";
import { caller, failure, owner, ref } from "./rig.ts";

const body = {
  metadata: { name: "one", namespace: "default", annotations: { team: "a" } },
  spec: {
    state: "CANCELLED",
    deploymentTargetName: "default",
    maxSavepointCreationAttempts: 4,
    maxJobCreationAttempts: 4,
    template: {
      metadata: { annotations: {} },
      spec: {
        artifact: { kind: "JAR", jarUri: "s3://bucket/job.jar" },
        engineVersionName: "vera-4.1-flink-1.20",
        parallelism: 1,
        logging: {
          loggingProfile: "default",
          log4jLoggers: { "": "INFO" },
          logReservePolicy: { expirationDays: 7, openHistory: true },
        },
      },
    },
  },
};

let simulator: AppManagerSimulator;
let client: AppManager & { close(): void };
let token: string;

const connect = (instanceId: string, url = simulator.url) =>
  connectAppManager({
    url,
    secrets: { read: async () => ({ token }) },
    instanceId,
    version: "0.0.0",
    timeoutMs: 600,
  });

beforeEach(async () => {
  simulator = await startAppManager();
  token = simulator.token;
  client = connect("weir-a");
});
afterEach(async () => {
  client.close();
  await simulator.close();
});

it("a deployment lives and dies under its mark", async () => {
  expect(await client.get(caller, ref)).toBeUndefined();
  const created = await client.create(caller, "default", body, owner);
  expect(created).toMatchObject({ name: "one", owner, desiredState: "CANCELLED", state: "CANCELLED" });
  expect(created.metadata).toMatchObject({ annotations: { team: "a" } });
  const byId = { ...ref, idOrName: created.id };
  expect(await client.get(caller, byId)).toMatchObject({ id: created.id, owner });
  expect(await client.list(caller, "default")).toMatchObject([{ id: created.id, owner }]);

  const patched = await client.patch(caller, byId, { spec: { template: { spec: { parallelism: 4 } } } });
  expect(patched).toMatchObject({ owner, spec: { template: { spec: { parallelism: 4 } } } });
  const replaced = await client.replace(
    caller,
    byId,
    { ...body, metadata: { name: "one", namespace: "default" } },
    owner,
  );
  expect(replaced).toMatchObject({ id: created.id, owner, spec: { template: { spec: { parallelism: 1 } } } });

  await client.delete(caller, byId);
  await client.delete(caller, byId);
  expect(await client.get(caller, byId)).toBeUndefined();
  expect(simulator.admin.violations()).toEqual([]);
});

it("another instance is kept out by the lock, and an unmarked deployment is not taken", async () => {
  await client.create(caller, "default", body, owner);
  const stranger = { ...caller, instanceId: "weir-b" };
  const other = connect("weir-b");
  const patch = { spec: { state: "RUNNING" } };
  expect(await failure(other.patch(stranger, ref, patch))).toMatchObject({ code: "Denied", applied: "no" });
  expect(await failure(other.delete(stranger, ref))).toMatchObject({ code: "Denied", applied: "no" });
  expect(await failure(other.create(stranger, "default", body, { instanceId: "weir-b", uid: "x" }))).toMatchObject({
    code: "Conflict",
    applied: "no",
  });
  other.close();
  simulator.admin.createDeployment("default", "made-by-hand", body.spec);
  const unmarked = { ...ref, idOrName: "made-by-hand" };
  expect(await client.get(caller, unmarked)).toMatchObject({ owner: undefined });
  const fault = await failure(client.patch(caller, unmarked, patch));
  expect(fault).toMatchObject({ code: "Conflict", message: expect.stringContaining("is not managed by an operator") });
});

it("a refused definition comes with the platform's reason", async () => {
  const spec = { ...body.spec, deploymentTargetName: "nowhere" };
  const fault = await failure(client.create(caller, "default", { ...body, spec }, owner));
  expect(fault).toMatchObject({ code: "Rejected", applied: "no", message: expect.stringContaining("nowhere") });
});

it("a revoked token is Denied, a new one is found at once", async () => {
  await client.list(caller, "default");
  simulator.admin.revokeToken(token);
  expect(await failure(client.list(caller, "default"))).toMatchObject({ code: "Denied" });
  token = simulator.admin.createToken({ namespace: "default", role: "editor" });
  expect(await client.list(caller, "default")).toEqual([]);
});

it.each([
  { name: "a proxy's 404", kind: "htmlNotFound", code: "Malformed", applied: "maybe" },
  { name: "garbage", kind: "garbage", code: "Malformed", applied: "maybe" },
  { name: "a lost answer", kind: "resetAfterCommit", code: "Unavailable", applied: "maybe" },
  { name: "silence", kind: "hang", code: "Unavailable", applied: "maybe" },
] as const)("a create behind $name may have happened", async ({ kind, code, applied }) => {
  simulator.admin.configure({ next: [{ method: "POST", kind }] });
  expect(await failure(client.create(caller, "default", body, owner))).toMatchObject({ code, applied });
});

it("a bulk reader asks once for twenty deployments", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `job-${index}`);
  for (const name of names) {
    await client.create(caller, "default", { ...body, metadata: { name, namespace: "default" } }, owner);
  }
  const before = simulator.calls.length;
  const reader = bulkReader(client);
  const found = await Promise.all(names.map((idOrName) => reader.get(caller, { namespace: "default", idOrName })));
  expect(found.map((one) => one?.name)).toEqual(names);
  expect(await reader.get(caller, { namespace: "default", idOrName: "none" })).toBeUndefined();
  expect(simulator.calls.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /api/v1/namespaces/default/deployments",
    "GET /api/v1/namespaces/default/deployments/none",
  ]);
});

it("what nobody has marked can be marked, once, and stays as it was otherwise", async () => {
  const made = simulator.admin.createDeployment("default", "one", body.spec);
  const at = { ...ref, idOrName: made?.metadata.id ?? "" };
  const taken = await client.adopt(caller, at, owner);
  expect(taken).toMatchObject({ id: at.idOrName, owner, spec: body.spec, state: "CANCELLED" });
  expect(await client.adopt(caller, at, owner)).toMatchObject({ owner });
  expect(await failure(client.adopt(caller, at, { ...owner, uid: "uid-2" }))).toMatchObject({ code: "Conflict" });
  const other = { ...caller, instanceId: "weir-b" };
  const second = connect("weir-b");
  expect(await failure(second.adopt(other, at, { instanceId: "weir-b", uid: "uid-3" }))).toMatchObject({
    code: "Denied",
  });
  second.close();
  expect(await client.get(caller, at)).toMatchObject({ owner });
  expect(simulator.admin.violations()).toEqual([]);
});

it("an address below /api knows no deployment, and lists none either (R90)", async () => {
  const created = await client.create(caller, "default", body, owner);
  const astray = connect("weir-a", `${simulator.url}/api`);
  expect(await astray.get(caller, { ...ref, idOrName: created.id })).toBeUndefined();
  expect(await failure(astray.list(caller, "default"))).toMatchObject({
    code: "Rejected",
    message: expect.stringContaining("404 to list deployments of default; check WEIR_APPMANAGER_URL"),
  });
  astray.close();
});
