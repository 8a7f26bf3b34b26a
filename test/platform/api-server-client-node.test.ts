import {
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  KubernetesObjectApi,
  PatchStrategy,
  setHeaderOptions,
  VersionApi,
  Watch,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../simulators/platform/api-server/server.ts";
import { anySpec, pipe, pipeCrd } from "./api-server-client.ts";

let server: ApiServer;
let config: KubeConfig;
const named = { group: "example.dev", version: "v1", namespace: "default", plural: "pipes" };
const mergeBody = setHeaderOptions("Content-Type", PatchStrategy.MergePatch);

beforeAll(async () => {
  server = await startApiServer({ seed: [pipeCrd(anySpec)] });
  config = new KubeConfig();
  config.loadFromString(server.kubeconfig());
});
afterAll(() => server.close());

// biome-ignore lint/suspicious/noExplicitAny: the library types custom objects as any.
type Custom = any;

it("CustomObjectsApi creates, reads, patches, replaces, lists and deletes", async () => {
  const api = config.makeApiClient(CustomObjectsApi);
  const made: Custom = await api.createNamespacedCustomObject({ ...named, body: pipe("a") });
  expect(made.metadata).toMatchObject({ name: "a", generation: 1 });
  const patched: Custom = await api.patchNamespacedCustomObject(
    { ...named, name: "a", body: { spec: { b: 2 } } },
    mergeBody,
  );
  expect(patched).toMatchObject({ spec: { a: 1, b: 2 }, metadata: { generation: 2 } });
  const status: Custom = await api.patchNamespacedCustomObjectStatus(
    {
      ...named,
      name: "a",
      body: { status: { phase: "Up" }, metadata: { resourceVersion: patched.metadata.resourceVersion } },
    },
    mergeBody,
  );
  expect(status).toMatchObject({ status: { phase: "Up" }, metadata: { generation: 2 } });
  const replaced: Custom = await api.replaceNamespacedCustomObject({
    ...named,
    name: "a",
    body: { ...status, spec: { c: 3 } },
  });
  expect(replaced).toMatchObject({ spec: { c: 3 }, status: { phase: "Up" } });
  const stale = api.replaceNamespacedCustomObject({ ...named, name: "a", body: { ...status, spec: {} } });
  await expect(stale).rejects.toMatchObject({ code: 409, body: expect.stringContaining('"reason":"Conflict"') });
  const list: Custom = await api.listNamespacedCustomObject({ ...named, limit: 10 });
  expect(list.items.map((item: Custom) => item.metadata.name)).toEqual(["a"]);
  await api.deleteNamespacedCustomObject({ ...named, name: "a" });
  await expect(api.getNamespacedCustomObject({ ...named, name: "a" })).rejects.toMatchObject({ code: 404 });
});

it("KubernetesObjectApi finds resources by discovery", async () => {
  const api = KubernetesObjectApi.makeApiClient(config);
  const object: Custom = pipe("b", {}, { namespace: "default" });
  await api.create(object);
  const applied: Custom = await api.patch(
    { ...object, spec: { x: 1 } },
    undefined,
    undefined,
    "weir",
    true,
    PatchStrategy.ServerSideApply,
  );
  expect(applied.spec).toEqual({ x: 1 });
  const merged: Custom = await api.patch(
    { ...object, spec: { y: 2 } },
    undefined,
    undefined,
    undefined,
    undefined,
    PatchStrategy.MergePatch,
  );
  expect(merged.spec).toEqual({ x: 1, y: 2 });
  const read: Custom = await api.read({
    apiVersion: "example.dev/v1",
    kind: "Pipe",
    metadata: { name: "b", namespace: "default" },
  });
  const same: Custom = await api.replace(read);
  expect(same.metadata.resourceVersion).toBe(read.metadata.resourceVersion);
  const list = await api.list("example.dev/v1", "Pipe", "default");
  expect(list.items).toHaveLength(1);
  await api.delete(object);
});

it("CoreV1Api keeps Secrets and Events", async () => {
  const api = config.makeApiClient(CoreV1Api);
  await api.createNamespacedSecret({
    namespace: "default",
    body: { metadata: { name: "s" }, stringData: { token: "t" } },
  });
  const secret = await api.readNamespacedSecret({ namespace: "default", name: "s" });
  expect(secret.data).toEqual({ token: "dA==" });
  const involvedObject = { kind: "Pipe", name: "a", namespace: "default" };
  const event = await api.createNamespacedEvent({
    namespace: "default",
    body: { metadata: { generateName: "e-" }, involvedObject, reason: "Up" },
  });
  expect(event.metadata.name).toMatch(/^e-/);
  expect((await api.listNamespace()).items.map((item) => item.metadata?.name)).toContain("kube-system");
  expect((await config.makeApiClient(VersionApi).getCode()).gitVersion).toBe("v1.34.4");
});

it("Watch resumes after a version", async () => {
  const api = config.makeApiClient(CustomObjectsApi);
  await api.createNamespacedCustomObject({ ...named, body: pipe("w1") });
  const resourceVersion = String(server.store.revision);
  const events: string[] = [];
  const seen = new Promise<void>((resolve, reject) => {
    const path = "/apis/example.dev/v1/namespaces/default/pipes";
    const onEvent = (type: string, object: Custom) => {
      events.push(`${type} ${object.metadata.name}`);
      if (events.length === 3) resolve();
    };
    const watching = new Watch(config).watch(
      path,
      { resourceVersion, allowWatchBookmarks: true },
      onEvent,
      () => undefined,
    );
    watching.then((abort) => seen.finally(() => abort.abort()), reject);
  });
  await api.createNamespacedCustomObject({ ...named, body: pipe("w2") });
  await api.patchNamespacedCustomObject({ ...named, name: "w2", body: { spec: { n: 1 } } }, mergeBody);
  await api.deleteNamespacedCustomObject({ ...named, name: "w2" });
  await seen;
  expect(events).toEqual(["ADDED w2", "MODIFIED w2", "DELETED w2"]);
});
