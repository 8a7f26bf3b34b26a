import type { ResourceDefinition } from "../shared/core/kind.ts";
import { schemaOf } from "./custom-resource-definition.ts";
import { lintCel } from "./lint/cel.ts";
import { lintNames } from "./lint/names.ts";
import { lintSchema } from "./lint/schema.ts";

/** What an API server, kubectl or Knative would trip over in a kind's CRD, found without a cluster; empty: sound. */
export function lint(kind: ResourceDefinition): string[] {
  const schema = schemaOf(kind);
  return [...lintNames(kind, schema), ...lintSchema(schema, ""), ...lintCel(schema, "")].map(
    (finding) => `${kind.names.kind}: ${finding}`,
  );
}
