import type { Column, ResourceDefinition } from "../shared/core/kind.ts";
import { placeRules } from "./place-rules.ts";
import { type Structural, toStructural } from "./structural.ts";

/** Label of everything that an installation brings along. */
export const partOfWeir = { "app.kubernetes.io/part-of": "weir" } as const;

/** The CustomResourceDefinition of a kind: its only version is served and stored. */
export function makeCustomResourceDefinition(kind: ResourceDefinition) {
  const { group, version, kind: name, plural, singular, shortNames, categories } = kind.names;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}`, labels: partOfWeir },
    spec: {
      group,
      names: {
        kind: name,
        listKind: `${name}List`,
        plural,
        singular,
        ...(shortNames !== undefined && { shortNames }),
        ...(categories !== undefined && { categories }),
      },
      scope: "Namespaced",
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schemaOf(kind) },
          subresources: { status: {}, ...(kind.scale !== undefined && { scale: kind.scale }) },
          additionalPrinterColumns: kind.columns.map(toPrinterColumn),
        },
      ],
    },
  };
}

/** The whole schema of a kind, from the root of the resource, with the CEL of its rules; the API server itself describes `metadata`. */
export function schemaOf(kind: ResourceDefinition): Structural {
  const root: Structural = {
    description: kind.summary,
    type: "object",
    required: ["spec"],
    properties: {
      apiVersion: {
        description: `Version of this resource's schema: ${kind.names.group}/${kind.names.version}.`,
        type: "string",
      },
      kind: { description: `Always ${kind.names.kind}.`, type: "string" },
      metadata: { type: "object" },
      spec: toStructural(kind.schema.spec, "spec"),
      status: toStructural(kind.schema.status, "status"),
    },
  };
  return placeRules(root, kind.rules);
}

function toPrinterColumn({ name, type, jsonPath, description, priority }: Column) {
  return { name, type, jsonPath, description, ...(priority === 1 && { priority }) };
}
