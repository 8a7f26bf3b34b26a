import type { Hostile } from "../hostile.ts";
import { canary } from "../outputs.ts";
import type { Sent } from "../pods.ts";
import { resource } from "../worlds.ts";

/** A forged or mangled event, and what may come of it. */
export interface EventCase extends Hostile {
  readonly sent: Sent;
  /** Statuses that may answer it. */
  readonly statuses: readonly number[];
  /** Resources that may be looked at for it; none unless it is answered with 204. */
  readonly looks: number;
}

/** Attributes by name; undefined leaves one out, a list sends the header several times. */
export type Attributes = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Attributes of a sound event about the world's resource. */
export const soundAttributes: Attributes = {
  specversion: "1.0",
  id: `id-${canary}`,
  source: `/hostile/${canary}`,
  type: "dev.knative.apiserver.resource.update",
  ...resource,
};

/** A binary event: sound attributes with others over them. */
export function binary(over: Attributes, body: string | Uint8Array = "", contentType = "application/json"): Sent {
  const attributes = Object.entries({ ...soundAttributes, ...over });
  const headers = attributes.flatMap(([name, value]) =>
    (value === undefined ? [] : typeof value === "string" ? [value] : value).map((one): [string, string] => [
      `ce-${name}`,
      one,
    ]),
  );
  return { headers: [...headers, ["content-type", contentType]], body: toBytes(body) };
}

/** A structured event: a JSON text, and headers of its own beside it. */
export function structured(text: string | object, headers: Sent["headers"] = []): Sent {
  const type = ["content-type", "application/cloudevents+json"] as const;
  return { headers: [...headers, type], body: toBytes(typeof text === "string" ? text : JSON.stringify(text)) };
}

/** Cases with one verdict; their ids are the group and their place in it. */
export function events(
  group: string,
  statuses: EventCase["statuses"],
  sent: readonly Sent[],
  looks = statuses.includes(204) ? 1 : 0,
): EventCase[] {
  return sent.map((one, index) => ({ id: `event/${group}/${index + 1}`, sent: one, statuses, looks }));
}

function toBytes(body: string | Uint8Array): Uint8Array {
  return typeof body === "string" ? new TextEncoder().encode(body) : body;
}
