import type { Json, JsonObject } from "../../../simulators/platform/api-server/json.ts";

/** What earlier steps answered, by the name that `as` gave them. */
export type Seen = Readonly<Record<string, JsonObject>>;

/** One request of a scenario; `@ns` stands for the run's own namespace and `example.dev` for its own API group. */
export interface Step {
  readonly name: string;
  readonly method: string;
  readonly path: string | ((seen: Seen) => string);
  readonly body?: unknown;
  readonly type?: string;
  /** Bearer token; the administrator's if absent. */
  readonly token?: string;
  /** Keeps the answer for later steps. */
  readonly as?: string;
  /** What of the body is compared; everything if absent. */
  readonly view?: (body: JsonObject) => Json | undefined;
  /** Asked again until this holds: a real server needs a moment for CRDs and policies. */
  readonly until?: (answer: Answer) => boolean;
}

/** An answer whose times, uids and versions are replaced by words. */
export interface Answer {
  readonly name: string;
  readonly code: number;
  readonly warning: string | null;
  /** Whether the object's resourceVersion moved since the scenario last saw it. */
  readonly moved: boolean | "new" | "none";
  readonly body: Json;
}

type More = Omit<Step, "name" | "method" | "path" | "body">;
type Path = Step["path"];

/** A step that reads. */
export const get = (name: string, path: Path, more: More = {}): Step => ({ name, method: "GET", path, ...more });
/** A step that creates. */
export const post = (name: string, path: Path, body: unknown, more: More = {}): Step => ({
  name,
  method: "POST",
  path,
  body,
  ...more,
});
/** A step that replaces. */
export const put = (name: string, path: Path, body: unknown, more: More = {}): Step => ({
  name,
  method: "PUT",
  path,
  body,
  ...more,
});
/** A step that deletes. */
export const remove = (name: string, path: Path, body?: unknown, more: More = {}): Step => ({
  name,
  method: "DELETE",
  path,
  body,
  ...more,
});

function patch(type: string) {
  return (name: string, path: Path, body: unknown, more: More = {}): Step => ({
    name,
    method: "PATCH",
    path,
    body,
    type: `application/${type}`,
    ...more,
  });
}

/** A step that sends a merge patch. */
export const merge = patch("merge-patch+json");
/** A step that sends a JSON patch. */
export const jsonPatch = patch("json-patch+json");
/** A step that sends a strategic merge patch. */
export const strategic = patch("strategic-merge-patch+json");
/** A step that applies. */
export const apply = patch("apply-patch+yaml");

/** Path of the example resource's objects. */
export const pipes = "/apis/example.dev/v1/namespaces/@ns/pipes";
/** Path of the CRDs. */
export const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** A `Pipe`. */
export function pipe(name: string, spec: unknown = { a: 1 }, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: "example.dev/v1", kind: "Pipe", metadata: { name, ...metadata }, spec: spec as Json };
}

/** A spec that keeps whatever it is given. */
export const anything: JsonObject = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/** The CRD of `Pipe` (or another kind) with a schema for the whole resource. */
export function crd(schema: JsonObject, kind = "Pipe", name = `${kind.toLowerCase()}s.example.dev`): JsonObject {
  const version = {
    name: "v1",
    served: true,
    storage: true,
    schema: { openAPIV3Schema: schema },
    subresources: { status: {} },
  };
  const names = { kind, plural: `${kind.toLowerCase()}s` };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name },
    spec: { group: "example.dev", scope: "Namespaced", names, versions: [version] },
  };
}

/** The steps that define `Pipe` with a schema and wait until it is served. */
export function defined(schema: JsonObject): Step[] {
  return [
    post("define", crds, crd(schema), { view: (body) => body.kind ?? null }),
    get("served", pipes, { until: ({ code }) => code === 200 }),
  ];
}
