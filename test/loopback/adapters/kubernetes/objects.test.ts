import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Api } from "../../../../shared/adapters/kubernetes/api.ts";
import { type ClusterConnection, connectCluster } from "../../../../shared/adapters/kubernetes/connect.ts";
import { makeObjects } from "../../../../shared/adapters/kubernetes/objects.ts";
import type { DesiredObject, ObjectKind } from "../../../../shared/ports/objects.ts";
import { type ApiServer, startApiServer } from "../../../../simulators/platform/api-server/server.ts";
import { temporaryFolders } from "../../../temporary-folders.ts";

const makeFolder = temporaryFolders();

const configMaps: ObjectKind = { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps" };
const key = (name: string) => ({ namespace: "default", name });
const map = (
  name: string,
  data: Readonly<Record<string, string>>,
  app = "orders",
): DesiredObject & { data: object } => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "default", labels: { app } },
  data,
});

let server: ApiServer;
let connection: ClusterConnection;
beforeEach(async () => {
  server = await startApiServer({});
  const kubeconfigPath = join(makeFolder("kubeconfig"), "config");
  writeFileSync(kubeconfigPath, server.kubeconfig("t"));
  connection = connectCluster({ kubeconfigPath });
});
afterEach(async () => {
  connection.close();
  await server.close();
});

describe("dependents on an API server", () => {
  it("applies the whole of what it owns, and an equal one writes nothing (D8)", async () => {
    const { objects } = connection;
    const first = await objects.apply(configMaps, map("flink-config", { a: "1", b: "2" }));
    const again = await objects.apply(configMaps, map("flink-config", { a: "1", b: "2" }));
    expect(again.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
    const less = await objects.apply(configMaps, map("flink-config", { a: "3" }));
    expect(less).toMatchObject({ kind: "ConfigMap", data: { a: "3" } });
    expect(less).not.toHaveProperty("data.b");
    expect(await objects.get(configMaps, key("flink-config"))).toMatchObject({ data: { a: "3" } });
  });

  it("creates once and says Conflict for a name that is taken", async () => {
    const { objects } = connection;
    await objects.create(configMaps, map("one", { a: "1" }));
    const second = objects.create(configMaps, map("one", { a: "2" }));
    await expect(second).rejects.toMatchObject({ code: "Conflict", applied: "no" });
  });

  it("never applies or creates over what belongs to somebody else, nor over what changed since it looked", async () => {
    const { objects } = connection;
    const owner = { apiVersion: "flink.apache.org/v1beta1", kind: "FlinkDeployment", name: "orders", uid: "u-1" };
    const owned = (name: string, data: Readonly<Record<string, string>>) => {
      const plain = map(name, data);
      return { ...plain, metadata: { ...plain.metadata, ownerReferences: [owner] } };
    };
    const theirs = await objects.create(configMaps, map("theirs", { own: "yes" }));
    const refused = { code: "Rejected", applied: "no", reason: "NameTaken" };
    await expect(objects.apply(configMaps, owned("theirs", { a: "1" }))).rejects.toMatchObject(refused);
    await expect(objects.create(configMaps, owned("theirs", { a: "1" }))).rejects.toMatchObject(refused);
    expect(await objects.get(configMaps, key("theirs"))).toEqual(theirs);
    const first = await objects.apply(configMaps, owned("ours", { a: "1", b: "2" }));
    const again = await objects.apply(configMaps, owned("ours", { a: "1", b: "2" }));
    expect(again.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
    expect(await objects.apply(configMaps, owned("ours", { a: "3" }))).not.toHaveProperty("data.b");
    await expect(objects.create(configMaps, owned("ours", {}))).rejects.toMatchObject({ code: "Conflict" });
  });

  it("takes a key away that another program owns", async () => {
    const { objects } = connection;
    await objects.create(configMaps, map("ha", { "jobGraph-1": "x", leader: "y" }));
    const left = await objects.patch(configMaps, key("ha"), { data: { "jobGraph-1": null } });
    expect(left).toMatchObject({ data: { leader: "y" } });
    expect(left).not.toHaveProperty(["data", "jobGraph-1"]);
    await expect(objects.patch(configMaps, key("none"), {})).rejects.toMatchObject({ code: "Missing" });
  });

  it("lists by labels", async () => {
    const { objects } = connection;
    for (let index = 0; index < 3; index += 1) await objects.create(configMaps, map(`m${index}`, {}));
    await objects.create(configMaps, map("other", {}, "payments"));
    const listed = await objects.list(configMaps, { namespace: "default", labels: { app: "orders" } });
    expect(listed.map(({ metadata }) => metadata.name)).toEqual(["m0", "m1", "m2"]);
    expect(listed[0]?.kind).toBe("ConfigMap");
  });

  it("lists by fields", async () => {
    const { objects } = connection;
    const events: ObjectKind = { group: "", version: "v1", kind: "Event", plural: "events" };
    for (const uid of ["u-1", "u-2"]) {
      const involvedObject = { kind: "Pod", namespace: "default", name: "orders-0", uid };
      const metadata = { name: `orders-0.${uid}`, namespace: "default" };
      const event = { apiVersion: "v1", kind: "Event", metadata, ...{ involvedObject, reason: "FailedMount" } };
      await objects.create(events, event);
    }
    const listed = await objects.list(events, { namespace: "default", fields: { "involvedObject.uid": "u-2" } });
    expect(listed.map(({ metadata }) => metadata.name)).toEqual(["orders-0.u-2"]);
  });

  it("deletes the object that was meant, once, and no other of its name", async () => {
    const { objects } = connection;
    const { metadata } = await objects.create(configMaps, map("one", {}));
    const { uid = "", resourceVersion = "" } = metadata;
    const another = objects.delete(configMaps, key("one"), { uid: "00000000-0000-0000-0000-000000000000" });
    await expect(another).rejects.toMatchObject({ code: "Conflict", applied: "no" });
    await objects.patch(configMaps, key("one"), { data: { changed: "yes" } });
    const before = objects.delete(configMaps, key("one"), { uid, resourceVersion });
    await expect(before).rejects.toMatchObject({ code: "Conflict", applied: "no" });
    await objects.delete(configMaps, key("one"), { uid });
    expect(await objects.get(configMaps, key("one"))).toBeUndefined();
    await objects.delete(configMaps, key("one"), { uid });
  });

  it("takes a name for one segment of a path, and refuses an empty one", async () => {
    expect(await connection.objects.get(configMaps, key("../secrets/x"))).toBeUndefined();
    await expect(connection.objects.get(configMaps, key(""))).rejects.toMatchObject({ code: "Rejected" });
  });

  it("lists to the last page, and says so where a page is none", async () => {
    const asked: string[] = [];
    const pages = [
      { items: [map("a", {})], metadata: { continue: "more" } },
      { items: [map("b", {})], metadata: {} },
      {},
    ];
    const read: Api["read"] = async (path) => {
      asked.push(path);
      const text = JSON.stringify(pages[asked.length - 1]);
      return { status: 200, text, date: 0, retryAfter: undefined };
    };
    const objects = makeObjects({ read, write: () => Promise.reject(new Error("nothing is written")) });
    const query = { namespace: "default", labels: { app: "orders", component: "jobmanager" } };
    const listed = await objects.list(configMaps, query);
    expect(listed.map(({ metadata }) => metadata.name)).toEqual(["a", "b"]);
    expect(asked[0]).toContain("labelSelector=app%3Dorders%2Ccomponent%3Djobmanager");
    expect(asked[1]).toContain("continue=more");
    await expect(objects.list(configMaps, query)).rejects.toMatchObject({ code: "Malformed" });
  });
});
