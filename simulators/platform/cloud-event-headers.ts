import { randomUUID } from "node:crypto";
import type { HeaderList } from "./exchange.ts";

/** Static extension attributes that a source sets on each of its events (`spec.ceOverrides`). */
export interface CeOverrides {
  readonly extensions?: Readonly<Record<string, string>>;
}

/** The attributes of one event in binary mode; `attributes` holds whatever is not listed, by attribute name. */
export interface EventAttributes {
  readonly type: string;
  readonly source: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly contentType?: string | undefined;
  readonly overrides?: CeOverrides | undefined;
  /** Namespace of the source object, sent as `Kn-Namespace`. */
  readonly sourceNamespace: string;
  readonly nowMs: number;
}

/** The CloudEvent headers of a new event with a fresh random id, sorted and spelled as Go's HTTP client writes them. */
export function makeEventHeaders(event: EventAttributes): HeaderList {
  const attributes: Record<string, string> = {
    ...event.attributes,
    ...event.overrides?.extensions,
    id: randomUUID(),
    source: event.source,
    specversion: "1.0",
    time: toGoTime(event.nowMs),
    type: event.type,
  };
  const headers = Object.entries(attributes).map(([name, value]) => [
    toGoHeaderName(`ce-${name}`),
    toHeaderValue(value),
  ]);
  headers.push(["Kn-Namespace", event.sourceNamespace]);
  if (event.contentType !== undefined && event.contentType !== "") headers.push(["Content-Type", event.contentType]);
  return headers
    .map(([name = "", value = ""]) => [name, value] as const)
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
}

const toGoHeaderName = (name: string): string =>
  name.toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

// Node refuses bytes in a header that Go would send; they go percent-encoded, as the HTTP binding of CloudEvents asks.
const toHeaderValue = (value: string): string =>
  value.toWellFormed().replace(/[^\x20-\x7e]/gu, (character) => encodeURIComponent(character));

/** Go's RFC 3339 with up to nine digits and no trailing zeros; the digits below a millisecond are those of a free-running clock. */
function toGoTime(nowMs: number): string {
  const below = String(process.hrtime.bigint() % 1_000_000n).padStart(6, "0");
  const iso = new Date(nowMs).toISOString();
  return `${iso.slice(0, -1)}${below}`.replace(/\.?0+$/, "").concat("Z");
}
