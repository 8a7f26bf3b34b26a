import type { CloudEvent } from "../../shared/adapters/knative/decode-event.ts";
import { isObject, type JsonObject, type JsonValue } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { recordAnnotation } from "../../shared/core/record.ts";
import type { Settings } from "../../shared/core/settings.ts";
import type { Cluster } from "../../shared/ports/cluster.ts";

/** Members of a record that versions have learned one by one, and without which one is sound by itself. */
const learned = ["normalised", "whole", "corrected", "scaling", "initial"] as const;

/** What the other version of a run has otherwise. It is the code that ships, behind a port that turns what it sees. */
export const differences = {
  hashes: "it hashes in another way, so that neither version knows a hash of the other",
  status: "its status has a member more, which the other one takes away",
  memory: "its record has a member more, which the other one does not know and must not drop",
  quarantine: "it has a shorter WEIR_QUARANTINE",
  normalised: "it knows no `normalised`",
  whole: "it knows no `whole`",
  corrected: "it knows no `corrected`",
  scaling: "it knows no `scaling`",
  initial: "it knows no `initial`",
} as const satisfies {
  readonly [Name in (typeof learned)[number] | "hashes" | "status" | "memory" | "quarantine"]: string;
};

/** The name of a difference. */
export type Difference = keyof typeof differences;

/** What the record, or the status, of the other version has more. */
export const moreMember = "later";

/** How what one version has written looks to the other one, and back. */
interface Turn {
  readonly toOther: (value: JsonObject) => JsonObject;
  readonly toOurs: (value: JsonObject) => JsonObject;
}

const asIs: Turn = { toOther: (value) => value, toOurs: (value) => value };

/** What the API server holds, as the other version reads and writes it. */
export function clusterOfOther(cluster: Cluster, difference: Difference): Cluster {
  const shown = (object: KubeObject) => shownToOther(object, difference);
  const turned = (patch: JsonObject, isStatus: boolean) =>
    isStatus
      ? withMember(patch, "status", statusTurn(difference).toOurs)
      : (withRecord(patch as unknown as KubeObject, recordTurn(difference).toOurs) as unknown as JsonObject);
  return {
    ...cluster,
    get: async (...asked) => {
      const read = await cluster.get(...asked);
      return read && { ...read, object: shown(read.object) };
    },
    list: async (...asked) => {
      const page = await cluster.list(...asked);
      return { ...page, items: page.items.map(shown) };
    },
    patch: async (names, key, patch, subresource) =>
      shown(await cluster.patch(names, key, turned(patch, subresource === "status"), subresource)),
  };
}

/** An event as the other version reads it. */
export function eventOfOther(event: CloudEvent, difference: Difference): CloudEvent {
  return isObject(event.data)
    ? { ...event, data: shownToOther(event.data as unknown as KubeObject, difference) as unknown as JsonObject }
    : event;
}

/** The settings of the other version. */
export function settingsOfOther(settings: Settings, difference: Difference): Settings {
  return difference === "quarantine" ? { ...settings, quarantineMs: settings.quarantineMs / 2 } : settings;
}

function shownToOther(object: KubeObject, difference: Difference): KubeObject {
  const known = withRecord(object, recordTurn(difference).toOther);
  return withMember(known as unknown as JsonObject, "status", statusTurn(difference).toOther) as unknown as KubeObject;
}

function withRecord(object: KubeObject, turn: (record: JsonObject) => JsonObject): KubeObject {
  const text = object.metadata?.annotations?.[recordAnnotation];
  if (text === undefined) return object;
  const record = JSON.stringify(turn(JSON.parse(text) as JsonObject));
  const annotations = { ...object.metadata.annotations, [recordAnnotation]: record };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

function withMember(value: JsonObject, name: string, turn: (member: JsonObject) => JsonObject): JsonObject {
  const member = value[name];
  return isObject(member) ? { ...value, [name]: turn(member) } : value;
}

function statusTurn(difference: Difference): Turn {
  if (difference !== "status") return asIs;
  return {
    toOther: ({ [moreMember]: _known, ...status }) => status,
    toOurs: (patch) => ({ ...patch, [moreMember]: "known to the other version" }),
  };
}

function recordTurn(difference: Difference): Turn {
  if (difference === "hashes") return { toOther: hashed(toOther), toOurs: hashed(toOurs) };
  if (difference === "memory") return { ...asIs, toOurs: (record) => ({ ...record, [moreMember]: { at: 1 } }) };
  return (learned as readonly string[]).includes(difference) ? hidden(difference) : asIs;
}

/** A member that is not known is one of another name: it is carried along, and of its own name there is none. */
function hidden(name: string): Turn {
  const unknown = `unknown ${name}`;
  return {
    toOther: ({ [name]: value, ...rest }) => (value === undefined ? rest : { ...rest, [unknown]: value }),
    toOurs: ({ [unknown]: value, [name]: _never, ...rest }) =>
      value === undefined ? rest : { ...rest, [name]: value },
  };
}

const [ours, others] = ["ours:", "other:"] as const;

/** A hash of the other version has its mark on the API server; to that version it has none, and one of ours has. */
const toOther = (hash: string) => (hash.startsWith(others) ? hash.slice(others.length) : ours + hash);
const toOurs = (hash: string) => (hash.startsWith(ours) ? hash.slice(ours.length) : others + hash);

/** A record with its hashes of contents and inputs turned; what a request is known by is no such hash. */
function hashed(turn: (hash: string) => string): (record: JsonObject) => JsonObject {
  const turned = (value: JsonValue | undefined) => (typeof value === "string" ? turn(value) : (value ?? null));
  return (record) => {
    const { input, applied, rejected, intents, normalised } = record;
    const creation = (intent: JsonValue) =>
      isObject(intent) && intent.key === "create" ? { ...intent, content: turned(intent.content) } : intent;
    return {
      ...record,
      input: turned(input),
      ...(applied !== undefined && { applied: turned(applied) }),
      ...(isObject(rejected) && { rejected: { ...rejected, hash: turned(rejected.hash) } }),
      ...(Array.isArray(intents) && { intents: intents.map(creation) }),
      ...(isObject(normalised) && {
        normalised: Object.fromEntries(Object.entries(normalised).map(([path, value]) => [path, turned(value)])),
      }),
    };
  };
}
