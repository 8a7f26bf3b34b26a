import { isObject, type Json } from "./json.ts";
import { additionalOf, type Structural } from "./structural.ts";

/** Drops nulls that are neither nullable nor defaulted, then fills in defaults, as the real server does on every write. */
export function withDefaults(value: Json, node: Structural): Json {
  return fill(dropNulls(value, node), node);
}

function schemaOf(key: string, node: Structural | undefined): Structural | undefined {
  return node?.properties.get(key) ?? additionalOf(node);
}

function dropNulls(value: Json, node: Structural | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => dropNulls(item, node?.items));
  if (!isObject(value) || !node) return value;
  const kept = Object.entries(value).flatMap(([key, member]): [string, Json][] => {
    const schema = schemaOf(key, node);
    if (member === undefined) return [];
    if (member === null && schema && !schema.nullable && schema.default === undefined) return [];
    return [[key, dropNulls(member, schema)]];
  });
  return Object.fromEntries(kept);
}

function fill(value: Json, node: Structural | undefined): Json {
  if (!node) return value;
  if (Array.isArray(value)) return value.map((item) => fill(replacedNull(item, node.items), node.items));
  if (!isObject(value)) return value;
  const filled = new Map<string, Json>();
  for (const [key, member] of Object.entries(value)) {
    const schema = schemaOf(key, node);
    filled.set(key, fill(replacedNull(member ?? null, schema), schema));
  }
  for (const [key, schema] of node.properties) {
    if (!filled.has(key) && schema.default !== undefined) filled.set(key, fill(schema.default, schema));
  }
  return Object.fromEntries(filled);
}

function replacedNull(value: Json, schema: Structural | undefined): Json {
  return value === null && schema && !schema.nullable && schema.default !== undefined ? schema.default : value;
}
