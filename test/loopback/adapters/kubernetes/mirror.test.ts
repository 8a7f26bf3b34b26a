import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ClusterConnection, connectCluster } from "../../../../shared/adapters/kubernetes/connect.ts";
import type { Happening } from "../../../../shared/core/happening.ts";
import { at } from "../../../../shared/core/json.ts";
import { makeKubeEvent } from "../../../../shared/core/kube-event.ts";
import { names } from "../../../../shared/kinds/vvp-deployment/names.ts";
import { type ApiServer, startApiServer } from "../../../../simulators/platform/api-server/server.ts";
import { mirrored } from "../../../builders/vvp-deployment.ts";
import { failure } from "../app-manager/rig.ts";
import { writeKubeconfig } from "../support/kubeconfig.ts";

let api: ApiServer;
let connection: ClusterConnection;

const call = async (method: string, path: string, body?: object) => {
  const headers = { "content-type": "application/json", authorization: "Bearer admin" };
  const response = await fetch(api.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return (await response.json()) as never;
};

beforeEach(async () => {
  api = await startApiServer({ users: { admin: { username: "admin", groups: ["system:masters"] } } });
  for (const name of ["my-deploy-namespace", "weir-system"])
    await call("POST", "/api/v1/namespaces", { metadata: { name } });
  connection = connectCluster({ kubeconfigPath: writeKubeconfig(api.url, {}, { token: "admin" }), timeoutMs: 2_000 });
});
afterEach(async () => {
  connection.close();
  await api.close();
});

const happening: Happening = {
  id: "event-1",
  at: "2026-11-21T10:00:00.123456789Z",
  subject: "id-1",
  type: "Warning",
  reason: "GeneralFailure",
  message: "It failed.",
};
const event = makeKubeEvent(names, mirrored("one"), happening, "my-operator");

describe("an Event", () => {
  it("is created once, as it is meant (X9)", async () => {
    expect(await connection.recorder.record(event)).toBe(true);
    expect(await connection.recorder.record(event)).toBe(false);
    const { items } = (await call("GET", "/api/v1/namespaces/my-deploy-namespace/events")) as { items: object[] };
    expect(items).toEqual(
      [{ ...event, metadata: expect.objectContaining(event.metadata) }].map(({ apiVersion: _v, kind: _k, ...rest }) =>
        expect.objectContaining(rest),
      ),
    );
  });

  it("of a namespace that is not there is Missing", async () => {
    const stray = {
      ...event,
      metadata: { ...event.metadata, namespace: "gone" },
      involvedObject: { ...event.involvedObject, namespace: "gone" },
    };
    expect(await failure(connection.recorder.record(stray))).toMatchObject({ code: "Missing" });
  });

  it("that breaks a rule of the API server is Rejected", async () => {
    const wrong = { ...event, reason: "" };
    expect(await failure(connection.recorder.record(wrong))).toMatchObject({ code: "Rejected" });
  });
});

describe("a bookmark", () => {
  const path = "/api/v1/namespaces/weir-system/configmaps/weir-events-x";

  it("is kept as a ConfigMap in our own namespace", async () => {
    const { bookmarks } = connection;
    expect(await bookmarks.get("weir-events-x")).toBeUndefined();
    const version = await bookmarks.put("weir-events-x", "one", undefined);
    expect(await bookmarks.get("weir-events-x")).toEqual({ text: "one", version });
    const next = await bookmarks.put("weir-events-x", "two", version);
    expect(await bookmarks.get("weir-events-x")).toEqual({ text: "two", version: next });
    expect(next).not.toBe(version);
    const stored = await call("GET", path);
    expect([at(stored, "data"), at(stored, "metadata", "labels")]).toEqual([
      { text: "two" },
      { "app.kubernetes.io/part-of": "weir", "app.kubernetes.io/component": "bookmark" },
    ]);
  });

  it("is not written over what somebody else wrote", async () => {
    const { bookmarks } = connection;
    const version = await bookmarks.put("weir-events-x", "one", undefined);
    await bookmarks.put("weir-events-x", "two", version);
    for (const outdated of [version, undefined]) {
      expect(await failure(bookmarks.put("weir-events-x", "three", outdated))).toMatchObject({ code: "Conflict" });
    }
    expect(await bookmarks.get("weir-events-x")).toMatchObject({ text: "two" });
  });

  it("that was taken away while it was in use is Missing, and made anew by whoever looks", async () => {
    const { bookmarks } = connection;
    const version = await bookmarks.put("weir-events-x", "one", undefined);
    await call("DELETE", path);
    expect(await failure(bookmarks.put("weir-events-x", "two", version))).toMatchObject({ code: "Missing" });
    expect(await bookmarks.get("weir-events-x")).toBeUndefined();
  });

  it("that holds something else counts as an empty text", async () => {
    await call("POST", "/api/v1/namespaces/weir-system/configmaps", {
      metadata: { name: "weir-events-x" },
      data: { a: "b" },
    });
    expect(await connection.bookmarks.get("weir-events-x")).toMatchObject({ text: "" });
  });
});
