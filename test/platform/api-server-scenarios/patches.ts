import type { JsonObject } from "../../../simulators/platform/api-server/json.ts";
import { anything, apply, defined, jsonPatch, merge, pipe, pipes, post, type Step, strategic } from "./scenario.ts";

const a = `${pipes}/a`;
const s = `${pipes}/s`;
const by = (manager: string, more = "") => `${s}?fieldManager=${manager}${more}`;

const kubectl = `${pipes}/k?fieldManager=kubectl`;
const lastAppliedKey = "kubectl.kubernetes.io/last-applied-configuration";

/** What client-side kubectl sends: the object, with itself as text. */
function lastApplied(spec: JsonObject, name = "k") {
  return pipe(name, spec, { annotations: { [lastAppliedKey]: `${JSON.stringify(pipe(name, spec))}\n` } });
}

/** The four forms of a patch. */
export const patches: readonly Step[] = [
  ...defined({ type: "object", properties: { spec: anything, status: anything } }),
  post("create", pipes, pipe("a", { a: 2 })),
  merge("merge", a, { spec: { b: { c: 1 } } }),
  merge("merge the same", a, { spec: { b: { c: 1 } } }),
  merge("remove", a, { spec: { b: null } }),
  merge("annotate", a, { metadata: { annotations: { q: "1" } } }),
  merge("an old version", a, { metadata: { resourceVersion: "1" }, spec: { q: 1 } }),
  merge("no version", a, { metadata: { resourceVersion: null }, spec: { q: 1 } }),
  merge("another uid", a, { metadata: { uid: "x" } }),
  merge("another name", a, { metadata: { name: "b" } }),
  merge("another namespace", a, { metadata: { namespace: "b" } }),
  merge("another kind", a, { kind: "Tube" }),
  merge("a list", a, []),
  merge("a deletion time", a, { metadata: { deletionTimestamp: "2001-01-01T00:00:00Z" } }),
  merge("a generation and a creation time", a, {
    metadata: { generation: 99, creationTimestamp: "2001-01-01T00:00:00Z" },
  }),
  merge("status on the main resource", a, { status: { no: 1 } }),
  merge("status", `${a}/status`, { status: { n: 1 }, spec: { no: 1 }, metadata: { annotations: { z: "z" } } }),
  merge("the same status", `${a}/status`, { status: { n: 1 } }),
  merge("no status", `${a}/status`, { status: null }),
  merge("what does not exist", `${pipes}/nope`, {}),
  merge("a collection", pipes, {}),
  merge(
    "an unknown member, strictly",
    `${a}?fieldValidation=Strict`,
    { extra: 1 },
    { view: ({ code, reason }) => ({ code: code ?? 0, reason: reason ?? "" }) },
  ),
  merge("with the content type of an object", a, {}, { type: "application/json" }),
  jsonPatch("add", a, [
    { op: "add", path: "/spec/l", value: [1] },
    { op: "add", path: "/spec/l/-", value: 2 },
  ]),
  jsonPatch("a test that fails", a, [{ op: "test", path: "/spec/a", value: 99 }]),
  jsonPatch("remove what is missing", a, [{ op: "remove", path: "/spec/zz" }]),
  jsonPatch("replace what is missing", a, [{ op: "replace", path: "/spec/zz", value: 1 }]),
  jsonPatch("add below what is missing", a, [{ op: "add", path: "/spec/no/q", value: 1 }]),
  jsonPatch("an unknown operation", a, [{ op: "foo", path: "/spec/zz", value: 1 }]),
  jsonPatch("add beyond the end", a, [{ op: "add", path: "/spec/l/9", value: 1 }]),
  jsonPatch("an object", a, {}),
  jsonPatch(
    "too many operations",
    a,
    Array.from({ length: 10_001 }, () => ({ op: "test", path: "/spec/a", value: 2 })),
  ),
  strategic("strategic", a, {}),
  apply("apply creates", by("one"), pipe("s", { a: 1, b: 2, c: { d: 1 } })),
  apply("apply the same", by("one"), pipe("s", { a: 1, b: 2, c: { d: 1 } })),
  apply("apply by another manager", by("two"), pipe("s", { b: 2 })),
  apply("apply less", by("one"), pipe("s", { a: 1 })),
  apply("apply against two others", by("three"), pipe("s", { a: 3, b: 3 })),
  apply("apply by force", by("three", "&force=true"), pipe("s", { a: 3 })),
  merge("merge what is applied", s, { spec: { a: 5 } }),
  apply("apply against an update", by("three"), pipe("s", { a: 3 })),
  apply("apply without manager", s, pipe("s", { a: 3 })),
  apply("apply under another name", by("x"), pipe("zz", { q: 3 })),
  apply("apply without name", by("x"), { apiVersion: "example.dev/v1", kind: "Pipe", spec: { u: 1 } }),
  apply("apply without kind", by("x"), { metadata: { name: "s" }, spec: { u: 1 } }),
  apply("apply managed fields", by("x"), pipe("s", {}, { managedFields: [{ manager: "x", operation: "Apply" }] })),
  apply("apply the status", `${s}/status?fieldManager=x`, { ...pipe("s", { q: 1 }), status: { ok: true } }),
  apply("apply the status of nothing", `${pipes}/none/status?fieldManager=x`, {
    ...pipe("none"),
    status: { ok: true },
  }),
  apply(
    "apply YAML",
    `${pipes}/t?fieldManager=x`,
    "apiVersion: example.dev/v1\nkind: Pipe\nmetadata:\n  name: t\nspec:\n  a: 1\n",
  ),
  apply(
    "apply a finalizer",
    `${pipes}/t?fieldManager=x`,
    pipe("t", { a: 1 }, { finalizers: ["x.dev/a"], labels: { l: "1" } }),
  ),
  apply("apply another finalizer", `${pipes}/t?fieldManager=x`, pipe("t", { a: 1 }, { finalizers: ["x.dev/b"] })),
  apply("apply to an old version", `${pipes}/t?fieldManager=x`, pipe("t", { a: 1 }, { resourceVersion: "1" })),
  post("create as client-side kubectl apply", `${pipes}?fieldManager=kubectl-client-side-apply`, lastApplied({ a: 1 })),
  apply("apply as kubectl what it applied before", kubectl, pipe("k", { a: 2, t: "<&>" })),
  merge("merge by somebody else", `${pipes}/k`, { spec: { a: 3, b: 1 } }),
  apply("apply as kubectl what somebody changed since", kubectl, pipe("k", { a: 2 })),
  apply("apply as kubectl what somebody added since", kubectl, pipe("k", { b: 2 })),
  apply("apply as kubectl by force", `${kubectl}&force=true`, pipe("k", { a: 2 })),
  merge("empty what was last applied", `${pipes}/k`, { metadata: { annotations: { [lastAppliedKey]: "" } } }),
  apply("apply as kubectl without anything last applied", kubectl, pipe("k", { a: 4 })),
  apply("create as kubectl with something last applied", kubectl.replace("/k?", "/l?"), lastApplied({ a: 1 }, "l")),
];
