import { isOperatorError, OperatorError } from "../../core/error.ts";
import { type JsonObject, type JsonValue, member } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import { whyTaken } from "../../core/owners.ts";
import type { DesiredObject, ObjectKind, ObjectQuery, Objects } from "../../ports/objects.ts";
import type { Api } from "./api.ts";
import { objectPath, resourcePath } from "./paths.ts";
import type { Answer, Request } from "./request.ts";
import { bodyOf, isNotFound, toOperatorError } from "./translate-error.ts";

/** Objects of a page; a resource has few dependents, so that one page is the rule. */
const pageSize = 500;

type Named = Pick<DesiredObject["metadata"], "namespace" | "name">;

const mergePatchType = "application/merge-patch+json";

/** The port over the API server. */
export function makeObjects(api: Api): Objects {
  return {
    get: (kind, key, signal) => getOne(api, kind, key, signal),
    list: (kind, query, signal) => listAll(api, kind, query, signal),
    apply: (kind, object, signal) => applyOne(api, kind, object, signal),
    create: (kind, object, signal) => createOne(api, kind, object, signal),
    patch: async (kind, { namespace, name }, patch) => {
      const path = `${pathOf(kind, namespace, name)}?fieldManager=weir`;
      const request: Request = { method: "PATCH", path, body: JSON.stringify(patch), contentType: mergePatchType };
      return writeOne(api, request, kind, `patch ${kind.plural} ${namespace}/${name}`);
    },
    delete: async (kind, { namespace, name }, preconditions) => {
      const propagationPolicy = kind.plural === "deployments" ? "Foreground" : "Background";
      const body = JSON.stringify({ preconditions, propagationPolicy });
      const what = `delete ${kind.plural} ${namespace}/${name}`;
      try {
        await api.write({ method: "DELETE", path: pathOf(kind, namespace, name), body }, what);
      } catch (error) {
        if (!isOperatorError(error) || error.code !== "Missing") throw error;
      }
    },
  };
}

async function getOne(api: Api, kind: ObjectKind, { namespace, name }: Named, signal?: AbortSignal) {
  const what = `get ${kind.plural} ${namespace}/${name}`;
  const answer = await api.read(pathOf(kind, namespace, name), what, signal);
  return isNotFound(answer) ? undefined : toObject(found(answer, what), kind, what, "no");
}

/**
 * What is to have an owner is looked at first, and written as it was seen: over what is there by its version, and anew
 * without force, so that one that somebody else makes in between stays theirs.
 */
async function applyOne(api: Api, kind: ObjectKind, object: DesiredObject, signal?: AbortSignal): Promise<KubeObject> {
  const isOwned = member(object.metadata, "ownerReferences") !== undefined;
  const before = isOwned ? await getOne(api, kind, object.metadata, signal) : undefined;
  if (before !== undefined) refuseTaken(before, object);
  const { resourceVersion } = before?.metadata ?? {};
  const force = !isOwned || before !== undefined;
  const path = `${pathOf(kind, object.metadata.namespace, object.metadata.name)}?fieldManager=weir&force=${force}`;
  const body = JSON.stringify({ ...object, metadata: { ...object.metadata, resourceVersion } });
  const contentType = "application/apply-patch+yaml";
  return writeOne(api, { method: "PATCH", path, body, contentType }, kind, `apply ${describe(kind, object)}`);
}

async function createOne(api: Api, kind: ObjectKind, object: DesiredObject, signal?: AbortSignal): Promise<KubeObject> {
  const path = `${resourcePath(kind, object.metadata.namespace)}?fieldManager=weir`;
  try {
    const request: Request = { method: "POST", path, body: JSON.stringify(object) };
    return await writeOne(api, request, kind, `create ${describe(kind, object)}`);
  } catch (error) {
    const exists = isOperatorError(error) && error.code === "Conflict";
    const other = exists ? await getOne(api, kind, object.metadata, signal) : undefined;
    if (other !== undefined) refuseTaken(other, object);
    throw error;
  }
}

function refuseTaken(found: KubeObject, wanted: DesiredObject): void {
  const why = whyTaken(found, wanted);
  if (why !== undefined) throw new OperatorError("Rejected", why, { reason: "NameTaken" });
}

async function listAll(api: Api, kind: ObjectKind, { namespace, labels, fields }: ObjectQuery, signal?: AbortSignal) {
  const what = `list ${kind.plural} of ${namespace}`;
  const selectors = {
    ...(labels !== undefined && { labelSelector: selectorOf(labels) }),
    ...(fields !== undefined && { fieldSelector: selectorOf(fields) }),
  };
  const objects: KubeObject[] = [];
  let token = "";
  do {
    const search = new URLSearchParams({ limit: String(pageSize), ...selectors });
    if (token !== "") search.set("continue", token);
    const page = found(await api.read(`${resourcePath(kind, namespace)}?${search}`, what, signal), what);
    const items = member(page, "items");
    if (!Array.isArray(items)) throw new OperatorError("Malformed", `the API server answered ${what} without items`);
    objects.push(...items.map((item) => toObject(item, kind, what, "no")));
    const next = member(member(page, "metadata"), "continue");
    token = typeof next === "string" ? next : "";
  } while (token !== "");
  return objects;
}

function selectorOf(wanted: Readonly<Record<string, string>>): string {
  return Object.entries(wanted)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
}

async function writeOne(api: Api, request: Request, kind: ObjectKind, what: string): Promise<KubeObject> {
  return toObject(bodyOf(await api.write(request, what), what, true), kind, what, "maybe");
}

function pathOf(kind: ObjectKind, namespace: string, name: string): string {
  return objectPath(kind, { kind: kind.kind, namespace, name });
}

function describe({ plural }: ObjectKind, { metadata }: DesiredObject): string {
  return `${plural} ${metadata.namespace}/${metadata.name}`;
}

function found(answer: Answer, what: string): JsonObject {
  if (answer.status >= 300) throw toOperatorError(answer, what, false);
  return bodyOf(answer, what, false);
}

function toObject(body: JsonValue, { kind }: ObjectKind, what: string, applied: "no" | "maybe"): KubeObject {
  if (typeof member(member(body, "metadata"), "name") === "string") return { kind, ...(body as unknown as KubeObject) };
  throw new OperatorError("Malformed", `the API server answered ${what} with something that is no object`, { applied });
}
