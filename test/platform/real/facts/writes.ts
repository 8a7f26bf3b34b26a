import type { JsonObject } from "../../../../shared/core/json.ts";
import { send } from "./place.ts";
import { type Observed, type Of, status, type Write } from "./subject.ts";

/** A fact about one write that Weir relies on. */
export interface Fact {
  readonly name: string;
  readonly why: string;
  readonly of?: Of;
  /** What happens to the object first. */
  readonly before?: Write;
  readonly write: Write;
  readonly expected: Observed;
}

const quiet: Observed = { status: 200, moved: false, generation: 0, events: 0 };
const seen: Observed = { status: 200, moved: true, generation: 0, events: 1 };
const stale: Observed = { status: 409, reason: "Conflict", moved: false, generation: 0, events: 0 };
const missing: Observed = { status: 404, reason: "NotFound", moved: false, generation: 0, events: 0 };

const sub = (part: string) => (part === "status" ? "/status" : "");

const merge =
  (patch: object, part = "object", query = ""): Write =>
  ({ place, path }) =>
    send(place, "PATCH", path + sub(part) + query, patch, "merge-patch+json");

const mergeOverOld =
  ({ metadata = {}, ...rest }: { readonly metadata?: object; readonly status?: object }, part = "object"): Write =>
  (subject) =>
    merge({ metadata: { ...metadata, resourceVersion: subject.oldVersion }, ...rest }, part)(subject);

const put =
  (part = "object"): Write =>
  ({ place, path, object }) =>
    send(place, "PUT", path + sub(part), object);

const putOverOld =
  (part: string): Write =>
  ({ place, path, object, oldVersion }) => {
    const metadata = { ...(object.metadata as JsonObject), resourceVersion: oldVersion };
    return send(place, "PUT", path + sub(part), { ...object, metadata });
  };

/** Server-side apply of what is there already. */
const apply =
  (part = "object", more: (oldVersion: string) => object = () => ({})): Write =>
  ({ place, path, object, oldVersion }) => {
    const { apiVersion, kind, spec } = object;
    const metadata = { name: (object.metadata as { name: string } & JsonObject).name, ...more(oldVersion) };
    const body = { apiVersion, kind, metadata, ...(part === "status" ? { status } : { spec }) };
    return send(place, "PATCH", `${path}${sub(part)}?fieldManager=again&force=true`, body, "apply-patch+yaml");
  };

const jsonPatch =
  (op: "replace" | "test", version: "old" | "current"): Write =>
  ({ place, path, object, oldVersion }) => {
    const { resourceVersion } = object.metadata as { resourceVersion: string } & JsonObject;
    const precondition = {
      op,
      path: "/metadata/resourceVersion",
      value: version === "old" ? oldVersion : resourceVersion,
    };
    const change = { op: "add", path: "/webhooks/0/timeoutSeconds", value: 7 };
    return send(place, "PATCH", path, [precondition, change], "json-patch+json");
  };

const remove: Write = ({ place, path }) => send(place, "DELETE", path);
const removeAndMake: Write = async (subject) => {
  const { place, path, object } = subject;
  await remove(subject);
  const { uid: _, resourceVersion: __, ...metadata } = object.metadata as JsonObject;
  return send(place, "POST", path.slice(0, path.lastIndexOf("/")), { ...object, metadata });
};
const annotate = (value: string) => merge({ metadata: { annotations: { "weir.dev/fact": value } } });
const changed = { status: { ...status, actualState: "CANCELLED" } };

/** A write that changes nothing: Weir's own echo, and what a GitOps tool does every few minutes. */
const noOps: readonly Fact[] = [
  { name: "status by merge patch", why: "as Weir writes it", write: merge({ status }, "status"), expected: quiet },
  { name: "status by PUT", why: "as other operators write it", write: put("status"), expected: quiet },
  {
    name: "status by apply",
    why: "as some operators write it, from the second time on",
    before: apply("status"),
    write: apply("status"),
    expected: quiet,
  },
  { name: "object by merge patch", why: "record and finalizer", write: merge({ spec: {} }), expected: quiet },
  { name: "object by PUT", why: "as a pipeline replaces it", write: put(), expected: quiet },
  { name: "object by apply", why: "as Argo CD and Flux do", before: apply(), write: apply(), expected: quiet },
  {
    name: "object by another manager's merge patch",
    why: "only apply makes a manager that owns what it does not change",
    write: merge({ spec: { syncingMode: "PATCH" } }, "object", "?fieldManager=other"),
    expected: quiet,
  },
];

