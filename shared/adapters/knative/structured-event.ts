import { isObject, type JsonObject, type JsonValue, outOfBounds } from "../../core/json.ts";
import { called, mostAttributes, tooManyAttributes } from "./attributes.ts";
import { type BodyReading, isJsonType, mediaType, readBody, tooLarge } from "./event-body.ts";

/** Attributes and data of a structured event, or the reason why it is none. */
export type StructuredReading =
  | { readonly given: Map<string, string>; readonly body: BodyReading }
  | { readonly reason: string };

/** Takes the JSON envelope of a structured event apart (CloudEvents JSON format 1.0). */
export function readStructured(body: string | Uint8Array | undefined): StructuredReading {
  const { data: envelope, bad, useless } = readEnvelope(body);
  if (bad !== undefined || useless !== undefined) return { reason: bad ?? useless ?? "" };
  if (!isObject(envelope)) return { reason: "the body is not a JSON object" };
  const given = new Map<string, string>();
  for (const [name, value] of Object.entries(envelope)) {
    if (!isAttribute(name) || value === null) continue;
    if (typeof value === "object") return { reason: `${called(name)} is neither text nor number` };
    given.set(name, String(value));
  }
  const reading = readData(envelope);
  return reading.bad === undefined ? { given, body: reading } : { reason: reading.bad };
}

/** The envelope is one level more than its data may have. */
function readEnvelope(body: string | Uint8Array | undefined): BodyReading {
  const reading = readBody(body, "text/plain");
  if (reading.useless !== undefined) return reading;
  if (typeof reading.data !== "string") return { bad: "the body is not valid JSON" };
  try {
    const data: JsonValue = JSON.parse(reading.data);
    if (isObject(data) && Object.keys(data).filter(isAttribute).length > mostAttributes)
      return { bad: tooManyAttributes };
    const finding = outOfBounds(data, { depth: 65, nodes: Number.POSITIVE_INFINITY });
    return finding === undefined ? { data } : { bad: `the body is not acceptable: ${finding}` };
  } catch {
    return { bad: "the body is not valid JSON" };
  }
}

/** Every member of an envelope but its data. */
function isAttribute(name: string): boolean {
  return name !== "data" && name !== "data_base64";
}

function readData(envelope: JsonObject): BodyReading {
  const encoded = Object.hasOwn(envelope, "data_base64") ? envelope.data_base64 : undefined;
  const data = Object.hasOwn(envelope, "data") ? envelope.data : undefined;
  if (encoded === undefined || encoded === null) return data === undefined ? {} : { data };
  if (data !== undefined) return { bad: "there is data as well as data_base64" };
  if (typeof encoded !== "string" || !/^[A-Za-z0-9+/]*={0,2}$/.test(encoded) || encoded.length % 4 !== 0) {
    return { bad: "data_base64 is not base64" };
  }
  const bytes = new Uint8Array(Buffer.from(encoded, "base64"));
  const type = typeof envelope.datacontenttype === "string" ? envelope.datacontenttype : undefined;
  if (type === undefined || !isJsonType(mediaType(type))) return { data: bytes };
  const reading = readBody(bytes, type);
  return reading.useless === undefined || reading === tooLarge ? reading : { bad: reading.useless };
}
