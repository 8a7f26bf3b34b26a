import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { toCollectionPath } from "../../simulators/platform/api-server-source/resource-path.ts";
import { startApiServerSource } from "../../simulators/platform/api-server-source/start-api-server-source.ts";
import { startPingSource } from "../../simulators/platform/ping-source/start-ping-source.ts";
import { closedAfterEach } from "../closed-after-each.ts";
import {
  type FakeApiServer,
  type Recording,
  type RigServer,
  readFixture,
  startFakeApiServer,
  startSink,
} from "./knative-rig.ts";

const track = closedAfterEach();

const names = readdirSync(new URL("../fixtures/knative/", import.meta.url)).sort();
const VERBS = { add: "ADDED", update: "MODIFIED", delete: "DELETED" } as const;
const CHANGING = new Set(["Host", "Content-Length", "Ce-Id", "Ce-Time", "Ce-Source"]);

const stable = (headers: Recording["headers"]): unknown =>
  headers.map(([name, value]) => [name, CHANGING.has(name) ? "*" : value]);

const header = (recording: Recording, name: string): string =>
  recording.headers.find(([key]) => key === name)?.[1] ?? "";

const reversed = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
};

/** The watched object behind a recording; its keys are reversed, because the API server's order is not the source's. */
function toObject(recording: Recording, isReference: boolean): object {
  const body = JSON.parse(recording.body ?? "") as Record<string, string>;
  if (!isReference) return reversed(body) as object;
  const { apiVersion, kind, name, namespace } = body;
  return { apiVersion, kind, metadata: { name, namespace, resourceVersion: "101", uid: "u" }, spec: {} };
}

async function startSource(recording: Recording, sink: RigServer, api: FakeApiServer, isReference: boolean) {
  const purpose = header(recording, "Ce-Purpose");
  const namespace = header(recording, "Ce-Namespace");
  const apiVersion = header(recording, "Ce-Apiversion");
  return track(
    await startApiServerSource({
      apiServer: { url: api.url },
      resources: [
        { apiVersion, kind: header(recording, "Ce-Kind"), scope: namespace === "" ? "Cluster" : "Namespaced" },
      ],
      namespaces: ["demo"],
      mode: isReference ? "Reference" : "Resource",
      sink: sink.url,
      ...(purpose && { ceOverrides: { extensions: { purpose } } }),
    }),
  );
}

it.each(names.filter((name) => name.startsWith("apiserver-")))("%s is sent byte for byte", async (file) => {
  const recording = readFixture(file);
  const isReference = file.includes("-reference-");
  const [sink, api] = [track(await startSink()), track(await startFakeApiServer())];
  await startSource(recording, sink, api, isReference);
  await api.watching();
  const verb = header(recording, "Ce-Type").split(".").at(-1) as keyof typeof VERBS;
  const namespace = header(recording, "Ce-Namespace") || undefined;
  const resource = { apiVersion: header(recording, "Ce-Apiversion"), kind: header(recording, "Ce-Kind") };
  api.push(toCollectionPath(resource, namespace), VERBS[verb], toObject(recording, isReference));
  await sink.arrived(1);

  const [request] = sink.received;
  expect(request?.method).toBe("POST");
  expect(request?.path).toBe(recording.path);
  expect(stable(request?.headers ?? [])).toEqual(stable(recording.headers));
  expect(request?.body.toString()).toBe(recording.body);
  const sent = { ...recording, headers: request?.headers ?? [] };
  expect(header(sent, "Ce-Source")).toBe(api.url);
  expectChanging(sent, recording);
});

it.each(names.filter((name) => name.startsWith("ping-")))("%s is sent byte for byte", async (file) => {
  const recording = readFixture(file);
  const sink = track(await startSink());
  const purpose = header(recording, "Ce-Purpose");
  const contentType = header(recording, "Content-Type");
  const raw = recording.bodyBase64 ?? Buffer.from(recording.body ?? "").toString("base64");
  const data = file.includes("-base64") ? { dataBase64: raw } : recording.body ? { data: recording.body } : {};
  const source = track(
    startPingSource({
      name: recording.path.slice(1),
      namespace: "demo",
      sink: `${sink.url}${recording.path}`,
      ...data,
      ...(contentType && { contentType }),
      ...(purpose && { ceOverrides: { extensions: { purpose } } }),
      jitter: () => 0,
    }),
  );
  expect(await source.tick()).toMatchObject({ outcome: "delivered", tries: 1 });

  const [request] = sink.received;
  expect(request?.path).toBe(recording.path);
  expect(stable(request?.headers ?? [])).toEqual(stable(recording.headers));
  expect(request?.body.toString("base64")).toBe(raw);
  const sent = { ...recording, headers: request?.headers ?? [] };
  expect(header(sent, "Ce-Source")).toBe(header(recording, "Ce-Source"));
  expectChanging(sent, recording);
});

function expectChanging(sent: Recording, recording: Recording): void {
  expect(header(sent, "Content-Length")).toBe(header(recording, "Content-Length"));
  expect(header(sent, "Ce-Id")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(header(sent, "Ce-Time")).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{0,8}[1-9])?Z$/);
}
