import { isObject, type Json, type JsonObject, sameJson } from "./json.ts";
import { type KubeObject, type ManagedFields, timestamp } from "./object.ts";

/** Who writes: the entry of `managedFields` that a write belongs to. */
export interface Writer {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource: string;
}

/** Metadata that belongs to the system and is never listed as owned. */
const systemFields: ReadonlySet<string> = new Set([
  "name",
  "namespace",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "managedFields",
  "selfLink",
]);

/** What of an object can be owned: everything but its type and the system's metadata. */
export function ownable(object: JsonObject): JsonObject {
  const { apiVersion: _version, kind: _kind, metadata, ...rest } = object;
  const owned = Object.entries(isObject(metadata) ? metadata : {}).filter(([key]) => !systemFields.has(key));
  return owned.length === 0 ? rest : { metadata: Object.fromEntries(owned), ...rest };
}

/** The set of leaves of a value as `fieldsV1`; lists are leaves. */
export function fieldsOf(value: Json | undefined): JsonObject {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [`f:${key}`, fieldsOf(item)]));
}

/** The leaves of `after` that `before` does not hold with an equal value, as `fieldsV1`; undefined if there are none. */
export function changedFields(before: Json | undefined, after: Json | undefined): JsonObject | undefined {
  if (sameJson(before, after) || after === undefined) return undefined;
  if (!isObject(after) || !isObject(before)) return fieldsOf(after);
  const changed = Object.entries(after).flatMap(([key, value]): [string, JsonObject][] => {
    const fields = changedFields(Object.hasOwn(before, key) ? before[key] : undefined, value);
    return fields ? [[`f:${key}`, fields]] : [];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/** The union of two field sets. */
export function unionFields(left: JsonObject, right: JsonObject): JsonObject {
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return Object.fromEntries([...keys].map((key) => [key, unionFields(objectAt(left, key), objectAt(right, key))]));
}

/** The lists of a value as a set of leaves. */
export function listFields(value: Json | undefined): JsonObject {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): [string, JsonObject][] => {
      if (Array.isArray(item)) return [[`f:${key}`, {}]];
      const below = listFields(item);
      return Object.keys(below).length === 0 ? [] : [[`f:${key}`, below]];
    }),
  );
}

/** The leaves that two field sets have in common; undefined if there are none. */
export function commonFields(left: JsonObject, right: JsonObject): JsonObject | undefined {
  const kept = Object.keys(left).flatMap((key): [string, JsonObject][] => {
    if (!Object.hasOwn(right, key)) return [];
    const [mine, theirs] = [objectAt(left, key), objectAt(right, key)];
    if (Object.keys(mine).length === 0 || Object.keys(theirs).length === 0) return [[key, {}]];
    const below = commonFields(mine, theirs);
    return below ? [[key, below]] : [];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The leaves of `left` that are not leaves of `right`; undefined if none is left. */
export function withoutFields(left: JsonObject, right: JsonObject): JsonObject | undefined {
  const kept = Object.entries(left).flatMap(([key, value]): [string, JsonObject][] => {
    const mine = isObject(value) ? value : {};
    if (!Object.hasOwn(right, key)) return [[key, mine]];
    const rest = Object.keys(mine).length === 0 ? undefined : withoutFields(mine, objectAt(right, key));
    return rest ? [[key, rest]] : [];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The leaves of `fields` that the object still holds; undefined if none is left. */
export function presentFields(fields: JsonObject, value: Json | undefined): JsonObject | undefined {
  const kept = Object.entries(fields).flatMap(([key, below]): [string, JsonObject][] => {
    const name = key.slice(2);
    if (!isObject(value) || !Object.hasOwn(value, name)) return [];
    const inner = isObject(below) ? below : {};
    if (Object.keys(inner).length === 0) return [[key, inner]];
    const rest = presentFields(inner, value[name]);
    return rest ? [[key, rest]] : [];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function objectAt(fields: JsonObject, key: string): JsonObject {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return isObject(value) ? value : {};
}

/** An Event's references to objects are owned as a whole, and what is shown of it without a value by nobody. */
function ownedOfEvent(event: KubeObject, fields: JsonObject): JsonObject {
  const owned = Object.entries(fields).filter(([key]) => event[key.slice(2)] !== null && event[key.slice(2)] !== "");
  const whole = new Set(["f:involvedObject", "f:related"]);
  return Object.fromEntries(owned.map(([key, below]) => [key, whole.has(key) ? {} : below]));
}

/** True if the entry is the writer's own. */
export function isEntryOf(entry: ManagedFields, writer: Writer): boolean {
  return (
    entry.manager === writer.manager &&
    entry.operation === writer.operation &&
    entry.apiVersion === writer.apiVersion &&
    (entry.subresource ?? "") === writer.subresource
  );
}

/** A new entry of `managedFields`; without a time where its fields had these values before. */
export function makeEntry(writer: Writer, fieldsV1: JsonObject, time: string | undefined): ManagedFields {
  const { manager, operation, apiVersion, subresource } = writer;
  const base = { manager, operation, apiVersion, fieldsType: "FieldsV1", fieldsV1 };
  return { ...base, ...(time === undefined ? {} : { time }), ...(subresource === "" ? {} : { subresource }) };
}

/** The entries in the order of the real server: applied ones first, the oldest of each first. */
export function inOrder(entries: readonly ManagedFields[]): ManagedFields[] {
  const rank = ({ operation, time = "", manager, apiVersion, subresource = "" }: ManagedFields) =>
    [operation, time, manager, apiVersion, subresource].join("\n");
  return entries.toSorted((left, right) => (rank(left) < rank(right) ? -1 : rank(left) > rank(right) ? 1 : 0));
}

/**
 * `managedFields` after an ordinary write: the writer owns what it changed, others lose it, and what is gone belongs to nobody.
 * An empty list from the client (`[{}]` or `[]`) resets them, as in the real server.
 */
export function managedAfterUpdate(
  before: KubeObject | undefined,
  after: KubeObject,
  writer: Writer,
  now: number,
): ManagedFields[] | undefined {
  const leaves = changedFields(before && ownable(before), ownable(after));
  const changed = leaves && after.kind === "Event" ? ownedOfEvent(after, leaves) : leaves;
  const content = ownable(after);
  const entries = before?.metadata.managedFields ?? [];
  const own = entries.find((entry) => isEntryOf(entry, writer));
  const result = entries.flatMap((entry): ManagedFields[] => {
    const left = isEntryOf(entry, writer) || !changed ? entry.fieldsV1 : withoutFields(entry.fieldsV1, changed);
    const present = left && presentFields(left, content);
    if (!present) return [];
    if (entry !== own || !changed) return [sameJson(present, entry.fieldsV1) ? entry : { ...entry, fieldsV1: present }];
    return [makeEntry(writer, unionFields(present, changed), timestamp(now))];
  });
  const kept = own && result.some((entry) => isEntryOf(entry, writer));
  if (changed && !kept) result.push(makeEntry(writer, changed, timestamp(now)));
  return result.length === 0 ? undefined : result;
}
