import { mergePatch } from "../../../../shared/core/diff.ts";
import type { JsonObject, JsonValue } from "../../../../shared/core/json.ts";
import { sampleKey } from "./constraints.ts";

/** For each pattern, texts that fit it and texts that do not; `a` repeated fits all of them. */
export const patternSamples: Readonly<
  Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>
> = {
  "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$": { good: ["a", "0", "a-0"], bad: ["-a", "a-", "A", "a.b", "a_b", "ä", "a\n"] },
  "^\\S+$": { good: ["a", "s3://bucket/savepoint-1"], bad: ["a b", "a\n"] },
  "^[0-9a-zA-Z_-]+$": { good: ["a", "Z_0-", "-"], bad: ["a.b", "a b", "ä", "a\n"] },
};

/** A value that fulfils a schema node, with every property and one entry in each list and map. */
export function sampleOf(node: JsonObject): JsonValue {
  if (Array.isArray(node.enum)) return node.enum[0] as JsonValue;
  switch (node.type) {
    case "string":
      return node.format === "date-time" ? "2026-01-02T03:04:05Z" : "a";
    case "integer":
    case "number":
      return Math.max(1, Number(node.minimum ?? 1));
    case "boolean":
      return true;
    case "array":
      return [sampleOf(node.items as JsonObject)];
    default:
      return objectOf(node);
  }
}

function objectOf(node: JsonObject): JsonObject {
  const { properties, additionalProperties } = node;
  if (additionalProperties !== undefined) return { [sampleKey]: sampleOf(additionalProperties as JsonObject) };
  const entries = Object.entries((properties ?? {}) as JsonObject);
  return Object.fromEntries(entries.map(([name, child]) => [name, sampleOf(child as JsonObject)]));
}

/** The state that goes with every field. */
const stopped = { state: "CANCELLED" };

/** A resource with every field that the schema names, accepted by all rules. */
export function fullObject(schema: JsonObject): JsonObject {
  const { spec, status } = sampleOf(schema) as { readonly spec: JsonObject; readonly status: JsonObject };
  return {
    apiVersion: "ververica.platform/v1",
    kind: "VvpDeployment",
    metadata: { name: "full", namespace, labels: { "ververica.platform/owner": "my-operator" } },
    spec: mergePatch(spec, { deployment: { spec: stopped }, initFields: { spec: stopped } }) as JsonObject,
    status,
  };
}

/** What PATCH mode needs and nothing else, from the values of the full object. */
export function leanObject(full: JsonObject): JsonObject {
  const artifact = [...job, "artifact"];
  const places = [...identity, [...job, "engineVersionName"], [...artifact, "kind"], [...artifact, "jarUri"]];
  const { apiVersion, kind, metadata } = full;
  const bare: JsonObject = { apiVersion: apiVersion as string, kind: kind as string, metadata: metadata as JsonObject };
  return [["spec", "syncingMode"], ...places.map((place) => ["spec", "deployment", ...place])].reduce(
    (object, place) => withValue(object, place, valueAt(full, place)) as JsonObject,
    bare,
  );
}

const job = ["spec", "template", "spec"];

/** What `spec.deployment` and `spec.initFields` may not name differently (AMB-8). */
export const identity = [
  ["metadata", "name"],
  ["metadata", "namespace"],
  ["spec", "deploymentTargetName"],
] as const;

/** The lean object with the full one's value at a place as well; a list on the way comes whole. */
export function leanWith(lean: JsonObject, full: JsonObject, keys: readonly (string | number)[]): JsonObject {
  const list = keys.findIndex((key) => typeof key === "number");
  const place = list < 0 ? keys : keys.slice(0, list);
  if (place.length === 0 || valueAt(lean, place) !== undefined) return lean;
  return withValue(lean, place, valueAt(full, place)) as JsonObject;
}

/** The value at a place, or undefined. */
export function valueAt(root: JsonValue, keys: readonly (string | number)[]): JsonValue | undefined {
  return keys.reduce<JsonValue | undefined>(
    (here, key) => (here as Record<string, JsonValue> | undefined)?.[key],
    root,
  );
}

/** Where the probes are sent. */
export const namespace = "rule-probes";

/** A copy of a value with another one at a place; undefined takes the member away. */
export function withValue(
  root: JsonValue,
  keys: readonly (string | number)[],
  value: JsonValue | undefined,
): JsonValue {
  const [key, ...rest] = keys;
  if (key === undefined) return value as JsonValue;
  if (typeof key === "number") {
    const list = root as readonly JsonValue[];
    return list.map((item, index) => (index === key ? withValue(item, rest, value) : item));
  }
  const { [key]: before, ...others } = root as JsonObject;
  if (rest.length === 0 && value === undefined) return others;
  return { ...others, [key]: withValue(before ?? {}, rest, value) };
}
