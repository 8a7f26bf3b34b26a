import { readFileSync } from "node:fs";
import { decodeEvent, type EventRequest } from "../../../../shared/adapters/knative/decode-event.ts";
import { fromEvent, isOwnEvent } from "../../../../shared/adapters/knative/own-events.ts";
import { isObject, member } from "../../../../shared/core/json.ts";
import { resource } from "../../wire/worlds.ts";
import { must, type Target, toValue } from "../target.ts";

/** Characters of a reason at most; it goes into a log line, and none quotes what was sent. */
const longestReason = 200;

const context = { "ce-specversion": "1.0", "ce-id": "1", "ce-source": "/x", "content-type": "application/json" };
const named = { ...context, "ce-type": "dev.knative.apiserver.resource.update", ...prefixed(resource) };
const follow = { keys: [{ ...resource, hops: 1, afterMs: 1_000 }], detached: true };
const sweep = { holder: "h", kind: resource.kind, namespace: "", continue: "t" };
const envelope = { specversion: "1.0", id: "1", source: "/x", type: "dev.weir.reconcile.requested", ...resource };

/** Headers and a body, as the functions take them from the network. */
export const event: Target = {
  name: "event",
  about: "the decoder of CloudEvents, and of Weir's own events",
  seeds: [
    { headers: named, body: recorded("apiserver-resource-update.json") },
    { headers: { ...context, "ce-type": "dev.weir.follow" }, body: JSON.stringify(follow) },
    { headers: { ...context, "ce-type": "dev.weir.sweep" }, body: JSON.stringify(sweep) },
    { headers: { "content-type": "application/cloudevents+json" }, body: JSON.stringify({ ...envelope, data: {} }) },
    { headers: { ...context, "ce-type": "dev.knative.sources.ping" }, body: "{}" },
  ].map((seed) => JSON.stringify(seed)),
  run: (input) => {
    const decoded = decodeEvent(toRequest(toValue(input)));
    if (!decoded.ok) {
      must(decoded.reason.length <= longestReason, "a reason is long");
      must(decoded.status === 400 || decoded.status === 415, "a refusal has another status (D7)");
      return decoded.reason;
    }
    const { type, key, data, dataProblem } = decoded.event;
    if (key !== undefined)
      must(/^[A-Za-z0-9]+\/[-a-z0-9]+\/[-a-z0-9.]+$/.test(Object.values(key).join("/")), "a key is none");
    const own = isOwnEvent(type) ? fromEvent(decoded.event) : undefined;
    if (own?.ok === false) must(own.reason.length <= longestReason, "a reason is long");
    return [
      isOwnEvent(type) ? type : key === undefined,

      typeof data,
      dataProblem,
      own?.ok === false ? own.reason.replace(/\d+/g, "n") : own?.ok,
    ].join(" ");
  },
};

/** What headers cannot be becomes what a server would have made of it. */
function toRequest(value: unknown): EventRequest {
  const given = member(value, "headers");
  const headers = isObject(given)
    ? Object.entries(given).map(
        ([name, text]) => [name, typeof text === "string" ? text : JSON.stringify(text)] as const,
      )
    : Object.entries(named);
  const body = isObject(value) ? member(value, "body") : value;
  return { headers, body: typeof body === "string" ? body : JSON.stringify(body ?? null) };
}

function prefixed(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, text]) => [`ce-${name}`, text]));
}

function recorded(name: string): string {
  const path = new URL(`../../../fixtures/knative/${name}`, import.meta.url);
  return JSON.stringify((JSON.parse(readFileSync(path, "utf8")) as { body?: unknown }).body ?? {});
}
