import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Json } from "../../simulators/platform/api-server/json.ts";
import { type ApiServer, startApiServer } from "../../simulators/platform/api-server/server.ts";
import {
  type ApiServerSource,
  startApiServerSource,
} from "../../simulators/platform/api-server-source/start-api-server-source.ts";
import { type Recording, type RigServer, readFixture, startSink } from "../contract/knative-rig.ts";

const group = "ververica.platform";
const collection = `/apis/${group}/v1/namespaces/demo/vvpdeployments`;
const one = `${collection}/one`;
const bodyOf = (file: string) => JSON.parse(readFixture(file).body ?? "");
const added = bodyOf("apiserver-resource-add.json");
const [deleted, configMap, scoped] = ["delete", "configmap-add", "cluster-scoped-add"].map((name) =>
  bodyOf(`apiserver-resource-${name}.json`),
);
const timeOf = ({ metadata }: typeof added) => metadata.creationTimestamp.slice(11, 19);
const status = bodyOf("apiserver-resource-update-status-only.json").status;
const [finalizer] = bodyOf("apiserver-resource-update-finalizer-added.json").metadata.finalizers;

/** The kind as it was when the recordings were made: a status subresource, unknown fields preserved, no defaults. */
const crd = (kind: string, scope: string) => {
  const [singular, plural] = [kind.toLowerCase(), `${kind.toLowerCase()}s`];
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { kind, plural, singular, listKind: `${kind}List` },
      versions: [{ name: "v1", served: true, storage: true, subresources: { status: {} }, schema }],
    },
  };
};

const toCreate = ({ apiVersion, kind, metadata, spec, data }: typeof added) => {
  const { name, namespace, labels, annotations } = metadata;
  return { apiVersion, kind, metadata: { name, namespace, labels, annotations }, spec, data };
};
const deployment = (parallelism: number) => ({ deployment: { spec: { template: { spec: { parallelism } } } } });
const applied = { apiVersion: `${group}/v1`, kind: "VvpDeployment", metadata: { name: "one" }, spec: deployment(3) };

interface Step {
  readonly name: string;
  /** Time of day of the change; default that of the step before. */
  readonly at?: string;
  /** Default that of the step before. */
  readonly uid?: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly type?: "merge-patch+json" | "apply-patch+yaml" | "json";
  /** The recording of the event that follows; absent where an event follows that was not recorded. */
  readonly file?: string;
}

const merge = { method: "PATCH", type: "merge-patch+json" } as const;
const steps: readonly Step[] = [
  { name: "create", at: "10:19:10", method: "POST", path: collection, body: toCreate(added), file: "add" },
  { name: "edit the spec", at: "10:19:11", ...merge, path: one, body: { spec: deployment(3) }, file: "update" },
  {
    name: "write the status",
    at: "10:19:11",
    ...merge,
    path: `${one}/status`,
    body: { status },
    file: "update-status-only",
  },
  {
    name: "apply what is there already",
    at: "10:19:15",
    method: "PATCH",
    type: "apply-patch+yaml",
    path: `${one}?fieldManager=probe`,
    body: applied,
  },
  {
    name: "label",
    at: "10:19:17",
    ...merge,
    path: one,
    body: { metadata: { labels: { team: "a" } } },
    file: "update-label",
  },
  {
    name: "annotate",
    at: "10:19:17",
    ...merge,
    path: one,
    body: { metadata: { annotations: { note: "a" } } },
    file: "update-annotation",
  },
  {
    name: "add a finalizer",
    at: "10:19:18",
    ...merge,
    path: one,
    body: { metadata: { finalizers: [finalizer] } },
    file: "update-finalizer-added",
  },
  { name: "delete", at: "10:19:19", method: "DELETE", path: one, file: "update-deletion-timestamp" },
  {
    name: "remove the finalizer",
    ...merge,
    path: one,
    body: { metadata: { finalizers: null } },
    file: "delete-after-finalizer",
  },
  {
    name: "create another of that name",
    at: timeOf(deleted),
    uid: deleted.metadata.uid,
    method: "POST",
    path: collection,
    body: toCreate(added),
  },
  { name: "delete it, which no finalizer holds", method: "DELETE", path: one, file: "delete" },
  {
    name: "create a ConfigMap",
    at: timeOf(configMap),
    uid: configMap.metadata.uid,
    method: "POST",
    path: "/api/v1/namespaces/demo/configmaps",
    body: toCreate(configMap),
    file: "configmap-add",
  },
  {
    name: "create a cluster-scoped object",
    at: timeOf(scoped),
    uid: scoped.metadata.uid,
    method: "POST",
    path: `/apis/${group}/v1/vvpdefaults`,
    body: toCreate(scoped),
    file: "cluster-scoped-add",
  },
];

let now = 0;
let uid = added.metadata.uid;
let api: ApiServer;
let sink: RigServer;
let source: ApiServerSource;
beforeAll(async () => {
  const home = { apiVersion: "v1", kind: "Namespace", metadata: { name: "demo" } };
  const seed = [crd("VvpDeployment", "Namespaced"), crd("VvpDefault", "Cluster"), home] as readonly Json[];
  api = await startApiServer({ seed, now: () => now, uid: () => uid });
  sink = await startSink();
  source = await startApiServerSource({
    apiServer: { url: api.url },
    resources: [
      { apiVersion: `${group}/v1`, kind: "VvpDeployment" },
      { apiVersion: `${group}/v1`, kind: "VvpDefault", scope: "Cluster" },
      { apiVersion: "v1", kind: "ConfigMap" },
    ],
    namespaces: ["demo"],
    mode: "Resource",
    sink: sink.url,
  });
});
afterAll(async () => {
  await source?.close();
  await sink?.close();
  await api?.close();
});

/** Sends without a user agent, as the recordings' client did: the field manager is `unknown`. */
async function send({ method, path, body, type = "json" }: Step): Promise<void> {
  const outgoing = request(api.url + path, { method, headers: { "content-type": `application/${type}` } });
  const answered = new Promise<number>((resolve, reject) => {
    outgoing.on("error", reject).on("response", (response) => {
      text(response).then(() => resolve(response.statusCode ?? 0), reject);
    });
  });
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  expect(await answered).toBeLessThan(300);
}

/** Without what the embedded API server leaves out on purpose: versions count anew, `fieldsV1` holds leaves only. */
const comparable = (body = "") =>
  body.replace(/"resourceVersion":"\d+"/g, "").replace(/"fieldsV1":(\{.*?\}),"manager"/g, '"manager"');
const header = ({ headers }: Pick<Recording, "headers">, name: string) => headers.find(([key]) => key === name)?.[1];

it.each(steps)("$name: the embedded API server and source send what the real ones sent", async (step) => {
  if (step.at !== undefined) now = Date.parse(`2026-11-21T${step.at}Z`);
  uid = step.uid ?? uid;
  const before = sink.received.length;
  await send(step);
  await sink.arrived(before + 1);
  const event = sink.received[before];
  if (step.file === undefined || event === undefined) return;
  const recording = readFixture(`apiserver-resource-${step.file}.json`);
  for (const name of ["Ce-Type", "Ce-Subject"]) expect(header(event, name)).toBe(header(recording, name));
  expect(comparable(event.body.toString())).toBe(comparable(recording.body));
});
