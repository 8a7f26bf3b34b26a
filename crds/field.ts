import type { Structural } from "./structural.ts";

/** The schema of a field below a node, by property names; undefined where the schema does not name it. */
export function fieldAt(node: Structural, names: readonly string[]): Structural | undefined {
  return names.reduce<Structural | undefined>((here, name) => here?.properties?.[name], node);
}

const reserved: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return".split(" "),
);

/** The field's name behind its name in CEL; undefined for a reserved word that lacks its underscores. */
export function unescapeName(name: string): string | undefined {
  if (reserved.has(name)) return undefined;
  const inner = /^__(\w+)__$/.exec(name)?.[1];
  if (inner !== undefined && reserved.has(inner)) return inner;
  return name
    .replaceAll("__dot__", ".")
    .replaceAll("__dash__", "-")
    .replaceAll("__slash__", "/")
    .replaceAll("__underscores__", "__");
}

/**
 * The schema that a printer column's JSONPath ends at; undefined where it leads nowhere. Knows what columns use: `.name`
 * and `[?(@.key=="value")]`.
 */
export function fieldAtJsonPath(root: Structural, jsonPath: string): Structural | undefined {
  const steps = jsonPath.match(/\.[A-Za-z]\w*|\[\?\(@\.\w+=="[^"]*"\)\]/g) ?? [];
  if (steps.length === 0 || steps.join("") !== jsonPath) return undefined;
  if (jsonPath === ".metadata.creationTimestamp") return { type: "string", format: "date-time" };
  return steps.reduce<Structural | undefined>((here, step) => {
    if (step.startsWith(".")) return here?.properties?.[step.slice(1)];
    const key = /@\.(\w+)/.exec(step)?.[1] ?? "";
    return here?.items?.properties?.[key] === undefined ? undefined : here.items;
  }, root);
}
