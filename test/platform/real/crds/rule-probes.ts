import type { JsonObject } from "../../../../shared/core/json.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { recordAnnotation } from "../../../../shared/core/record.ts";
import { example } from "../../../table/vvp-deployment/admission-rig.ts";
import { type Changes, changed, rows } from "../../../table/vvp-deployment/rule-rows.ts";

/** A request that one rule decides. */
export interface RuleProbe {
  /** Name of the rule's row, or of the policy. */
  readonly rule: string;
  readonly name: string;
  readonly accepted: boolean;
  readonly object: JsonObject;
  /** Stored before; the object then replaces it. */
  readonly before?: JsonObject;
}

const patch = example("vvp-minimal-patch");
const put = example("vvp-minimal-put");

function probe(rule: string, accepted: boolean, name: string, object: KubeObject, before?: KubeObject): RuleProbe {
  const stored = before === undefined ? {} : { before: before as unknown as JsonObject };
  return { rule, accepted, name, object: object as unknown as JsonObject, ...stored };
}

const of = (changes: Changes, base = patch) => changed(base, changes);
const recorded = (record: string) => of({ "metadata.annotations": { [recordAnnotation]: record } });

const deployment = "spec.deployment";
const job = `${deployment}.spec.template.spec`;

/** The examples of the rows, and those of the policy that is no row. */
export const ruleProbes: readonly RuleProbe[] = [
  ...rows.map(({ rule, accepted, name, object, oldObject }) => probe(rule, accepted, name, object, oldObject)),
  probe("weir-record", true, "made with a record, as a restore does", recorded("forged")),
  probe("weir-record", true, "kept", recorded("mine"), recorded("mine")),
  probe("weir-record", false, "added", recorded("mine"), patch),
  probe("weir-record", false, "added empty", recorded(""), patch),
  probe("weir-record", false, "changed", recorded("other"), recorded("mine")),
  probe("weir-record", false, "dropped", patch, recorded("mine")),
];

const older = of({ [`${deployment}.metadata`]: undefined, [`${deployment}.userMetadata`]: { name: "my-deployment" } });

/** What the API server makes of null, of fields that it does not know, and of several rules at once. */
export const shapeProbes: readonly RuleProbe[] = [
  probe("null", true, "an optional field: dropped", of({ [`${deployment}.spec.state`]: null })),
  probe("null", true, "an optional object: dropped", of({ "spec.initFields": null })),
  probe("null", true, "an entry of a map: dropped", of({ [`${job}.flinkConfiguration`]: { key: null } })),
  probe("null", true, "a field that may be null", of({ "spec.savepointNonce": null })),
  probe("null", false, "a required field", of({ [`${deployment}.metadata.name`]: null })),
  probe("null", false, "a field that a rule needs", of({ [`${job}.artifact.jarUri`]: null })),
  probe("null", false, "an item of a list", of({ [`${job}.artifact.additionalDependencies`]: [null] })),
  probe("closed", false, "an unknown field of the resource", of({ unknown: 1 })),
  probe("closed", false, "an unknown field of the spec", of({ "spec.unknown": 1 })),
  probe("closed", false, "two of them", of({ unknown: 1, "spec.unknown": 1 })),
  probe("renamed", false, "userMetadata in place of metadata", older),
  probe("several", false, "PUT without any logging", of({ [`${job}.logging`]: undefined }, put)),
  probe("several", false, "PUT with nothing that it needs", of({ "spec.syncingMode": "PUT" })),
];
