import type { PatchType, WriteOptions } from "./change.ts";
import { invalidOptions } from "./status-error.ts";
import type { ListQuery } from "./store-list.ts";

/** A request to a resource path, not yet looked up. */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
}

const namespaceSubresources: ReadonlySet<string> = new Set(["status", "finalize"]);

/** Reads `/api/v1/…` and `/apis/<group>/<version>/…`; undefined for every other path. */
export function parsePath(path: string): ResourcePath | undefined {
  const parts = path
    .split("/")
    .filter((part) => part !== "")
    .map(decode);
  const [root, ...rest] = parts;
  if (root === "api" && rest.length >= 2) return below("", rest[0] ?? "", rest.slice(1));
  if (root === "apis" && rest.length >= 3) return below(rest[0] ?? "", rest[1] ?? "", rest.slice(2));
  return undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function below(group: string, version: string, parts: readonly string[]): ResourcePath | undefined {
  const namespaced = parts[0] === "namespaces" && parts.length >= 3 && !namespaceSubresources.has(parts[2] ?? "");
  const [plural = "", name = "", subresource = "", ...more] = namespaced ? parts.slice(2) : parts;
  if (more.length > 0) return undefined;
  return { group, version, plural, namespace: namespaced ? (parts[1] ?? "") : "", name, subresource };
}

/** The parameters of a list or a watch. */
export function listQueryOf(query: URLSearchParams, path: Pick<ResourcePath, "namespace" | "name">): ListQuery {
  const limit = Number(query.get("limit") ?? "0");
  const byName = path.name === "" ? "" : `metadata.name=${path.name}`;
  const fields = [query.get("fieldSelector") ?? "", byName].filter((selector) => selector !== "").join(",");
  const optional = (name: string) => (query.get(name) ? { [name]: query.get(name) } : {});
  return {
    ...(path.namespace === "" ? {} : { namespace: path.namespace }),
    ...(fields === "" ? {} : { fieldSelector: fields }),
    ...optional("labelSelector"),
    ...optional("continue"),
    ...optional("resourceVersion"),
    limit: Number.isFinite(limit) && limit > 0 ? limit : 0,
  };
}

/** The parameters of a watch. Throws 422 if initial events are asked for in a way that cannot be. */
export function watchQuery(query: URLSearchParams): URLSearchParams {
  if (query.has("sendInitialEvents") && query.get("resourceVersionMatch") !== "NotOlderThan") {
    const message = "Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan";
    throw invalidOptions("ListOptions", { reason: "FieldValueForbidden", message, field: "resourceVersionMatch" });
  }
  return query;
}

const optionKinds: Readonly<Record<string, string>> = {
  POST: "CreateOptions",
  PUT: "UpdateOptions",
  PATCH: "PatchOptions",
  DELETE: "DeleteOptions",
};

/** The options of a write. Throws 422 for a dry run of an unknown kind. */
export function writeOptionsOf(query: URLSearchParams, method: string): WriteOptions {
  const unknown = query.getAll("dryRun").filter((value) => value !== "All");
  if (unknown.length > 0) {
    const message = `Unsupported value: ${JSON.stringify(unknown)}: supported values: "All"`;
    const cause = { reason: "FieldValueNotSupported", message, field: "dryRun" };
    throw invalidOptions(optionKinds[method] ?? "", cause);
  }
  const validation = query.get("fieldValidation");
  return {
    dryRun: query.getAll("dryRun").includes("All"),
    fieldManager: query.get("fieldManager") ?? "",
    force: isTrue(query.get("force")),
    ...(validation === "Strict" || validation === "Ignore" ? { fieldValidation: validation } : {}),
  };
}

/** How Go reads a boolean parameter. */
export function isTrue(value: string | null): boolean {
  return value !== null && ["1", "t", "T", "true", "TRUE", "True", ""].includes(value);
}

const patchTypes: Readonly<Record<string, PatchType>> = {
  "application/merge-patch+json": "merge",
  "application/json-patch+json": "json",
  "application/strategic-merge-patch+json": "strategic",
  "application/apply-patch+yaml": "apply",
};

/** The form of a patch by its content type; undefined if it is none. */
export function patchTypeOf(contentType: string): PatchType | undefined {
  const type = contentType.split(";")[0]?.trim() ?? "";
  return Object.hasOwn(patchTypes, type) ? patchTypes[type] : undefined;
}
