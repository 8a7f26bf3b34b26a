import { afterEach, beforeEach, expect, it } from "vitest";
import { connectCluster } from "../../../../shared/adapters/kubernetes/connect.ts";
import { isObject, type JsonObject } from "../../../../shared/core/json.ts";
import type { Lease } from "../../../../shared/ports/cluster.ts";
import { writeKubeconfig } from "../support/kubeconfig.ts";
import { type Loopback, type Received, type Reply, startLoopback } from "../support/loopback.ts";

const path = "/apis/coordination.k8s.io/v1/namespaces/weir-system/leases";
let server: Loopback;
let close: () => void;
let lease: Lease;
let stored: { version: number; spec: JsonObject } | undefined;
let now: number;

/** One Lease with the preconditions of the API server. */
function answer({ method, url, body }: Received): Reply {
  const headers = { date: new Date(now).toUTCString() };
  const status = (code: number, reason: string): Reply => ({
    status: code,
    headers,
    body: { kind: "Status", reason, details: { name: "sweep" } },
  });
  const shown = (): Reply => ({
    headers,
    body: { metadata: { name: "sweep", resourceVersion: String(stored?.version) }, spec: stored?.spec ?? {} },
  });
  if (!url.startsWith(path)) return status(404, "NotFound");
  if (method === "GET") return stored === undefined ? status(404, "NotFound") : shown();
  const sent = JSON.parse(body) as { metadata: { resourceVersion?: string }; spec: JsonObject };
  if (method === "POST") {
    if (stored !== undefined) return status(409, "AlreadyExists");
    stored = { version: 1, spec: sent.spec };
  } else {
    if (stored === undefined) return status(404, "NotFound");
    if (sent.metadata.resourceVersion !== String(stored.version)) return status(409, "Conflict");
    const merged = Object.entries({ ...stored.spec, ...sent.spec }).filter(([, value]) => value !== null);
    stored = { version: stored.version + 1, spec: Object.fromEntries(merged) };
  }
  return shown();
}

beforeEach(async () => {
  stored = undefined;
  now = Date.parse("2026-11-21T10:00:00Z");
  server = await startLoopback(answer);
  const connection = connectCluster({ kubeconfigPath: writeKubeconfig(server.url), timeoutMs: 2_000 });
  close = connection.close;
  lease = connection.lease("sweep");
});
afterEach(async () => {
  close();
  await server.close();
});

it("is taken once, kept by its holder, and given back", async () => {
  expect(await lease.acquire("a", 30_000)).toBe(true);
  expect(stored?.spec).toEqual({
    holderIdentity: "a",
    leaseDurationSeconds: 30,
    renewTime: "2026-11-21T10:00:00.000000Z",
    leaseTransitions: 0,
  });
  expect(await lease.acquire("b", 30_000)).toBe(false);
  now += 20_000;
  expect(await lease.acquire("a", 30_000)).toBe(true);
  now += 20_000;
  expect(await lease.acquire("b", 30_000)).toBe(false);
  await lease.release("b");
  expect(await lease.acquire("b", 30_000)).toBe(false);
  await lease.release("a");
  expect(await lease.acquire("b", 30_000)).toBe(true);
  expect(stored?.spec).toMatchObject({ holderIdentity: "b", leaseTransitions: 1 });
});

it("expires by the API server's clock", async () => {
  expect(await lease.acquire("a", 30_000)).toBe(true);
  now += 30_000;
  expect(await lease.acquire("b", 30_000)).toBe(false);
  now += 1_000;
  expect(await lease.acquire("b", 30_000)).toBe(true);
  await lease.release("a");
  expect(stored?.spec.holderIdentity).toBe("b");
});

it("is taken over from its holder", async () => {
  await lease.acquire("a", 30_000);
  now += 29_000;
  expect(await lease.takeOver("a", "a2", 60_000)).toBe(true);
  expect(stored?.spec).toEqual({
    holderIdentity: "a2",
    leaseDurationSeconds: 60,
    renewTime: "2026-11-21T10:00:29.000000Z",
    leaseTransitions: 1,
  });
  now += 59_000;
  expect(await lease.acquire("b", 30_000)).toBe(false);
  await lease.release("a");
  expect(stored?.spec.holderIdentity).toBe("a2");
});

it("is taken from a former holder, and from nobody else", async () => {
  await lease.acquire("a", 30_000);
  expect(await lease.acquire("b", 30_000, new Set(["c", "d"]))).toBe(false);
  expect(await lease.acquire("b", 30_000, new Set(["c", "a"]))).toBe(true);
  expect(stored?.spec).toMatchObject({ holderIdentity: "b", leaseTransitions: 1 });
});

it.each([
  { name: "what was never taken", before: undefined, holder: "a", why: "there is nothing to take over" },
  { name: "what was given back", before: { leaseDurationSeconds: 30 }, holder: "a", why: "it is free" },
  {
    name: "a free one by nobody",
    before: { holderIdentity: "", leaseDurationSeconds: 30 },
    holder: "",
    why: "no name",
  },
  { name: "another's", before: { holderIdentity: "b", leaseDurationSeconds: 30 }, holder: "a", why: "a forged name" },
  { name: "an expired one", before: { holderIdentity: "a", leaseDurationSeconds: 10 }, holder: "a", why: "too late" },
  { name: "one without end", before: { holderIdentity: "a" }, holder: "a", why: "it cannot be judged" },
])("does not take over $name, and writes nothing ($why)", async ({ before, holder }) => {
  const renewTime = "2026-11-21T09:59:50.000000Z";
  stored = before === undefined ? undefined : { version: 4, spec: { renewTime, ...before } as JsonObject };
  expect(await lease.takeOver(holder, "next", 30_000)).toBe(false);
  expect(server.received.map(({ method }) => method)).toEqual(["GET"]);
});

it("a take-over that loses the race for an expiring lease is none", async () => {
  stored = {
    version: 4,
    spec: { holderIdentity: "a", leaseDurationSeconds: 30, renewTime: "2026-11-21T09:59:50.000000Z" },
  };
  server.answer((request) => {
    if (request.method === "GET") return answer(request);
    stored = { version: 5, spec: { holderIdentity: "b" } };
    return answer(request);
  });
  expect(await lease.takeOver("a", "next", 30_000)).toBe(false);
  expect(stored.spec.holderIdentity).toBe("b");
});

it.each([
  { name: "free", before: undefined, why: "the POST of one fails" },
  { name: "expired", before: { holderIdentity: "z", leaseDurationSeconds: 1 }, why: "the resourceVersion has moved" },
])("of ten that take a lease that is $name, one wins ($why)", async ({ before }) => {
  if (before !== undefined && isObject(before)) stored = { version: 4, spec: before };
  const won = await Promise.all(Array.from({ length: 10 }, (_, index) => lease.acquire(`h${index}`, 30_000)));
  expect(won.filter(Boolean)).toHaveLength(1);
});

it("a release of what does not exist does nothing", async () => {
  await lease.release("a");
  expect(stored).toBeUndefined();
});

it("a failing API server is a failure, not a lease that someone else has", async () => {
  server.answer(() => ({ status: 403, body: { kind: "Status", message: "leases is forbidden" } }));
  await expect(lease.acquire("a", 1_000)).rejects.toMatchObject({ code: "Denied" });
});
