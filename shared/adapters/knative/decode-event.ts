import { isObject } from "../../core/json.ts";
import type { Key } from "../../core/object.ts";
import { attributesOfHeaders, type EventHeaders, headersByName, readAttributes } from "./attributes.ts";
import { type BodyReading, mediaType, readBody, tooLarge } from "./event-body.ts";
import { isAbout, type KeyReading, keyOfData, keyOfExtensions, namesResource } from "./event-key.ts";
import { readStructured } from "./structured-event.ts";

/*
 * What becomes of a request. "Named" events are those of ApiServerSource and `dev.weir.reconcile.requested`; their
 * headers alone say which resource to look at, and the body may only decide to do nothing (D1).
 *
 * | mode       | finding                                                   | named by headers  | every other event |
 * |------------|-----------------------------------------------------------|-------------------|-------------------|
 * | any        | attribute missing or wrong, specversion not 1.0           | 400               | 400               |
 * | any        | more than 100 attributes                                  | 400               | 400               |
 * | any        | kind, namespace or name is no Kubernetes name             | 400               | —                 |
 * | any        | cluster-scoped (empty namespace)                          | ok, no key        | —                 |
 * | any        | body nested deeper than 64, or with a key like __proto__  | 400               | 400               |
 * | binary     | sound body                                                | ok, data          | ok, data          |
 * | binary     | no body                                                   | ok, no data       | ok, no data       |
 * | binary     | larger than 1.6 MB, or given up while reading             | ok, dataProblem   | ok, dataProblem   |
 * | binary     | JSON that breaks off or goes wrong after { or [           | 400               | 400               |
 * | binary     | said to be JSON and none at all (text, HTML, bytes)       | ok, dataProblem   | 400               |
 * | binary     | not said to be JSON                                       | ok, dataProblem   | ok, text or bytes |
 * | any        | JSON that is no object, or the object of another name     | ok, dataProblem   | ok, data          |
 * | structured | too large, no JSON, broken JSON                           | 400               | 400               |
 * | batch, XML | whatever it holds: one event per request                  | 415               | 415               |
 *
 * A named event without the three extensions takes its names from its data, and is 400 where they are not there either.
 * Nothing here is slower than linear, recursive, or larger than its input; no reason quotes the body.
 */

/** A request as the server took it; `tooLarge` says that reading was given up. */
export interface EventRequest {
  readonly headers: EventHeaders;
  readonly body?: string | Uint8Array | undefined;
  readonly tooLarge?: boolean;
}

/** A checked event. */
export interface CloudEvent {
  readonly type: string;
  readonly source: string;
  readonly id: string;
  readonly extensions: Readonly<Record<string, string>>;
  /** The resource that a named event is about; absent where it is cluster-scoped. */
  readonly key?: Key;
  /** JSON, text or bytes, by content type; of a named event always an object. */
  readonly data?: unknown;
  /** Why there is no data although there was a body. */
  readonly dataProblem?: string;
}

/** An event, or the status and the reason to answer. */
export type Decoded =
  | { readonly ok: true; readonly event: CloudEvent }
  | { readonly ok: false; readonly status: 400 | 415; readonly reason: string };

/** Checks a request against CloudEvents 1.0, strictly, and reduces it to what Weir uses; the table is above. */
export function decodeEvent(request: EventRequest): Decoded {
  const headers = headersByName(request.headers);
  const contentType = headers.get("content-type");
  const type = mediaType(contentType);
  if (type.startsWith("application/cloudevents")) return decodeStructured(type, request);
  const given = attributesOfHeaders(headers);
  if (typeof given === "string") return malformed(given);
  return finish(given, () => (request.tooLarge === true ? tooLarge : readBody(request.body, contentType)));
}

function decodeStructured(type: string, { body, tooLarge: givenUp }: EventRequest): Decoded {
  if (type !== "application/cloudevents+json") {
    return { ok: false, status: 415, reason: `${type} is not taken; send one event per request, as JSON` };
  }
  if (givenUp === true) return malformed(tooLarge.useless ?? "");
  const reading = readStructured(body);
  return "reason" in reading ? malformed(reading.reason) : finish(reading.given, () => reading.body);
}

function finish(given: ReadonlyMap<string, string>, read: () => BodyReading): Decoded {
  const checked = readAttributes(given);
  if ("reason" in checked) return malformed(checked.reason);
  const { attributes } = checked;
  const named = namesResource(attributes.type);
  const key: KeyReading = named ? keyOfExtensions(attributes.type, attributes.extensions) : { none: true };
  if ("wrong" in key) return malformed(`the extension ${key.wrong}`);
  const body = read();
  if (body.bad !== undefined) return malformed(body.bad);
  if (!named) {
    if (body.useless !== undefined && body !== tooLarge) return malformed(body.useless);
    return { ok: true, event: { ...attributes, ...problemOrData(body) } };
  }
  const found = "absent" in key ? keyOfData(attributes.type, body.data) : key;
  if ("absent" in found) {
    return malformed("the event names no resource: the extensions kind, namespace and name are missing");
  }
  if ("wrong" in found) return malformed(`in the data, ${found.wrong}`);
  const about = "key" in found ? { key: found.key } : {};
  return { ok: true, event: { ...attributes, ...about, ...objectOrProblem(body, about.key) } };
}

function objectOrProblem(body: BodyReading, key: Key | undefined): Pick<CloudEvent, "data" | "dataProblem"> {
  if (body.useless !== undefined || body.data === undefined) return problemOrData(body);
  if (!isObject(body.data) || body.data instanceof Uint8Array) return { dataProblem: "the body is no JSON object" };
  if (key !== undefined && !isAbout(key, body.data)) return { dataProblem: "the body is about another resource" };
  return { data: body.data };
}

function problemOrData({ data, useless }: BodyReading): Pick<CloudEvent, "data" | "dataProblem"> {
  if (useless !== undefined) return { dataProblem: useless };
  return data === undefined ? {} : { data };
}

function malformed(reason: string): Decoded {
  return { ok: false, status: 400, reason };
}
