import type { JsonObject } from "../../../simulators/platform/api-server/json.ts";
import { anything, defined, get, merge, pipe, pipes, post, put, remove, type Seen, type Step } from "./scenario.ts";

const a = `${pipes}/a`;
const f = `${pipes}/f`;

/** An object seen before with some of it changed. */
function changed(name: string, changes: JsonObject, metadata: JsonObject = {}) {
  return (seen: Seen) => {
    const before = seen[name] as { metadata: JsonObject };
    return { ...before, ...changes, metadata: { ...before.metadata, ...metadata } };
  };
}

/** Creating, replacing and deleting custom objects. */
export const objects: readonly Step[] = [
  ...defined({ type: "object", properties: { spec: anything, status: anything } }),
  post("create drops the status", pipes, { ...pipe("a"), status: { x: 1 } }, { as: "a" }),
  post("create again", pipes, pipe("a")),
  post("create another kind", pipes, { ...pipe("b"), kind: "Tube" }),
  post("create without kind", pipes, { metadata: { name: "x" }, spec: {} }),
  post("create in another namespace", pipes, pipe("b", {}, { namespace: "kube-system" })),
  post("create without name", pipes, { ...pipe(""), metadata: {} }),
  post("create with a bad name", pipes, pipe("A_b")),
  post("create with a bad label key", pipes, pipe("b", {}, { labels: { "a b": "c" } })),
  post("create with a bad label value", pipes, pipe("b", {}, { labels: { a: "c d" } })),
  post("create with a number as label", pipes, pipe("b", {}, { labels: { a: 1 } })),
  post("create with huge annotations", pipes, pipe("b", {}, { annotations: { a: "x".repeat(300_000) } })),
  post("create from a list", pipes, [1]),
  post("create from half an object", pipes, "{"),
  post("create from nothing", pipes, ""),
  post("create from null", pipes, "null"),
  post("create from text", pipes, pipe("x"), { type: "text/plain" }),
  post("create from YAML", pipes, "apiVersion: example.dev/v1\nkind: Pipe\nmetadata:\n  name: yy\nspec: {a: 1}\n", {
    type: "application/yaml",
  }),
  post("create from YAML that says yes", pipes, "apiVersion: example.dev/v1\nkind: Pipe\nmetadata:\n  name: y\n", {
    type: "application/yaml",
  }),
  post("create in no namespace", "/apis/example.dev/v1/namespaces/nowhere/pipes", pipe("a")),
  post("create outside namespaces", "/apis/example.dev/v1/pipes", pipe("a")),
  post("create as a dry run", `${pipes}?dryRun=All`, pipe("dry")),
  get("a dry run leaves nothing", `${pipes}/dry`),
  post("create as an unknown dry run", `${pipes}?dryRun=Some`, pipe("dry")),
  post("create with plain finalizers", pipes, pipe("f", {}, { finalizers: ["plain", "a.b/c"] })),
  post("create with a dotted finalizer", pipes, pipe("f2", {}, { finalizers: ["pl.ain"] })),
  post("create with a bad finalizer", pipes, pipe("f3", {}, { finalizers: ["a b"] })),
  post("create with unknown metadata", pipes, pipe("mu", {}, { foo: 1, labels: null })),
  post("create with an unknown member", pipes, { ...pipe("odd", {}), extra: 1 }),
  post("create strictly", `${pipes}?fieldValidation=Strict`, { ...pipe("odd2", {}, { foo: 1 }), extra: 1 }),
  put("replace labels, not status", a, changed("a", { status: { ignored: 1 } }, { labels: { x: "y" } }), { as: "b" }),
  put("replace the spec", a, changed("b", { spec: { a: 2 } }), { as: "c" }),
  put("replace by the same", a, changed("c", {})),
  put(
    "replace the status alone",
    `${a}/status`,
    changed("c", { spec: { z: 1 }, status: { phase: "Up" } }, { labels: { no: "no" } }),
    { as: "d" },
  ),
  put("replace the status by the same", `${a}/status`, changed("d", {})),
  put("replace an old version", a, changed("c", {})),
  put("replace without version", a, pipe("a")),
  put("replace with version zero", a, changed("d", {}, { resourceVersion: "0" })),
  put("replace with a version that is no number", a, changed("d", {}, { resourceVersion: "abc" })),
  put("replace without name", a, { ...pipe("a"), metadata: {} }),
  put("replace under another name", `${pipes}/b`, changed("d", {})),
  put("replace in another namespace", a, changed("d", {}, { namespace: "other" })),
  put("replace what does not exist", `${pipes}/nope`, changed("d", {}, { name: "nope" })),
  put("replace another uid", a, changed("d", {}, { uid: "other" })),
  put("replace a collection", pipes, {}),
  remove("delete a held object", f),
  remove("delete it again", f),
  post("create what is being deleted", pipes, pipe("f")),
  merge("add a finalizer to it", f, { metadata: { finalizers: ["plain", "a.b/c", "n.n/n"] } }),
  merge("change its spec", f, { spec: { k: 1 } }),
  merge("take one finalizer", f, { metadata: { finalizers: ["plain"] } }),
  merge("take the last finalizer", f, { metadata: { finalizers: null } }),
  get("it is gone", f),
  remove("delete another uid", a, { preconditions: { uid: "x" } }),
  remove("delete another version", a, { preconditions: { resourceVersion: "1" } }),
  remove("delete as a dry run", `${a}?dryRun=All`),
  remove("delete as a dry run by options", a, { dryRun: ["All"] }),
  remove("delete a status", `${a}/status`),
  post("create a status", `${a}/status`, {}),
  remove("delete", a),
  remove("delete what is gone", a),
  remove("delete a collection", `${pipes}?fieldSelector=metadata.name=yy`),
];
