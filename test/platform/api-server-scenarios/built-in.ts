import type { JsonObject } from "../../../simulators/platform/api-server/json.ts";
import { apply, get, merge, post, put, remove, type Seen, type Step, strategic } from "./scenario.ts";

const ns = "/api/v1/namespaces";
const here = `${ns}/@ns`;
const leases = "/apis/coordination.k8s.io/v1/namespaces/@ns/leases";
const webhooks = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const configMap = (data: JsonObject) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "ap" }, data });
const about = (namespace: string) => ({ kind: "X", name: "y", namespace });
const held = (by: string) => (seen: Seen) => ({ ...seen.l, spec: { holderIdentity: by } });

/** The built-in resources. */
export const builtIn: readonly Step[] = [
  get("a namespace", here),
  post("a namespace with a bad name", ns, { metadata: { name: "Bad_NS" } }),
  post("a namespace with dots", ns, { metadata: { name: "a.b" } }),
  post("another kind", ns, { kind: "Secret", metadata: { name: "q" } }),
  post("another version", ns, { apiVersion: "v2", metadata: { name: "q" } }),
  post("a ConfigMap", `${here}/configmaps`, { metadata: { name: "c" }, data: { a: "1" } }, { as: "c" }),
  put("replaced without version", `${here}/configmaps/c`, { metadata: { name: "c" }, data: { a: "2" } }),
  put("replaced by the same", `${here}/configmaps/c`, { metadata: { name: "c" }, data: { a: "2" } }),
  put("replaced from an old version", `${here}/configmaps/c`, (seen: Seen) => seen.c),
  strategic("a strategic patch", `${here}/configmaps/c`, { data: { b: "3" } }),
  merge("a merge patch", `${here}/configmaps/c`, { data: { b: null } }),
  post("with an unknown member", `${here}/configmaps`, { metadata: { name: "c2" }, foo: 1 }),
  post("with a number as text", `${here}/configmaps`, { metadata: { name: "c3" }, data: { a: 1 } }),
  get("listed", `${here}/configmaps`),
  get("watched", `${here}/configmaps?watch=1&timeoutSeconds=1`),
  get("without status", `${here}/configmaps/c/status`),
  remove("deleted", `${here}/configmaps/c`),
  apply("applied", `${here}/configmaps/ap?fieldManager=m`, configMap({ a: "1" })),
  apply("applied otherwise", `${here}/configmaps/ap?fieldManager=m`, configMap({ b: "1" })),
  post("a Secret", `${here}/secrets`, { metadata: { name: "s" }, stringData: { a: "b" } }),
  post("with bad base64", `${here}/secrets`, { metadata: { name: "s2" }, data: { a: "???" } }),
  post("with a bad key", `${here}/secrets`, { metadata: { name: "s3" }, data: { "a b": "YQ==" } }),
  merge("with another type", `${here}/secrets/s`, { type: "x" }),
  merge("with other data", `${here}/secrets/s`, { data: { a: null, c: "Yg==" } }),
  get("by type", `${here}/secrets?fieldSelector=type=Opaque`),
  get("by an unknown field", `${here}/secrets?fieldSelector=foo=Opaque`),
  post("an Event", `${here}/events`, {
    metadata: { name: "e" },
    involvedObject: about("@ns"),
    reason: "R",
    message: "m",
    count: 1,
  }),
  merge("counted on", `${here}/events/e`, { count: 2 }),
  post("about another namespace", `${here}/events`, { metadata: { name: "e2" }, involvedObject: about("other") }),
  put("created by PUT", `${here}/events/e9`, { metadata: { name: "e9" }, involvedObject: about("@ns") }),
  get("by reason", `${here}/events?fieldSelector=involvedObject.name=y,reason=R`),
  post("a Lease", leases, { metadata: { name: "l" }, spec: { holderIdentity: "a" } }, { as: "l" }),
  put("replaced without version or with", `${leases}/l`, { metadata: { name: "l" }, spec: { holderIdentity: "b" } }),
  put("taken", `${leases}/l`, held("b")),
  put("taken from an old version", `${leases}/l`, held("c")),
  put("a Lease by PUT", `${leases}/l2`, { metadata: { name: "l2" }, spec: { holderIdentity: "b" } }),
  post(
    "a Service",
    `${here}/services`,
    { metadata: { name: "v" }, spec: { selector: { a: "b" }, ports: [{ port: 80 }] } },
    { view: withoutAddress },
  ),
  post("an ExternalName", `${here}/services`, {
    metadata: { name: "vx" },
    spec: { type: "ExternalName", externalName: "a.b" },
  }),
  post("without ports", `${here}/services`, { metadata: { name: "vn" }, spec: {} }),
  remove("a Service deleted", `${here}/services/v`, undefined, { view: withoutAddress }),
  post("outside namespaces", "/api/v1/configmaps", { metadata: { name: "x" } }),
  remove("a collection of namespaces", ns),
  merge("a collection patched", `${here}/configmaps`, {}),
  get("an unknown subresource", `${here}/configmaps/ap/foo`),
  post("a bad webhook", webhooks, { metadata: { name: "@ns" }, webhooks: [{ name: "x", clientConfig: {} }] }),
];

function withoutAddress(body: JsonObject): JsonObject {
  const { clusterIP: _one, clusterIPs: _all, ...spec } = body.spec as JsonObject;
  return { ...body, spec };
}
