import { isObject, type JsonValue, member } from "../../core/json.ts";
import type { Rule } from "../../core/rule.ts";

const files = ["log4j-console.properties", "logback-console.xml"];
const fileLike = /[.](properties|xml|ya?ml|json|conf)$/;
const property = /^[A-Za-z][A-Za-z0-9_.$-]*$/;
const path = "spec.logConfiguration";

function keysOf(spec: JsonValue | undefined): string[] {
  const map = member(spec, "logConfiguration");
  return isObject(map) ? Object.keys(map) : [];
}

/** FD-10, and the guide's way to write properties themselves. */
export const logRules: readonly Rule[] = [
  {
    name: "log-files",
    why: "FD-10: Flink reads these two files and no other; a misspelt one would be silently ignored.",
    severity: "deny",
    path,
    message: `has a key that is neither ${files.join(" nor ")}, the files that Flink reads, nor a property of log4j such as rootLogger.level`,
    cel: {
      layer: "policy",
      expression:
        `!has(object.${path}) || object.${path}.all(key, key in ${JSON.stringify(files)} || ` +
        `(key.matches('${property.source}') && !key.matches('${fileLike.source}')))`,
    },
    holds: ({ object }) =>
      keysOf(object.spec).every((key) => files.includes(key) || (property.test(key) && !fileLike.test(key))),
  },
  {
    name: "log-properties-spelling",
    why: "5.6: the guide writes properties by key; the Apache operator knows files by name alone.",
    severity: "warn",
    path,
    message:
      "holds properties by key, which go into log4j-console.properties; the Apache operator wants them as text under that key",
    holds: ({ object }) => keysOf(object.spec).every((key) => files.includes(key)),
  },
];
