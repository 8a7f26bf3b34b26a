import { makeCustomResourceDefinition } from "../../../../crds/custom-resource-definition.ts";
import { makePolicy } from "../../../../crds/policy.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import type { ResourceDefinition } from "../../../../shared/core/kind.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { ruledKinds } from "../../../table/flink/rows/all.ts";
import type { RuleRow } from "../../../table/flink/rows/row.ts";
import type { CourtClient, Verdict } from "./verdict.ts";

/** The namespaces of the examples. */
export const flinkNamespaces = ["flink-prod", "flink-dev"];

/** CRDs and policies of the Flink kinds, as they are applied. */
export const flinkManifests: readonly object[] = ruledKinds.flatMap(({ definition }) => [
  makeCustomResourceDefinition(definition),
  ...makePolicy(definition),
]);

/** One example of a rule and the kind that it belongs to. */
export interface Asked {
  readonly definition: ResourceDefinition;
  readonly row: RuleRow;
}

/** Every example of every rule. */
export const asked: readonly Asked[] = ruledKinds.flatMap(({ definition, rows }) =>
  rows.map((row) => ({ definition, row })),
);

function collectionOf({ names: { group, version, plural } }: ResourceDefinition, { metadata }: KubeObject): string {
  return `/apis/${group}/${version}/namespaces/${metadata.namespace}/${plural}`;
}

const dry = "dryRun=All&fieldValidation=Strict";

/** What a server says to an example; what is stored for it is deleted again. */
export async function judgeRow(court: CourtClient, { definition, row }: Asked, name: string): Promise<Verdict> {
  const { object, oldObject } = row;
  const collection = collectionOf(definition, object);
  if (oldObject === undefined) return court.ask("POST", `${collection}?${dry}`, object);
  const before = { ...oldObject, metadata: { ...oldObject.metadata, name } };
  const made = await court.ask("POST", collection, before);
  if (made.code !== 201) throw new Error(`${row.rule}, ${row.name}: the version before is refused: ${made.message}`);
  const stored =
    oldObject.status === undefined
      ? made
      : await court.ask("PUT", `${collection}/${name}/status`, versioned(before, made));
  if (stored.code > 201) throw new Error(`${row.rule}, ${row.name}: the status is refused: ${stored.message}`);
  const after = { ...object, metadata: { ...object.metadata, name } };
  const verdict = await court.ask("PUT", `${collection}/${name}?${dry}`, versioned(after, stored));
  await court.ask("DELETE", `${collection}/${name}`);
  return verdict;
}

function versioned(object: KubeObject, { body }: Verdict): object {
  const { resourceVersion } = body.metadata as JsonObject;
  return { ...object, metadata: { ...object.metadata, resourceVersion } };
}
