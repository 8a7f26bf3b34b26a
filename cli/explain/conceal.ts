import { isObject } from "../../shared/core/json.ts";

/** Words in a key after which Flink, too, hides the value. */
const sensitive = /password|secret|token|api-?key|access-?key|account\.key|service-key|auth|jaas|credential/i;

/** Names of ours that hold no secret although they sound like it. */
const harmless: ReadonlySet<string> = new Set(["secretName"]);

/**
 * A copy of a JSON value for the screen: texts under keys that sound secret are replaced, and so is the `value` next to
 * such a `name`, as in a list of environment variables.
 */
export function conceal<Value>(value: Value): Value {
  return walk(value, false) as Value;
}

function walk(value: unknown, hidden: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => walk(one, hidden));
  if (!isObject(value)) return hidden && (typeof value === "string" || typeof value === "number") ? "[hidden]" : value;
  const named = typeof value.name === "string" && sensitive.test(value.name);
  const hides = (key: string) => (sensitive.test(key) && !harmless.has(key)) || (named && key === "value");
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, hidden || hides(key))]));
}
