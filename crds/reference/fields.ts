import type { RegisteredKind } from "../../shared/kinds/index.ts";
import { schemaOf } from "../custom-resource-definition.ts";
import type { GeneratedFile } from "../manifest.ts";
import type { Structural } from "../structural.ts";
import { code, makePage, makeTable } from "./markdown.ts";
import { marks } from "./marks.ts";

/** The page of one kind: names, columns, and every field of spec and status. */
export function makeFieldsPage(kind: RegisteredKind): GeneratedFile {
  const { group, version, kind: name, plural, singular, shortNames = [], categories = [] } = kind.names;
  const schema = schemaOf(kind);
  const short = shortNames.map((one) => `, \`kubectl get ${one}\``).join("");
  const groups = categories.map((one) => `\`kubectl get ${one}\``).join(", ");
  return makePage(singular, name, [
    kind.summary,
    `\`apiVersion: ${group}/${version}\`, \`kind: ${name}\`. List them with \`kubectl get ${plural}\`${short}; ` +
      `they are also part of ${groups}. \`kubectl explain ${singular}.spec\` shows the same text as this page.`,
    "Fields that this page does not name pass through untouched where the type says *open*. Rules across fields are in " +
      "[admission rules](admission-rules.md), the conditions of the status in [conditions](conditions.md).",
    "## Label and annotations",
    makeTable(
      ["Key", "Meaning", "More"],
      (marks[name] ?? []).map(({ key, meaning, guide, section }) => [
        code(key),
        meaning,
        `[${guide}](../guides/${guide}.md${section === undefined ? "" : `#${section}`})`,
      ]),
    ),
    "## spec",
    fieldTable(schema, "spec"),
    "## status",
    "Written by Weir alone; it is a view, never an input.",
    fieldTable(schema, "status"),
    "## Columns",
    makeTable(
      ["Column", "Shown", "From", "Meaning"],
      kind.columns.map(({ name: title, priority, jsonPath, description }) => [
        title.toUpperCase(),
        priority === 1 ? "with `-o wide`" : "always",
        code(jsonPath),
        description,
      ]),
    ),
  ]);
}

function fieldTable(schema: Structural, name: string): string {
  const root = schema.properties?.[name];
  const rows = root === undefined ? [] : fieldsBelow(root, name);
  return makeTable(["Field", "Type", "Required", "Meaning"], rows);
}

function fieldsBelow(node: Structural, path: string): string[][] {
  return Object.entries(node.properties ?? {}).flatMap(([key, child]) => {
    const here = `${path}.${key}`;
    const required = node.required?.includes(key) ? "yes" : "";
    const inside = child.items === undefined ? fieldsBelow(child, here) : fieldsBelow(child.items, `${here}[]`);
    return [[code(here), typeText(child), required, child.description ?? ""], ...inside];
  });
}

/** A type in words, with what bounds its values. */
export function typeText(node: Structural): string {
  const text = plainType(node);
  return node.nullable === true ? `${text} or null` : text;
}

function plainType(node: Structural): string {
  if (Array.isArray(node.enum)) return node.enum.map((one) => code(String(one))).join(", ");
  if (node.items !== undefined) return `list of ${typeText(node.items)}`;
  if (node.additionalProperties !== undefined) return `map of ${typeText(node.additionalProperties)}`;
  if (node["x-kubernetes-preserve-unknown-fields"] === true) return "object, *open*";
  if (node["x-kubernetes-int-or-string"] === true) return "integer or string";
  if (node.format === "date-time") return "time";
  return [node.type ?? "any", ...limits(node)].join(" ");
}

function limits({ type, minimum, maximum }: Structural): string[] {
  if (type !== "integer" && type !== "number") return [];
  const wide = (bound: unknown) => bound === undefined || Math.abs(Number(bound)) >= 2_147_483_647;
  if (wide(minimum) && wide(maximum)) return [];
  return [wide(maximum) ? `≥ ${minimum}` : `${minimum} to ${maximum}`];
}
