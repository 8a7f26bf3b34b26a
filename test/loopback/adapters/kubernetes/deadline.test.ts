import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock } from "../../../../shared/adapters/clock.ts";
import { type ClusterConnection, connectCluster } from "../../../../shared/adapters/kubernetes/connect.ts";
import type { Names } from "../../../../shared/core/object.ts";
import { writeKubeconfig } from "../support/kubeconfig.ts";
import { type Loopback, startLoopback } from "../support/loopback.ts";

const names: Names = { group: "g", version: "v1", kind: "K", plural: "ks", singular: "k" };
const key = { kind: "K", namespace: "demo", name: "one" };
const hour = 3_600_000;

let server: Loopback;
let connection: ClusterConnection | undefined;
beforeEach(async () => {
  server = await startLoopback(() => ({ body: { metadata: { name: "one" } } }));
});
afterEach(async () => {
  connection?.close();
  await server.close();
});

/** A cluster for which every look at the wall clock is `stepMs` after the one before. */
function connect(stepMs: number, timeoutMs: number) {
  let looks = 0;
  const clock = { ...systemClock, now: () => Date.now() + stepMs * ++looks };
  connection = connectCluster({ kubeconfigPath: writeKubeconfig(server.url), timeoutMs, clock });
  return connection.cluster;
}

it.each([
  { name: "forward", stepMs: hour, why: "a machine that slept finds its clock set right" },
  { name: "back", stepMs: -hour, why: "a clock that was fast is set right" },
])("a wall clock that jumps $name does not cut a call ($why)", async ({ stepMs }) => {
  let asked = 0;
  server.answer(async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return asked++ === 0 ? { status: 503, body: {} } : { body: { metadata: { name: "one" } } };
  });
  const cluster = connect(stepMs, 10_000);
  await expect(cluster.get(names, key)).resolves.toMatchObject({ object: { metadata: { name: "one" } } });
  await expect(cluster.patch(names, key, {})).resolves.toMatchObject({ metadata: { name: "one" } });
  expect(server.received).toHaveLength(3);
});

it.each([
  { name: "read", call: "get" as const, why: "an event must be answered within its time" },
  { name: "write", call: "patch" as const, why: "the same" },
])("a wall clock that jumps back does not prolong a $name ($why)", { timeout: 10_000 }, async ({ call }) => {
  server.answer(() => "hang");
  const cluster = connect(-hour, 300);
  const ended = call === "get" ? cluster.get(names, key) : cluster.patch(names, key, {});
  await expect(ended).rejects.toMatchObject({ code: "Unavailable" });
});
