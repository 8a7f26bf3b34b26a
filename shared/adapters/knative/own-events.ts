import { isObject, member } from "../../core/json.ts";
import { keyText } from "../../core/object.ts";
import type { FollowedKey, OwnEvent } from "../../ports/bus.ts";
import type { CloudEvent } from "./decode-event.ts";
import { isKind, isNamespace, keyOfData, reconcileRequested } from "./event-key.ts";

/** Keys that one follow event carries at most. */
export const mostKeys = 10_000;

/** Bytes of data that we send at most, below what we take. */
const mostBytes = 1_500_000;

/** The largest values of what a followed key may carry along. */
const mostHops = 100;
const mostAfterMs = 600_000;

/** Characters of a sweep's holder; ours have 36, and a log line names a stranger's. */
const longestHolder = 128;

/** An own event, or the reason to answer 400. */
export type OwnEventReading =
  | { readonly ok: true; readonly event: OwnEvent }
  | { readonly ok: false; readonly status: 400; readonly reason: string };

/** True for the events that the functions send to themselves. */
export function isOwnEvent(type: string): type is OwnEvent["type"] {
  return type === "dev.weir.follow" || type === "dev.weir.sweep";
}

/**
 * The data of an own event.
 *
 * Guarantees: `fromEvent` takes it: keys beyond what one event carries are left out (the tick picks them up, D9), and
 * numbers are brought into their range.
 */
export function toData(event: OwnEvent): object {
  if (event.type === "dev.weir.sweep") {
    return { holder: event.holder, kind: event.kind, namespace: event.namespace, continue: event.continue };
  }
  const keys: FollowedKey[] = [];
  let bytes = 0;
  for (const { kind, namespace, name, hops, afterMs } of event.keys.slice(0, mostKeys)) {
    const key = {
      kind,
      namespace,
      name,
      ...(hops !== undefined && { hops: inRange(hops, mostHops) }),
      ...(afterMs !== undefined && { afterMs: inRange(afterMs, mostAfterMs) }),
    };
    bytes += JSON.stringify(key).length + 1;
    if (bytes > mostBytes) break;
    keys.push(key);
  }
  return event.detached === true ? { keys, detached: true } : { keys };
}

/** Reads an own event as strictly as a stranger's: anyone in the cluster can send one. */
export function fromEvent({ type, data, dataProblem }: CloudEvent): OwnEventReading {
  if (!isOwnEvent(type)) return wrong(`${type} is not an event of Weir's own`);
  if (!isObject(data)) return wrong(dataProblem ?? `the data of ${type} is not a JSON object`);
  return type === "dev.weir.follow" ? readFollow(data) : readSweep(data);
}

function readFollow(data: object): OwnEventReading {
  const list = member(data, "keys");
  if (!Array.isArray(list)) return wrong("keys is not a list");
  if (list.length > mostKeys) return wrong(`there are more than ${mostKeys} keys`);
  const keys = new Map<string, FollowedKey>();
  for (const [index, item] of list.entries()) {
    const reading = readFollowed(item);
    if (typeof reading === "string") return wrong(`keys[${index}]: ${reading}`);
    keys.set(keyText(reading), reading);
  }
  const detached = member(data, "detached");
  if (detached !== undefined && typeof detached !== "boolean") return wrong("detached is neither true nor false");
  const event = { type: "dev.weir.follow", keys: [...keys.values()] } as const;
  return { ok: true, event: detached === true ? { ...event, detached } : event };
}

/** A key with what it carries along, or what is wrong with it. */
function readFollowed(item: unknown): FollowedKey | string {
  const reading = keyOfData(reconcileRequested, { kind: member(item, "kind"), metadata: item });
  if (!("key" in reading)) return "wrong" in reading ? reading.wrong : "names are missing";
  const [hops, afterMs] = [member(item, "hops"), member(item, "afterMs")];
  if (hops !== undefined && !isWhole(hops, mostHops)) return `hops is not a whole number of 0 to ${mostHops}`;
  if (afterMs !== undefined && !isWhole(afterMs, mostAfterMs)) {
    return `afterMs is not a whole number of 0 to ${mostAfterMs}`;
  }
  return { ...reading.key, ...(hops !== undefined && { hops }), ...(afterMs !== undefined && { afterMs }) };
}

function readSweep(data: object): OwnEventReading {
  const [kind, namespace] = [member(data, "kind"), member(data, "namespace")];
  const [holder, token] = [member(data, "holder"), member(data, "continue")];
  if (!isKind(kind)) return wrong("kind is not the name of a kind");
  if (namespace !== "" && !isNamespace(namespace)) return wrong("namespace is neither empty nor a DNS label");
  if (!isText(holder) || holder.length > longestHolder) return wrong("holder is missing, or too long");
  if (typeof token !== "string") return wrong("continue is missing");
  return { ok: true, event: { type: "dev.weir.sweep", holder, kind, namespace, continue: token } };
}

function isWhole(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
}

function inRange(value: number, most: number): number {
  return Number.isNaN(value) ? 0 : Math.min(most, Math.max(0, Math.ceil(value)));
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function wrong(reason: string): OwnEventReading {
  return { ok: false, status: 400, reason };
}
