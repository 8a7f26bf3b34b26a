import { isObject, type Json, type JsonObject } from "./json.ts";
import { additionalOf, type Structural } from "./structural.ts";

const typeFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** The members that `metadata` has; the real server drops any other. */
const metadataFields: ReadonlySet<string> = new Set([
  "name",
  "generateName",
  "namespace",
  "selfLink",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "labels",
  "annotations",
  "ownerReferences",
  "finalizers",
  "managedFields",
]);

/** Drops what the schema of a resource does not name. `unknown` lists the paths that were dropped, sorted. */
export function pruneResource(object: JsonObject, schema: Structural): { value: JsonObject; unknown: string[] } {
  const unknown: string[] = [];
  const inMetadata: string[] = [];
  const metadata = isObject(object.metadata) ? pruneMetadata(object.metadata, inMetadata) : {};
  const value = pruneNode(object, { ...schema, embedded: true }, "", unknown) as JsonObject;
  return { value: { ...value, metadata }, unknown: [...inMetadata, ...unknown.sort()] };
}

function pruneMetadata(metadata: JsonObject, unknown: string[]): JsonObject {
  const kept = Object.entries(metadata).filter(([key]) => {
    if (!metadataFields.has(key)) unknown.push(`metadata.${key}`);
    return metadataFields.has(key);
  });
  return Object.fromEntries(kept);
}

function pruneNode(
  value: Json | undefined,
  node: Structural | undefined,
  path: string,
  unknown: string[],
): Json | undefined {
  if (Array.isArray(value)) {
    return value.map((item, index) => pruneNode(item, itemsOf(node), `${path}[${index}]`, unknown) ?? null);
  }
  if (!isObject(value) || isFree(node)) return value;
  const kept = Object.entries(value).flatMap(([key, member]): [string, Json | undefined][] => {
    const here = path === "" ? key : `${path}.${key}`;
    if (node?.embedded && typeFields.has(key)) return [[key, member]];
    const known = node?.properties.get(key) ?? additionalOf(node);
    if (known) return [[key, pruneNode(member, known, here, unknown)]];
    if (node?.preserveUnknown || node?.additional === true) return [[key, member]];
    unknown.push(here);
    return [];
  });
  return Object.fromEntries(kept);
}

/** True if nothing below can be unknown, so that the value is kept as it is. */
function isFree(node: Structural | undefined): boolean {
  return node?.preserveUnknown === true && node.properties.size === 0 && !node.items && !additionalOf(node);
}

function itemsOf(node: Structural | undefined): Structural | undefined {
  if (node?.items) return node.items;
  return node?.preserveUnknown ? node : undefined;
}
