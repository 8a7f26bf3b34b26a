import { isObject, type JsonObject, type JsonValue } from "../../core/json.ts";

/** Without members that are empty lists or maps: what is not said is not owned by us in server-side apply. */
export function compact(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: JsonValue): boolean {
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}