/** What moves, and what a generation counts. */
const moves: readonly Fact[] = [
  { name: "another status", why: "an event that is an echo (D8)", write: merge(changed, "status"), expected: seen },
  { name: "the first apply of a manager", why: "it becomes an owner in managedFields", write: apply(), expected: seen },
  {
    name: "another spec",
    why: "what a generation counts",
    write: merge({ spec: { deployment: { spec: { state: "SUSPENDED" } } } }),
    expected: { ...seen, generation: 1 },
  },
  { name: "an annotation", why: "why the record hashes its input apart", write: annotate("1"), expected: seen },
  { name: "a label", why: "the owner is one", write: merge({ metadata: { labels: { a: "b" } } }), expected: seen },
  {
    name: "a finalizer",
    why: "Weir sets one with the record",
    write: merge({ metadata: { finalizers: ["weir.dev/fact"] } }),
    expected: seen,
  },
  {
    name: "a deletion that a finalizer holds",
    why: "the record of a resource that goes is a generation behind",
    before: merge({ metadata: { finalizers: ["weir.dev/fact"] } }),
    write: remove,
    expected: { ...seen, generation: 1 },
  },
];

/** What tells a writer that it is too late. */
const races: readonly Fact[] = [
  {
    name: "status by merge patch over an old version",
    why: "S5: nothing derived from an old read is written",
    write: mergeOverOld(changed, "status"),
    expected: stale,
  },
  {
    name: "the same status by merge patch over an old version",
    why: "the precondition holds also when nothing would change",
    write: mergeOverOld({ status }, "status"),
    expected: stale,
  },
  { name: "status by PUT over an old version", why: "the same", write: putOverOld("status"), expected: stale },
  {
    name: "status by apply over an old version",
    why: "the same",
    write: apply("status", (resourceVersion) => ({ resourceVersion })),
    expected: stale,
  },
  {
    name: "record by merge patch over an old version",
    why: "of two functions one wins (D5)",
    write: mergeOverOld({ metadata: { annotations: { "weir.dev/fact": "2" } } }),
    expected: stale,
  },
  {
    name: "status of what is gone",
    why: "an end, not a fault",
    before: remove,
    write: merge({ status }, "status"),
    expected: missing,
  },
  {
    name: "status of what was removed and made again",
    why: "another object under the same name",
    before: removeAndMake,
    write: mergeOverOld(changed, "status"),
    expected: stale,
  },
];

/** The precondition of the front's vault. */
const vault: readonly Fact[] = [
  {
    name: "replace over the current version",
    why: "it is written",
    write: jsonPatch("replace", "current"),
    expected: { ...seen, generation: 1 },
  },
  {
    name: "replace over an old version",
    why: "a conflict, so it reads again",
    before: annotate("1"),
    write: jsonPatch("replace", "old"),
    expected: stale,
  },
  {
    name: "test over an old version",
    why: "not the same: it could not be told from a patch that is wrong",
    before: annotate("1"),
    write: jsonPatch("test", "old"),
    expected: { ...stale, status: 422, reason: "Invalid" },
  },
  {
    name: "replace of what is gone",
    why: "counts as a conflict",
    before: remove,
    write: jsonPatch("replace", "old"),
    expected: missing,
  },
].map((fact) => ({ ...fact, of: "webhook" }));

/** All facts by what they are about. */
export const facts = {
  "a write of what is there already": noOps,
  "a change": moves,
  "a lost race": races,
  "a JSON patch of resourceVersion": vault,
};
