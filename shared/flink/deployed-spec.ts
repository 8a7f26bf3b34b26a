import { at, isObject, type JsonObject, type JsonValue, jsonBounds, member, outOfBounds } from "../core/json.ts";
import { hasMoreValues } from "../core/json-text.ts";
import type { KubeObject } from "../core/object.ts";
import { oncePer } from "../core/once-per.ts";

/** True from the first deployment on, by what the status says. */
export function isDeployed({ status }: KubeObject): boolean {
  return typeof at(status, "reconciliationStatus", "lastReconciledSpec") === "string";
}

/**
 * The spec that was acted on last, from the status (1.4); undefined before the first deployment.
 *
 * Guarantees: total; a text that is no such record counts as none.
 * Caveats: the status can be written by others; who acts on it compares it with the record first.
 */
export function deployedSpec(object: KubeObject): JsonObject | undefined {
  return storedSpec(object, "lastReconciledSpec");
}

/** A spec that the status keeps; total, and with the same caveat. */
export function storedSpec(
  { status }: KubeObject,
  field: "lastReconciledSpec" | "lastStableSpec",
): JsonObject | undefined {
  const kept = member(status, "reconciliationStatus");
  return isObject(kept) ? readers[field](kept) : undefined;
}

/** Each is parsed once, since many rules compare a spec with the one that runs. */
const readers = {
  lastReconciledSpec: oncePer((kept: JsonObject) => parseSpec(member(kept, "lastReconciledSpec"))),
  lastStableSpec: oncePer((kept: JsonObject) => parseSpec(member(kept, "lastStableSpec"))),
} as const;

/** Values of such a text at most: an empty list counts twice there, and some metadata stands beside the spec. */
const mostValues = 3 * jsonBounds.nodes;

function parseSpec(text: JsonValue | undefined): JsonObject | undefined {
  if (typeof text !== "string" || hasMoreValues(text, mostValues)) return undefined;
  try {
    const spec = member(JSON.parse(text), "spec");
    return isObject(spec) && outOfBounds(spec) === undefined ? spec : undefined;
  } catch {
    return undefined;
  }
}
