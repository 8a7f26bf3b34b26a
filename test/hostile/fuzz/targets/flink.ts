import { at, isObject, type JsonObject, type JsonValue, member, outOfBounds } from "../../../../shared/core/json.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { recordAnnotation } from "../../../../shared/core/record.ts";
import type { EngineKind } from "../../../../shared/engine/engine.ts";
import { FlinkWorld } from "../../../world/flink-world.ts";
import { sound } from "../../flink/cases.ts";
import { kinds } from "../../flink/examine.ts";
import { must, type Target, toValue } from "../target.ts";

const world = new FlinkWorld({}, {}, kinds);
const running = await Promise.all(Object.values(sound).map(begun));
const now = world.clock.now();
const { signal } = new AbortController();

/** Bytes of all that one look asks for and writes: the API server stores no more of an object. */
const longest = 4_000_000;

/** One look at a resource of a Flink kind, while an application runs: spec, status and record are anybody's. */
export const flink: Target = {
  name: "flink",
  about: "a look at a resource of a Flink kind: the plan, the record, the status",
  seeds: [
    ...Object.values(sound).map((object) => ({ object, record: null })),
    ...running.map((object) => ({
      object,
      record: JSON.parse(object.metadata.annotations?.[recordAnnotation] ?? "null"),
    })),
  ].map((seed) => JSON.stringify(seed)),
  run: async (input) => {
    const value = toValue(input);
    const given = member(value, "object");
    const metadata = member(given, "metadata");
    const kind = kinds.find(({ names }) => names.kind === member(given, "kind")) as EngineKind | undefined;
    if (kind === undefined || !isObject(metadata) || outOfBounds(value) !== undefined) return "no resource";
    if (!isOfServer(metadata)) return "no metadata";
    const record = member(value, "record") ?? null;
    const object = withRecord(given as unknown as KubeObject, record);
    const { settings, engine } = world;
    const look = await kind.look({ object, ports: engine.ports, settings, now, signal });
    const { status, record: next } = look.conclude([]);
    must(JSON.stringify([look.plan.actions, look.claim, status, next]).length < longest, "what is asked for is huge");
    const isSound = kind.validate({ object, settings }).length === 0;
    must(isSound || record !== null || look.plan.actions.length === 0, "what is forbidden is acted on (S6)");
    const conditions = at(status, "conditions");
    const reasons = Array.isArray(conditions) ? conditions.map((one) => `${at(one, "type")}/${at(one, "reason")}`) : [];
    return [kind.names.kind, look.rule, ...look.plan.actions.map(({ type }) => type), ...reasons].join(" ");
  },
};

const isText = (value: unknown) => typeof value === "string";
const isAbsentOr = (is: (value: unknown) => boolean) => (value: unknown) => value === undefined || is(value);
const isMap = isAbsentOr((value) => isObject(value) && Object.values(value).every(isText));
const isTime = isAbsentOr((value) => isText(value) && !Number.isNaN(Date.parse(String(value))));

/** What the API server vouches for, whoever sends it: of these types, and of no others. */
const ofServer: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: isText,
  namespace: isText,
  uid: isAbsentOr(isText),
  resourceVersion: isAbsentOr(isText),
  generation: isAbsentOr((value) => Number.isSafeInteger(value)),
  creationTimestamp: isTime,
  deletionTimestamp: isTime,
  labels: isMap,
  annotations: isMap,
  finalizers: isAbsentOr((value) => Array.isArray(value) && value.every(isText)),
  ownerReferences: isAbsentOr((value) => Array.isArray(value) && value.every(isObject)),
};

function isOfServer(metadata: JsonObject): boolean {
  return Object.entries(ofServer).every(([key, is]) => is(member(metadata, key)));
}

/** A sound resource as it stands once Weir has dealt with it. */
async function begun(object: KubeObject): Promise<KubeObject> {
  const place = `${object.metadata.namespace}/${object.metadata.name}`;
  world.cluster.create(object);
  await world.follow(place);
  return world.find(place) as KubeObject;
}

function withRecord(object: KubeObject, record: JsonValue): KubeObject {
  const { annotations, ...metadata } = object.metadata;
  const others = isObject(annotations) ? annotations : {};
  return {
    ...object,
    metadata: { ...metadata, annotations: { ...others, [recordAnnotation]: JSON.stringify(record) } },
  };
}
