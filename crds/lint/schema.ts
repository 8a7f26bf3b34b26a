import type { Structural } from "../structural.ts";

const types: ReadonlySet<unknown> = new Set(["object", "array", "string", "integer", "number", "boolean"]);
const forbidden = [
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "const",
  "definitions",
  "dependencies",
  "id",
  "uniqueItems",
];

/**
 * What an API server would refuse in a schema, or what a user would miss in it; one line for each finding.
 *
 * Guarantees: every field has a type and a description, nothing is referenced, what is required exists.
 */
export function lintSchema(node: Structural, path: string): string[] {
  const problem = (text: string) => `${path || "the root"}: ${text}`;
  const flexible = node["x-kubernetes-int-or-string"] === true;
  return [
    ...(flexible || types.has(node.type) ? [] : [problem("has no type")]),
    ...forbidden.filter((key) => Object.hasOwn(node, key)).map((key) => problem(`"${key}" is not allowed`)),
    ...(node.default === null ? [problem("null is no default")] : []),
    ...lintPattern(node).map(problem),
    ...lintObject(node, path).map(problem),
    ...lintArray(node).map(problem),
    ...childrenOf(node, path).flatMap(([child, at]) => lintSchema(child, at)),
  ];
}

function lintPattern({ pattern }: Structural): string[] {
  if (pattern === undefined) return [];
  if (typeof pattern !== "string" || /\(\?[=!<]|\\\d/.test(pattern)) return ["the pattern is none that Go knows"];
  try {
    new RegExp(pattern, "u");
    return [];
  } catch {
    return ["the pattern does not compile"];
  }
}

function lintObject(node: Structural, path: string): string[] {
  const names = Object.keys(node.properties ?? {});
  if (node.type !== "object") return names.length > 0 ? ["has properties, but is no object"] : [];
  return [
    ...(names.length > 0 && node.additionalProperties !== undefined
      ? ["properties and additionalProperties exclude each other"]
      : []),
    ...(node.required ?? [])
      .filter((name) => !names.includes(name))
      .map((name) => `requires "${name}", which it lacks`),
    ...Object.entries(node.properties ?? {})
      .filter(([name, child]) => !child.description?.trim() && !(path === "" && name === "metadata"))
      .map(([name]) => `"${name}" has no description`),
  ];
}

function lintArray(node: Structural): string[] {
  if (node.type !== "array") return [];
  if (node.items === undefined) return ["has no items"];
  const listType = node["x-kubernetes-list-type"];
  if (listType === undefined || listType === "atomic" || listType === "set") return [];
  if (listType !== "map") return [`"${String(listType)}" is no list type`];
  const keys = (node["x-kubernetes-list-map-keys"] ?? []) as readonly string[];
  if (keys.length === 0) return ["a list of type map needs keys"];
  const { items } = node;
  const missing = keys.filter((key) => items.properties?.[key] === undefined || !items.required?.includes(key));
  return missing.map((key) => `the key "${key}" must be a required field of the items`);
}

function childrenOf(node: Structural, path: string): [Structural, string][] {
  const named = Object.entries(node.properties ?? {}).map(([name, child]): [Structural, string] => [
    child,
    path === "" ? name : `${path}.${name}`,
  ]);
  const { items, additionalProperties } = node;
  return [
    ...named,
    ...(items === undefined ? [] : [[items, `${path}[]`] as [Structural, string]]),
    ...(additionalProperties === undefined ? [] : [[additionalProperties, `${path}{}`] as [Structural, string]]),
  ];
}
