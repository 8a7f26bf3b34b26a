import type { ResourceDefinition } from "../../shared/core/kind.ts";
import { fieldAtJsonPath } from "../field.ts";
import type { Structural } from "../structural.ts";

/** The plural that Knative's source guesses from a kind instead of asking; another one is never watched. */
export function guessPlural(kind: string): string {
  const singular = kind.toLowerCase();
  if (singular.endsWith("s")) return `${singular}es`;
  return singular.endsWith("y") ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

/** What is wrong with a kind's names and columns. */
export function lintNames({ names, columns, scale }: ResourceDefinition, schema: Structural): string[] {
  const { group, version, kind, plural, singular, shortNames = [], categories = [] } = names;
  const labels = [plural, singular, version, ...shortNames, ...categories];
  return [
    ...(plural === guessPlural(kind) ? [] : [`plural ${plural}: Knative's source would look for ${guessPlural(kind)}`]),
    ...(singular === kind.toLowerCase() ? [] : [`singular ${singular}: must be the kind in lower case`]),
    ...labels.filter((one) => !/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(one)).map((one) => `"${one}" is no DNS label`),
    ...(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(group) && `${plural}.${group}`.length <= 253
      ? []
      : [`"${group}" is no group`]),
    ...(/^[A-Z][A-Za-z0-9]{0,62}$/.test(kind) ? [] : [`"${kind}" is no name of a kind`]),
    ...repeated([plural, singular, ...shortNames]).map((one) => `the name ${one} is given twice`),
    ...repeated(columns.map((column) => column.name)).map((one) => `the column ${one} is there twice`),
    ...lintScale(scale, schema),
    ...columns.flatMap(({ name, jsonPath, type }) => {
      const field = fieldAtJsonPath(schema, jsonPath);
      if (field === undefined) return [`column ${name}: ${jsonPath} leads nowhere`];
      return columnType(field) === type ? [] : [`column ${name}: is ${type}, the field is ${columnType(field)}`];
    }),
  ];
}

/** The API server takes any path; a wrong one shows as a scale of zero. */
function lintScale(scale: ResourceDefinition["scale"], schema: Structural): string[] {
  const wanted = { specReplicasPath: "integer", statusReplicasPath: "integer", labelSelectorPath: "string" } as const;
  return Object.entries(scale ?? {}).flatMap(([key, path]) => {
    const type = fieldAtJsonPath(schema, path)?.type;
    const right = wanted[key as keyof typeof wanted];
    return type === right
      ? []
      : [`scale ${key}: ${path} leads ${type === undefined ? "nowhere" : `to a field of type ${type}`}`];
  });
}

function columnType({ type, format }: Structural): string {
  return format === "date-time" ? "date" : String(type);
}

function repeated(all: readonly string[]): string[] {
  return all.filter((one, index) => all.indexOf(one) !== index);
}
