import type { Target } from "./change.ts";
import { decodedMetadata, goTypeOf, unmarshal } from "./decode-metadata.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import type { KubeObject } from "./object.ts";
import { apiVersionOf } from "./resource.ts";
import { type ApiError, badRequest } from "./status-error.ts";

/** Reads a body as an object of the target's kind. Throws 400 if it is none; a custom resource's kind is validated later. */
export function decodeBody(body: Json, target: Target): KubeObject {
  const { resource } = target;
  const expected = apiVersionOf(resource);
  if (body === null) throw unrecognized(resource.kind, "Object 'Kind' is missing in 'null'", "null");
  if (!isObject(body)) throw unrecognized(resource.kind, notAnObject(body), JSON.stringify(body));
  checkHeader(body, resource.kind);
  const apiVersion = body.apiVersion ?? (resource.custom ? "" : expected);
  const kind = body.kind ?? (resource.custom ? "" : resource.kind);
  if (kind === "") {
    const text = JSON.stringify(body);
    throw unrecognized(resource.kind, `Object 'Kind' is missing in '${text}'`, text);
  }
  if (apiVersion !== expected && resource.custom) {
    throw badRequest(
      `the API version in the data (${String(apiVersion)}) does not match the expected API version (${expected})`,
    );
  }
  if (!resource.custom && (apiVersion !== expected || kind !== resource.kind)) {
    throw unhandled(target, String(apiVersion), String(kind));
  }
  return asObject(body, target, { apiVersion: expected, kind: String(kind) });
}

/** Throws 400 where what names the type is no text. */
function checkHeader(body: JsonObject, kind: string): void {
  for (const key of ["apiVersion", "kind"] as const) {
    const value = body[key] ?? "";
    if (typeof value === "string") continue;
    const problem = `json: cannot unmarshal ${goTypeOf(value)} into Go struct field .${key} of type string`;
    throw unrecognized(kind, `couldn't get version/kind; json parse error: ${problem}`, JSON.stringify(body));
  }
}

function unhandled({ resource }: Target, apiVersion: string, kind: string): ApiError {
  const version = apiVersion.split("/").at(-1);
  const why =
    apiVersion === apiVersionOf(resource)
      ? `converting (${version}.${kind}) to (${resource.group.split(".")[0] || "core"}.${resource.kind}): unknown conversion`
      : `no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:110"`;
  return badRequest(`${kind} in version "${version}" cannot be handled as a ${resource.kind}: ${why}`);
}

/** Reads the result of a patch: its type is validated later, not refused here. */
export function decodePatched(body: Json, target: Target): KubeObject {
  if (!isObject(body)) throw badRequest("the patched object is not an object");
  const { apiVersion, kind } = body;
  return asObject(body, target, { apiVersion: String(apiVersion ?? ""), kind: String(kind ?? "") });
}

function asObject(body: JsonObject, target: Target, type: { apiVersion: string; kind: string }): KubeObject {
  const metadata = body.metadata ?? {};
  if (!isObject(metadata)) throw unmarshal(target, metadata, "metadata of type ObjectMeta");
  checkTextMaps(body, target);
  checkMicroTimes(body, target);
  return { ...body, ...type, metadata: decodedMetadata(metadata, target) };
}

/** 400 for a body that is no object of a kind; `text` is shown in part. */
export function unrecognized(kind: string, problem: string, text: string): ApiError {
  const bytes = Buffer.from(text);
  const shown = text === "" ? "<empty>" : text.startsWith("{") ? shorten(text, 30) : shorten(bytes.toString("hex"), 60);
  return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${problem} (${shown})`);
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)} ...` : text;
}

function notAnObject(body: Json): string {
  const type = goTypeOf(body);
  const members = ["APIVersion", "Kind"].map(
    (name) => `${name} string "json:\\"${name === "Kind" ? "kind" : "apiVersion"},omitempty\\""`,
  );
  const go = `struct { ${members.join("; ")} }`;
  return `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go value of type ${go}`;
}

/** Throws 400 if a map of texts holds anything else. */
function checkTextMaps(body: JsonObject, target: Target): void {
  const { kind, version, textMaps = {} } = target.resource;
  for (const [member, form] of Object.entries(textMaps)) {
    const map = body[member];
    for (const value of Object.values(isObject(map) ? map : {})) {
      if (typeof value !== "string") throw unmarshal(target, value ?? null, `${kind}.${member} of type string`);
      if (form === "base64" && !base64.test(value)) {
        const problem = "illegal base64 data at input byte 0";
        throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${problem}`);
      }
    }
  }
}

const microTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(?:Z|[+-]\d\d:\d\d)$/;

/** Throws 400 for a time in microseconds with any other number of digits. */
function checkMicroTimes(body: JsonObject, { resource: { kind, version, microTimes = [] } }: Target): void {
  for (const text of microTimes.map((member) => body[member])) {
    if (typeof text !== "string" || microTime.test(text)) continue;
    const problem = `cannot parse "${text.slice(19)}" as ".000000"`;
    const go = `parsing time "${text}" as "2006-01-02T15:04:05.000000Z07:00": ${problem}`;
    throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${go}`);
  }
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
