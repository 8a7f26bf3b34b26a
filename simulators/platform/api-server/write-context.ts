import type { Target, WriteOptions } from "./change.ts";
import { goJson } from "./field-error.ts";
import { inOrder, managedAfterUpdate, type Writer } from "./managed-fields.ts";
import { type KubeObject, type ManagedFields, withMeta } from "./object.ts";
import { apiVersionOf, type FieldError, type Resource } from "./resource.ts";
import { normalizeBySchema, validateBySchema } from "./schema.ts";
import { ApiError, badRequest } from "./status-error.ts";

/** What a write works with besides the store. */
export interface WriteContext {
  readonly target: Target;
  readonly options: WriteOptions;
  /** Manager when the options name none: the user agent up to its first slash. */
  readonly manager: string;
}

/** Prunes and defaults by the schema. Throws 400 in strict mode if something was unknown. */
export function normalized(
  object: KubeObject,
  context: WriteContext,
  patched = false,
): { object: KubeObject; warnings: string[] } {
  const { resource } = context.target;
  const { value, unknown } = known(object, resource);
  const mode = context.options.fieldValidation ?? "Warn";
  if (mode === "Strict" && unknown.length > 0) {
    const list = unknown.map((path) => `unknown field "${path}"`).join(", ");
    if (patched) throw strictPatchError(object, list);
    throw badRequest(
      `${resource.kind} in version "${resource.version}" cannot be handled as a ${resource.kind}: strict decoding error: ${list}`,
    );
  }
  return { object: value, warnings: mode === "Warn" ? unknown.map((path) => `unknown field "${path}"`) : [] };
}

function known(object: KubeObject, resource: Resource): { value: KubeObject; unknown: string[] } {
  if (resource.schema) return normalizeBySchema(object, resource.schema);
  if (!resource.members) return { value: object, unknown: [] };
  const members: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", ...resource.members]);
  const unknown = Object.keys(object).filter((key) => !members.has(key));
  const kept = Object.entries(object).filter(([key]) => members.has(key));
  return { value: unknown.length === 0 ? object : (Object.fromEntries(kept) as KubeObject), unknown };
}

/** 422 of a patch that adds something unknown; it shows the whole patched object. */
function strictPatchError(object: KubeObject, list: string): ApiError {
  const message = `Invalid value: ${JSON.stringify(goJson(object))}: strict decoding error: ${list}`;
  const details = { causes: [{ reason: "FieldValueInvalid", message, field: "patch" }] };
  return new ApiError(422, "Invalid", ` "" is invalid: patch: ${message}`, details);
}

/** What is wrong with the type of a custom resource; nothing else is looked at then. */
export function typeErrors(object: KubeObject, context: WriteContext): FieldError[] {
  const { resource } = context.target;
  const wanted = { kind: resource.kind, apiVersion: apiVersionOf(resource) };
  return (["kind", "apiVersion"] as const)
    .filter((key) => object[key] !== wanted[key])
    .map((key) => ({ field: key, type: "FieldValueInvalid", value: object[key], detail: `must be ${wanted[key]}` }));
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
  return withMeta(object, { managedFields: managed ? inOrder(managed) : undefined });
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
