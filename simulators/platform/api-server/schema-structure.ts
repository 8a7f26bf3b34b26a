import { isObject, type JsonObject } from "./json.ts";
import type { FieldError } from "./resource.ts";

/** Where a schema node stands: the words of a missing type depend on it. */
type Position = "at the root" | "for specified object fields" | "for specified array items";

/** What keeps a schema from being structural: a node without a type, an array without items. */
export function structureErrors(schema: JsonObject, path: string, position: Position = "at the root"): FieldError[] {
  const free = schema["x-kubernetes-int-or-string"] === true || schema["x-kubernetes-preserve-unknown-fields"] === true;
  const untyped = !schema.type && !free;
  const { properties, items, additionalProperties: additional } = schema;
  const members = Object.entries(isObject(properties) ? properties : {});
  return [
    ...(untyped ? [required(`${path}.type`, `must not be empty ${position}`)] : []),
    ...(schema.type === "array" && !isObject(items) ? [required(`${path}.items`, "must be specified")] : []),
    ...members.flatMap(([key, value]) =>
      isObject(value) ? structureErrors(value, `${path}.properties[${key}]`, "for specified object fields") : [],
    ),
    ...(isObject(items) ? structureErrors(items, `${path}.items`, "for specified array items") : []),
    ...(isObject(additional)
      ? structureErrors(additional, `${path}.additionalProperties`, "for specified object fields")
      : []),
  ];
}

function required(field: string, detail: string): FieldError {
  return { field, type: "FieldValueRequired", detail };
}
