import { belowList, type ListPlace, mergeKeys } from "./apply-merge.ts";
import { isObject, type Json, type JsonObject, sameJson } from "./json.ts";
import {
  commonFields,
  fieldsOf,
  isEntryOf,
  listFields,
  makeEntry,
  ownable,
  unionFields,
  type Writer,
  withoutFields,
} from "./managed-fields.ts";
import type { KubeObject, ManagedFields } from "./object.ts";
import { ApiError } from "./status-error.ts";
import type { Structural } from "./structural.ts";

/** The field sets that decide an apply. */
export interface Ownership {
  /** What the configuration sets. */
  readonly applied: JsonObject;
  /** What nobody but the writer owns and it now leaves out, or lists anew. */
  readonly dropped: JsonObject;
  readonly conflicts: readonly Conflict[];
}

interface Conflict {
  readonly entry: ManagedFields;
  /** Members from the root to the field. */
  readonly path: readonly string[];
}

/** Compares a configuration with the live object and its managers. `config` is already cut to what may be applied. */
export function ownershipOf(
  live: KubeObject,
  config: JsonObject,
  writer: Writer,
  node: Structural | undefined,
): Ownership {
  const entries = live.metadata.managedFields ?? [];
  const applied = fieldsOf(config);
  const others = entries.filter((entry) => !isEntryOf(entry, writer));
  const previous = entries.find((entry) => isEntryOf(entry, writer))?.fieldsV1 ?? {};
  const left = withoutFields(previous, applied) ?? {};
  const dropped = others.reduce<JsonObject>((rest, entry) => withoutFields(rest, entry.fieldsV1) ?? {}, left);
  const conflicts = others.flatMap((entry) =>
    conflictingPaths(entry.fieldsV1, config, ownable(live), { node, path: "" }).map((path) => ({ entry, path })),
  );
  const listed = commonFields(previous, listFields(config)) ?? {};
  const relisted = others.reduce<JsonObject>((rest, entry) => withoutFields(rest, entry.fieldsV1) ?? {}, listed);
  return { applied, dropped: unionFields(dropped, relisted), conflicts };
}

/** Paths that an entry owns and the configuration sets to another value. */
function conflictingPaths(
  owned: JsonObject,
  config: Json | undefined,
  live: Json | undefined,
  place: ListPlace,
): string[][] {
  if (!isObject(config) || !isObject(live)) return [];
  return Object.entries(owned).flatMap(([field, below]) => {
    const key = field.slice(2);
    const [wanted, actual] = [memberOf(config, key), memberOf(live, key)];
    if (wanted === undefined || actual === undefined || sameJson(wanted, actual)) return [];
    const here = belowList(place, key);
    if (Array.isArray(wanted) && Array.isArray(actual) && mergeKeys(here)) return [];
    const isLeaf = !isObject(below) || Object.keys(below).length === 0 || !isObject(wanted);
    if (isLeaf) return [[key]];
    return conflictingPaths(below, wanted, actual, here).map((path) => [key, ...path]);
  });
}

function memberOf(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The object without the fields of a set. */
export function withoutOwned(object: Json, fields: JsonObject): Json {
  if (!isObject(object)) return object;
  const kept = Object.entries(object).flatMap(([key, value]): [string, Json | undefined][] => {
    const below = memberOf(fields, `f:${key}`);
    if (below === undefined || value === undefined) return [[key, value]];
    if (!isObject(below) || Object.keys(below).length === 0 || !isObject(value)) return [];
    const rest = withoutOwned(value, below);
    return isObject(rest) && Object.keys(rest).length === 0 ? [] : [[key, rest]];
  });
  return Object.fromEntries(kept);
}

/**
 * `managedFields` after an apply that takes over what it conflicts with. `time` is undefined for one that changed nothing:
 * the writer keeps the time it has, or gets none.
 */
export function managedAfterApply(
  live: KubeObject | undefined,
  ownership: Ownership,
  writer: Writer,
  time: string | undefined,
): ManagedFields[] {
  const taken = ownership.conflicts.map(({ path }) => path).reduce(addPath, {});
  const entries = (live?.metadata.managedFields ?? []).flatMap((entry): ManagedFields[] => {
    if (!isEntryOf(entry, writer)) {
      const left = withoutFields(entry.fieldsV1, taken);
      return left ? [sameJson(left, entry.fieldsV1) ? entry : { ...entry, fieldsV1: left }] : [];
    }
    return [makeEntry(writer, ownership.applied, time ?? entry.time)];
  });
  const listed = entries.some((entry) => isEntryOf(entry, writer));
  return listed ? entries : [...entries, makeEntry(writer, ownership.applied, time)];
}

function addPath(fields: JsonObject, path: readonly string[]): JsonObject {
  const [key, ...rest] = path;
  if (key === undefined) return fields;
  const below = memberOf(fields, `f:${key}`);
  return { ...fields, [`f:${key}`]: addPath(isObject(below) ? below : {}, rest) };
}

/** 409 naming every conflict and its manager. */
export function applyConflict(conflicts: readonly Conflict[]): ApiError {
  const named = conflicts.map(({ entry, path }) => ({ manager: managerOf(entry), field: `.${path.join(".")}` }));
  const causes = named.map(({ manager, field }) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${manager}`,
    field,
  }));
  const managers = [...new Set(named.map(({ manager }) => manager))].sort();
  const lines = managers.flatMap((manager) => [
    `conflicts with ${manager}:`,
    ...named.filter((one) => one.manager === manager).map(({ field }) => `- ${field}`),
  ]);
  const [first] = named;
  const message =
    named.length === 1 && first
      ? `Apply failed with 1 conflict: conflict with ${first.manager}: ${first.field}`
      : `Apply failed with ${named.length} conflicts: ${lines.join("\n")}`;
  return new ApiError(409, "Conflict", message, { causes });
}

function managerOf(entry: ManagedFields): string {
  const subresource = entry.subresource ? ` with subresource "${String(entry.subresource)}"` : "";
  const using = entry.operation === "Update" ? ` using ${entry.apiVersion}` : "";
  return `"${entry.manager}"${subresource}${using}`;
}
