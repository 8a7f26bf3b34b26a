import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ClusterConnection, connectCluster } from "../../../../shared/adapters/kubernetes/connect.ts";
import type { Names } from "../../../../shared/core/object.ts";
import { type ApiServer, startApiServer } from "../../../../simulators/platform/api-server/server.ts";
import { temporaryFolders } from "../../../temporary-folders.ts";

const makeFolder = temporaryFolders();

const widgets: Names = { group: "example.dev", version: "v1", kind: "Widget", plural: "widgets", singular: "widget" };
const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.dev" },
  spec: {
    group: "example.dev",
    scope: "Namespaced",
    names: { kind: "Widget", plural: "widgets", singular: "widget", listKind: "WidgetList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};
const widget = (name: string) => ({
  apiVersion: "example.dev/v1",
  kind: "Widget",
  metadata: { name, namespace: "default", labels: { team: name === "w0" ? "a" : "b" } },
  spec: { size: 1 },
});
const secret = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "key", namespace: "default" },
  data: { token: Buffer.from("s").toString("base64") },
};
const key = (name: string) => ({ kind: "Widget", namespace: "default", name });

const create = async (name: string) => {
  const url = `${server.url}/apis/example.dev/v1/namespaces/default/widgets`;
  const headers = { authorization: "Bearer t", "content-type": "application/json" };
  const { status } = await fetch(url, { method: "POST", headers, body: JSON.stringify(widget(name)) });
  expect(status).toBe(201);
};

let server: ApiServer;
let connection: ClusterConnection;
beforeEach(async () => {
  server = await startApiServer({ seed: [crd, ...[0, 1, 2].map((index) => widget(`w${index}`)), secret] as never });
  const kubeconfigPath = join(makeFolder("kubeconfig"), "config");
  writeFileSync(kubeconfigPath, server.kubeconfig("t"));
  connection = connectCluster({ kubeconfigPath });
});
afterEach(async () => {
  connection.close();
  await server.close();
});

it("reads, patches and pages what the embedded API server keeps", async () => {
  const { cluster } = connection;
  const read = await cluster.get(widgets, key("w0"));
  expect(read?.object).toMatchObject({ metadata: { name: "w0", generation: 1 }, spec: { size: 1 } });
  expect(Math.abs((read?.now ?? 0) - Date.now())).toBeLessThan(5_000);
  expect(await cluster.get(widgets, key("none"))).toBeUndefined();

  const { resourceVersion = "" } = read?.object.metadata ?? {};
  const patched = await cluster.patch(widgets, key("w0"), { metadata: { resourceVersion }, spec: { size: 2 } });
  expect(patched).toMatchObject({ metadata: { generation: 2 }, spec: { size: 2 } });
  const stale = cluster.patch(widgets, key("w0"), { metadata: { resourceVersion }, spec: { size: 3 } });
  await expect(stale).rejects.toMatchObject({ code: "Conflict", applied: "no" });
  const status = await cluster.patch(widgets, key("w0"), { status: { ready: true } }, "status");
  expect(status).toMatchObject({ metadata: { generation: 2 }, status: { ready: true } });
  await expect(cluster.patch(widgets, key("none"), {})).rejects.toMatchObject({ code: "Missing" });

  const first = await cluster.list(widgets, { namespace: "", limit: 2 });
  const token = first.continue ?? expect.unreachable("there is a second page");
  const second = await cluster.list(widgets, { namespace: "", limit: 2, continue: token });
  expect([...first.items, ...second.items].map((one) => one.metadata.name)).toEqual(["w0", "w1", "w2"]);
  expect(second).not.toHaveProperty("continue");
  const ours = await cluster.list(widgets, { namespace: "default", limit: 9, labelSelector: "team=a" });
  expect(ours.items).toHaveLength(1);

  expect(await cluster.readSecret("default", "key")).toEqual({ token: "s" });
  expect(await cluster.readSecret("default", "none")).toBeUndefined();
  expect(server.connections()).toBe(1);
});

it("a sweep whose tokens expire again and again reaches the tail", async () => {
  const { cluster } = connection;
  const seen: string[] = [];
  let token = "";
  do {
    const page = await cluster.list(widgets, { namespace: "", limit: 1, continue: token });
    seen.push(...page.items.map(({ metadata }) => metadata.name));
    token = page.continue ?? "";
    if (seen.length === 1) await create("w1a");
    server.lister.expireTokens();
  } while (token !== "");
  expect(seen).toEqual(["w0", "w1", "w1a", "w2"]);
});

it("a kind that is not served is not an object that is missing", async () => {
  const gadgets = { ...widgets, plural: "gadgets" };
  const code = expect.stringMatching(/^(Missing|Malformed)$/);
  await expect(connection.cluster.get(gadgets, key("w0"))).rejects.toMatchObject({ code });
});

it("holds a lease", async () => {
  const lease = connection.lease("sweep");
  expect(await lease.acquire("a", 60_000)).toBe(true);
  expect(await lease.acquire("b", 60_000)).toBe(false);
  expect(await lease.acquire("a", 60_000)).toBe(true);
  await lease.release("a");
  expect(await lease.acquire("b", 60_000)).toBe(true);
});
