import type { Target, WriteOptions } from "./change.ts";
import { isObject, type Json } from "./json.ts";
import { managedAfterUpdate, type Writer } from "./managed-fields.ts";
import { type KubeObject, type ManagedFields, withMeta } from "./object.ts";
import { apiVersionOf, type FieldError } from "./resource.ts";
import { normalizeBySchema, validateBySchema } from "./schema.ts";
import { badRequest } from "./status-error.ts";

/** What a write works with besides the store. */
export interface WriteContext {
  readonly target: Target;
  readonly options: WriteOptions;
  /** Manager when the options name none: the user agent up to its first slash. */
  readonly manager: string;
}

/** Reads a body as an object of the target's kind. Throws 400 if it is of another. */
export function decodeBody(body: Json, target: Target): KubeObject {
  const { resource } = target;
  const expected = apiVersionOf(resource);
  if (!isObject(body)) throw badRequest("the object provided is unrecognized (must be of type object)");
  const { apiVersion = resource.custom ? "" : expected, kind = resource.custom ? "" : resource.kind } = body;
  if (kind === "") throw badRequest(`Object 'Kind' is missing in '${JSON.stringify(body)}'`);
  if (apiVersion !== expected) {
    throw badRequest(
      `the API version in the data (${String(apiVersion)}) does not match the expected API version (${expected})`,
    );
  }
  if (kind !== resource.kind) {
    throw badRequest(
      `${String(kind)} in version "${resource.version}" cannot be handled as a ${resource.kind}: kind does not match`,
    );
  }
  const metadata = body.metadata ?? {};
  if (!isObject(metadata)) throw badRequest("metadata must be an object");
  return { ...body, apiVersion, kind, metadata: checkedMetadata(metadata) };
}

/** Metadata whose maps and lists have the types that the rest relies on. */
function checkedMetadata(metadata: KubeObject["metadata"]): KubeObject["metadata"] {
  for (const key of ["labels", "annotations"]) {
    const map = metadata[key] ?? {};
    if (!isObject(map) || Object.values(map).some((value) => typeof value !== "string")) {
      throw badRequest(
        `json: cannot unmarshal metadata.${key} into Go struct field ObjectMeta.metadata.${key} of type string`,
      );
    }
  }
  for (const key of ["name", "generateName", "namespace", "uid", "resourceVersion"]) {
    if (!["string", "undefined"].includes(typeof (metadata[key] ?? undefined))) {
      throw badRequest(
        `json: cannot unmarshal metadata.${key} into Go struct field ObjectMeta.metadata.${key} of type string`,
      );
    }
  }
  const finalizers = metadata.finalizers ?? [];
  if (!Array.isArray(finalizers) || finalizers.some((value) => typeof value !== "string")) {
    throw badRequest(
      "json: cannot unmarshal metadata.finalizers into Go struct field ObjectMeta.metadata.finalizers of type []string",
    );
  }
  const entries = Object.entries(metadata).filter(([, value]) => value !== null && !isEmpty(value));
  return Object.fromEntries(entries);
}

function isEmpty(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** Prunes and defaults by the schema. Throws 400 in strict mode if something was unknown. */
export function normalized(object: KubeObject, context: WriteContext): { object: KubeObject; warnings: string[] } {
  const { resource } = context.target;
  if (!resource.schema) return { object, warnings: [] };
  const { value, unknown } = normalizeBySchema(object, resource.schema);
  const mode = context.options.fieldValidation ?? "Warn";
  if (mode === "Strict" && unknown.length > 0) {
    const list = unknown.map((path) => `unknown field "${path}"`).join(", ");
    throw badRequest(
      `${resource.kind} in version "${resource.version}" cannot be handled as a ${resource.kind}: strict decoding error: ${list}`,
    );
  }
  return { object: value, warnings: mode === "Warn" ? unknown.map((path) => `unknown field "${path}"`) : [] };
}

/** What is wrong with the content by the resource's schema or its own rules. */
export function contentErrors(object: KubeObject, old: KubeObject | undefined, context: WriteContext): FieldError[] {
  const { resource, subresource } = context.target;
  if (resource.schema) return validateBySchema(object, old, resource.schema, subresource);
  return subresource === "" ? (resource.validate?.(object, old) ?? []) : [];
}

/** The object with `managedFields` as they are after this write. */
export function withManagers(
  object: KubeObject,
  before: KubeObject | undefined,
  context: WriteContext,
  now: number,
  managed: readonly ManagedFields[] | undefined = managedAfterUpdate(before, object, writerOf(context), now),
): KubeObject {
  return withMeta(object, { managedFields: managed ? [...managed] : undefined });
}

/** Whose entry of `managedFields` this write belongs to. */
export function writerOf(context: WriteContext, operation: Writer["operation"] = "Update"): Writer {
  const manager = context.options.fieldManager || context.manager || "unknown";
  const { resource, subresource } = context.target;
  return { manager, operation, apiVersion: apiVersionOf(resource), subresource };
}

/** Warnings for finalizers that another writer could also choose. */
export function finalizerWarnings(object: KubeObject, old: KubeObject | undefined): string[] {
  const before = old?.metadata.finalizers ?? [];
  return (object.metadata.finalizers ?? [])
    .filter((name) => !before.includes(name) && !name.includes("/") && !standardFinalizers.has(name))
    .sort()
    .map((name) => {
      const path = name.includes(".") ? " including a path (/)" : "";
      const advice = `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`;
      return `metadata.finalizers: "${name}": ${advice}`;
    });
}

const standardFinalizers: ReadonlySet<string> = new Set(["orphan", "foregroundDeletion", "kubernetes"]);
