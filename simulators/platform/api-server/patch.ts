import { isObject, type Json, type JsonObject, sameJson } from "./json.ts";
import { ApiError, badRequest } from "./status-error.ts";

/** Applies a JSON merge patch (RFC 7396); neither argument is changed. */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged = new Map<string, Json | undefined>(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

/** The most operations that one JSON patch may carry, as in the real server. */
const maxOperations = 10_000;

/**
 * Applies a JSON patch (RFC 6902). Throws 400 if malformed, 422 if an operation fails.
 *
 * Caveats: `replace` of a member that does not exist adds it, as in the real server.
 */
export function jsonPatch(target: JsonObject, operations: Json): Json {
  if (!Array.isArray(operations)) {
    throw badRequest(
      "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
    );
  }
  if (operations.length > maxOperations) {
    const message = `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${operations.length}`;
    throw new ApiError(413, "RequestEntityTooLarge", `Request entity too large: ${message}`);
  }
  const document: { root: Json } = { root: structuredClone(target) };
  for (const operation of operations) applyOperation(document, operation);
  return document.root;
}

function applyOperation(document: { root: Json }, operation: Json): void {
  if (!isObject(operation)) throw badRequest("error decoding patch: an operation is not an object");
  const op = operation.op;
  const path = pointer(operation.path);
  const value = () => structuredClone(operation.value ?? null);
  const from = () => pointer(operation.from);
  if (op === "add") put(document, path, value(), "add");
  else if (op === "replace") put(document, path, value(), "replace");
  else if (op === "remove") take(document, path);
  else if (op === "move") put(document, path, take(document, from()), "add");
  else if (op === "copy") put(document, path, structuredClone(read(document.root, from()) ?? null), "add");
  else if (op !== "test") throw failed(`Unexpected kind: ${String(op)}`);
  else if (!sameJson(read(document.root, path), operation.value ?? null)) {
    throw failed(`testing value ${show(path)} failed`);
  }
}

function pointer(path: Json | undefined): string[] {
  if (typeof path !== "string" || (path !== "" && !path.startsWith("/"))) throw failed(`invalid path ${String(path)}`);
  return path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function read(root: Json, path: readonly string[]): Json | undefined {
  let here: Json | undefined = root;
  for (const key of path) {
    if (Array.isArray(here)) here = here[indexOf(here, key, here.length - 1, path)];
    else if (isObject(here) && Object.hasOwn(here, key)) here = here[key];
    else return undefined;
  }
  return here;
}

function put(document: { root: Json }, path: readonly string[], value: Json, mode: "add" | "replace"): void {
  const key = path.at(-1);
  if (key === undefined) {
    document.root = value;
    return;
  }
  const parent = parentOf(document.root, path, mode);
  if (Array.isArray(parent)) {
    if (mode === "replace") parent[indexOf(parent, key, parent.length - 1, path)] = value;
    else parent.splice(key === "-" ? parent.length : indexOf(parent, key, parent.length, path), 0, value);
    return;
  }
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}

function take(document: { root: Json }, path: readonly string[]): Json {
  const key = path.at(-1);
  const parent = parentOf(document.root, path, "remove");
  if (key === undefined) throw failed("unable to remove the whole document");
  if (Array.isArray(parent)) return parent.splice(indexOf(parent, key, parent.length - 1, path), 1)[0] ?? null;
  if (!Object.hasOwn(parent, key))
    throw failed(`remove operation does not apply: doc is missing key: ${show(path)}: missing value`);
  const value = parent[key] ?? null;
  delete parent[key];
  return value;
}

function parentOf(root: Json, path: readonly string[], mode: string): JsonObject | Json[] {
  const parent = read(root, path.slice(0, -1));
  if (isObject(parent) || Array.isArray(parent)) return parent;
  throw failed(`${mode} operation does not apply: doc is missing path: "${show(path)}": missing value`);
}

function indexOf(list: readonly Json[], key: string, max: number, path: readonly string[]): number {
  const index = Number(key);
  if (!/^\d+$/.test(key) || index > max) {
    throw failed(
      `Unable to access invalid index: ${key}: invalid index referenced (list of ${list.length} at ${show(path)})`,
    );
  }
  return index;
}

function failed(message: string): ApiError {
  const error = new ApiError(422, "Invalid", "the server rejected our request due to an error in our request", {});
  error.cause = message;
  return error;
}

function show(path: readonly string[]): string {
  return `/${path.join("/")}`;
}
