import type { JsonObject } from "./json.ts";
import type { Names } from "./resource.ts";

/** One cause inside a `Status`, as field errors are reported. */
export interface Cause extends JsonObject {
  reason: string;
  message: string;
  field?: string;
}

/** A `Status` of kind Failure, the body of every error answer. */
export interface Status extends JsonObject {
  kind: "Status";
  apiVersion: "v1";
  metadata: JsonObject;
  status: "Failure";
  message: string;
  reason?: string;
  details?: JsonObject;
  code: number;
}

/** An answer other than success; `status` is the body, `status.code` the HTTP status. */
export class ApiError extends Error {
  readonly status: Status;
  /** Warnings that were due before the refusal; they are sent all the same. */
  warnings: readonly string[] = [];

  constructor(code: number, reason: string, message: string, details?: JsonObject, metadata: JsonObject = {}) {
    super(message);
    this.name = "ApiError";
    const body = { kind: "Status", apiVersion: "v1", metadata, status: "Failure", message } as const;
    this.status = { ...body, ...(reason ? { reason } : {}), ...(details ? { details } : {}), code };
  }
}

/** The error with warnings that come before its own. */
export function withWarnings(error: ApiError, warnings: readonly string[]): ApiError {
  error.warnings = [...warnings, ...error.warnings];
  return error;
}

/** `plural.group`, as messages name a resource. */
export function groupResource(names: Names): string {
  return names.group === "" ? names.plural : `${names.plural}.${names.group}`;
}

/** `Kind.group`, as messages of failed validation name it. */
export function groupKind(names: Names): string {
  return names.group === "" ? names.kind : `${names.kind}.${names.group}`;
}

/** `details` naming a resource (or, with `kind`, a kind). */
export function detailsOf(names: Names, name: string, kind: string = names.plural): JsonObject {
  return { ...(name ? { name } : {}), ...(names.group ? { group: names.group } : {}), kind };
}

/** 404 for one object. */
export function notFound(names: Names, name: string): ApiError {
  return new ApiError(404, "NotFound", `${groupResource(names)} "${name}" not found`, detailsOf(names, name));
}

/** 404 for a path that nothing serves; it is answered as plain text. */
export function noSuchPath(): ApiError {
  return new ApiError(404, "", "404 page not found");
}

/** 404 for a subresource that a built-in resource does not have. */
export function noSuchResource(): ApiError {
  return new ApiError(404, "NotFound", "the server could not find the requested resource", {});
}

/** 422 of bad request options; `kind` is theirs. */
export function invalidOptions(kind: string, cause: Cause): ApiError {
  const message = `${kind}.meta.k8s.io "" is invalid: ${cause.field}: ${cause.message}`;
  return new ApiError(422, "Invalid", message, { group: "meta.k8s.io", kind, causes: [cause] });
}

/** 409 when the name is taken. */
export function alreadyExists(names: Names, name: string): ApiError {
  return new ApiError(409, "AlreadyExists", `${groupResource(names)} "${name}" already exists`, detailsOf(names, name));
}

/** 409 with the sentence of optimistic locking, or another cause. */
export function conflict(names: Names, name: string, cause = optimisticLock): ApiError {
  const message = `Operation cannot be fulfilled on ${groupResource(names)} "${name}": ${cause}`;
  return new ApiError(409, "Conflict", message, detailsOf(names, name));
}

const optimisticLock = "the object has been modified; please apply your changes to the latest version and try again";

/** 403 with a cause. */
export function forbidden(names: Names, name: string, cause: string, causes: readonly Cause[] = []): ApiError {
  const subject = name === "" ? groupResource(names) : `${groupResource(names)} "${name}"`;
  const details = { ...detailsOf(names, name), ...(causes.length > 0 ? { causes: [...causes] } : {}) };
  return new ApiError(403, "Forbidden", `${subject} is forbidden: ${cause}`, details);
}

/** 400 with a sentence. */
export function badRequest(message: string): ApiError {
  return new ApiError(400, "BadRequest", message);
}

/** 400 for an object of another namespace than the path's. */
export function otherNamespace(): ApiError {
  return badRequest("the namespace of the provided object does not match the namespace sent on the request");
}

/** 410 for a token, a version or a watch that is too old. */
export function expired(message: string, metadata: JsonObject = {}): ApiError {
  return new ApiError(410, "Expired", message, undefined, metadata);
}

/** 405 for a verb that the resource does not have. */
export function methodNotAllowed(): ApiError {
  return new ApiError(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {});
}

/** 405 for an action that a subresource does not have. */
export function notSupported(names: Names, action: string): ApiError {
  const subject = groupResource(names);
  const message = `${action} is not supported on resources of kind "${subject}"`;
  return new ApiError(405, "MethodNotAllowed", message, detailsOf(names, ""));
}

/** 413 for a body over the limit. */
export function tooLarge(limit: number): ApiError {
  return new ApiError(413, "RequestEntityTooLarge", `Request entity too large: limit is ${limit}`);
}

/** 500 with a cause. */
export function internalError(cause: string): ApiError {
  return new ApiError(500, "InternalError", `Internal error occurred: ${cause}`, { causes: [{ message: cause }] });
}
