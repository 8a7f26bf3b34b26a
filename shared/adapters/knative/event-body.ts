import { type JsonValue, outOfBounds } from "../../core/json.ts";

/** Bytes of a body beyond which it is not looked at; above any object that the API server stores. */
export const largestBody = 1_600_000;

/** `Content-Type` without its parameters, in lower case; empty where there is none. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** True for media types whose body is JSON. */
export function isJsonType(type: string): boolean {
  return type === "application/json" || type === "text/json" || type.endsWith("+json");
}

/**
 * What a body holds: `data`; or a `useless` body, which says nothing about the event; or a `bad` one, which makes the
 * event malformed. None of them: the body is empty.
 */
export interface BodyReading {
  readonly data?: JsonValue | Uint8Array;
  readonly useless?: string;
  readonly bad?: string;
}

/** Reads a body by its content type; see the table in `decode-event.ts` for what follows from it. */
export function readBody(body: string | Uint8Array | undefined, contentType: string | undefined): BodyReading {
  if (body === undefined || body.length === 0) return {};
  if ((typeof body === "string" ? Buffer.byteLength(body) : body.byteLength) > largestBody) return tooLarge;
  const type = mediaType(contentType);
  const text = isUtf8(contentType) ? toText(body) : undefined;
  if (isJsonType(type)) return text === undefined ? { useless: "the body is not UTF-8 text" } : readJson(text);
  if (text === undefined) return { data: toBytes(body) };
  if (type === "" && looksLikeJson(text)) return readJson(text);
  return { data: type === "" || type.startsWith("text/") ? text : toBytes(body) };
}

function isUtf8(contentType = ""): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1];
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset);
}

/** The reading of a body that is larger than `largestBody`, whether it was read or not. */
export const tooLarge: BodyReading = { useless: `the body is larger than ${largestBody} bytes` };

/** Parses JSON text; the parser's own message would quote it. */
export function readJson(text: string): BodyReading {
  let data: JsonValue;
  try {
    data = JSON.parse(text);
  } catch {
    return looksLikeJson(text) ? { bad: "the body is not valid JSON" } : { useless: "the body is no JSON" };
  }
  const finding = outOfBounds(data, { depth: 64, nodes: Number.POSITIVE_INFINITY });
  return finding === undefined ? { data } : { bad: `the body is not acceptable: ${finding}` };
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

function toText(body: string | Uint8Array): string | undefined {
  if (typeof body === "string") return body;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

function toBytes(body: string | Uint8Array): Uint8Array {
  return typeof body === "string" ? new TextEncoder().encode(body) : body;
}
