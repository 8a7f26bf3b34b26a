import { isObject } from "../../shared/core/json.ts";

/** Words in a key after which Flink, too, hides the value. */
const sensitive = /password|secret|token|api-?key|access-?key|account\.key|service-key|auth|jaas|credential/i;

/** Names of ours that hold no secret although they sound like it. */
const harmless: ReadonlySet<string> = new Set(["secretName"]);

/** A copy of a JSON value in which texts under keys that sound secret are replaced; what a spec holds may be printed then. */
export function conceal<Value>(value: Value): Value {
  return walk(value, false) as Value;
}

function walk(value: unknown, hidden: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => walk(one, hidden));
  if (!isObject(value)) return hidden && (typeof value === "string" || typeof value === "number") ? "[hidden]" : value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    return [key, walk(inner, hidden || (sensitive.test(key) && !harmless.has(key)))];
  });
  return Object.fromEntries(entries);
}
