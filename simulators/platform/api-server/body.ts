import type { IncomingMessage } from "node:http";
import { parse as parseYaml } from "yaml";
import { unrecognized } from "./decode.ts";
import { isObject, type Json, nestsTooDeep } from "./json.ts";
import { ApiError, badRequest, tooLarge } from "./status-error.ts";

/** The most bytes that a request body may have. */
export const maxBodyBytes = 3 * 1024 * 1024;

/** Reads a whole body as text. Throws 413 over the limit; the rest is read and dropped, so that the answer arrives. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  if (size > maxBodyBytes) throw tooLarge(maxBodyBytes);
  return Buffer.concat(chunks).toString("utf8");
}

/** Reads an object of a kind from JSON, or from YAML where the content type says so. Throws 400 or 415. */
export function parseObject(text: string, contentType: string, kind: string): Json {
  return parse(text, contentType, (problem) => {
    return unrecognized(kind, `couldn't get version/kind; json parse error: ${problem}`, text);
  });
}

/** Reads a patch or options. Throws 400 or 415. */
export function parseBody(text: string, contentType: string): Json {
  return parse(text, contentType, (problem) => badRequest(`error decoding patch: ${problem}`));
}

function parse(text: string, contentType: string, refuse: (problem: string) => ApiError): Json {
  const type = contentType.split(";")[0]?.trim() ?? "";
  if (/yaml$/.test(type)) return parseYamlBody(text);
  if (type !== "" && !/json$/.test(type)) throw unsupported();
  if (nestsTooDeep(text)) throw refuse("exceeded max depth");
  try {
    const value = JSON.parse(text) as Json;
    if (!mayOverflow.test(text) || fitsFloat64(value)) return value;
  } catch (error) {
    const { message } = error as Error;
    throw refuse(message.startsWith("Unexpected end") || text === "{" ? "unexpected end of JSON input" : message);
  }
  throw refuse("json: cannot unmarshal number into Go value of type float64");
}

/** What a number looks like that is beyond every float64; texts may look like that as well. */
const mayOverflow = /[eE]\+?\d{3}|\d{309}/;

/** False where a number is one that Go's decoder refuses and V8 makes infinite. */
function fitsFloat64(value: Json | undefined): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || Object.values(value).every(fitsFloat64);
}

function parseYamlBody(text: string): Json {
  try {
    const value = parseYaml(text, { version: "1.1", maxAliasCount: 100, uniqueKeys: true }) as unknown;
    const json = JSON.stringify(value ?? null);
    if (nestsTooDeep(json)) throw new Error("exceeded max depth");
    return JSON.parse(json) as Json;
  } catch (error) {
    throw badRequest(`error converting YAML to JSON: ${(error as Error).message}`);
  }
}

function unsupported(): ApiError {
  const message =
    "the body of the request was in an unknown format - accepted media types include: application/json, " +
    "application/yaml, application/vnd.kubernetes.protobuf";
  return new ApiError(415, "UnsupportedMediaType", message);
}

/** `DeleteOptions` from a body that may be empty; null if there is none. */
export function parseDeleteOptions(text: string, contentType: string): Json {
  if (text.trim() === "") return null;
  const options = parseBody(text, contentType);
  if (!isObject(options)) throw badRequest("DeleteOptions must be an object");
  return options;
}
