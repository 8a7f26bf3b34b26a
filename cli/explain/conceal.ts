import { isObject } from "../../shared/core/json.ts";

/** Words in a key after which Flink, too, hides the value. */
const sensitive = /password|secret|token|api-?key|access-?key|account\.key|service-key|auth|headers|jaas|credential/i;

/** Names of ours that hold no secret although they sound like it. */
const harmless: ReadonlySet<string> = new Set(["secretName"]);

/**
 * A copy of a JSON value for the screen: texts under keys that sound secret are replaced, and so is the `value` next to
 * such a `name`, as in a list of environment variables. In the files of a ConfigMap and in arguments it is the lines that
 * give a value to such a key.
 */
export function conceal<Value>(value: Value): Value {
  return walk(value, false) as Value;
}

function walk(value: unknown, hidden: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => walk(one, hidden));
  if (!isObject(value)) return hidden && (typeof value === "string" || typeof value === "number") ? "[hidden]" : value;
  const named = typeof value.name === "string" && sensitive.test(value.name);
  const hides = (key: string) => (sensitive.test(key) && !harmless.has(key)) || (named && key === "value");
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const shown = key === "data" || key === "args" ? withoutLines(inner) : inner;
      return [key, walk(shown, hidden || hides(key))];
    }),
  );
}

/** Texts of `key: value` or `-Dkey=value` lines, whose values are hidden where the key sounds secret. */
function withoutLines(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLines);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutLines(one)]));
  return typeof value === "string" ? value.split("\n").map(withoutValue).join("\n") : value;
}

function withoutValue(line: string): string {
  const end = line.search(/[:=]/);
  return end > 0 && sensitive.test(line.slice(0, end)) ? `${line.slice(0, end + 1)} [hidden]` : line;
}
