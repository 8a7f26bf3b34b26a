import type { JsonObject, JsonValue } from "../../../../shared/core/json.ts";
import { recordAnnotation } from "../../../../shared/core/record.ts";
import { full, lean } from "./bases.ts";
import { withValue } from "./samples.ts";

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

type Keys = readonly string[];

/** An object with other values at some places, named by dots. */
function having(base: JsonObject, changes: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const entries = Object.entries(changes);
  return entries.reduce<JsonValue>(
    (object, [path, value]) => withValue(object, path.split("."), value),
    base,
  ) as JsonObject;
}

const labelled = (labels: JsonObject | undefined, base = lean) => having(base, { "metadata.labels": labels });
const owner = (id: string) => labelled({ "ververica.platform/owner": id });
const annotated = (record: string | undefined) =>
  record === undefined ? lean : having(lean, { "metadata.annotations": { [recordAnnotation]: record } });

const good = (rule: string, name: string, object: JsonObject, before?: JsonObject): RuleProbe => ({
  rule,
  name,
  accepted: true,
  object,
  ...(before !== undefined && { before }),
});
const bad = (...[rule, name, object, before]: Parameters<typeof good>): RuleProbe => ({
  ...good(rule, name, object, before),
  accepted: false,
});

const deployment = "spec.deployment";
const job = `${deployment}.spec.template.spec`;

function immutable(rule: string, path: string): RuleProbe[] {
  return [
    good(rule, "unchanged", having(lean, { [`${deployment}.spec.state`]: "RUNNING" }), lean),
    bad(rule, "changed", having(lean, { [path]: "b" }), lean),
  ];
}

function artifact(kind: string, field: string): RuleProbe[] {
  const rule = `artifact-${kind.toLowerCase()}`;
  const other: JsonObject = { kind, entryClass: "a" };
  const of = (fields: JsonObject) => having(lean, { [`${job}.artifact`]: { ...other, ...fields } });
  return [
    good(rule, "given", of({ [field]: "a" })),
    bad(rule, "absent", of({})),
    bad(rule, "empty", of({ [field]: "" })),
  ];
}

const put = having(full, { "spec.syncingMode": "PUT" });

function needed(rule: string, ...paths: readonly string[]): RuleProbe[] {
  const without = Object.fromEntries(paths.map((path) => [path, undefined]));
  return [
    good(rule, "PUT with it", put),
    good(rule, "PATCH without it", having(full, without)),
    bad(rule, "PUT without it", having(put, without)),
    ...(paths.length > 1 ? paths : []).map((path) =>
      good(rule, `PUT without ${path} alone`, having(put, { [path]: undefined })),
    ),
  ];
}

function same(rule: string, inner: string): RuleProbe[] {
  const path = `spec.initFields.${inner}`;
  return [
    good(rule, "equal", full),
    good(rule, "absent", having(full, { [path]: undefined })),
    bad(rule, "another", having(full, { [path]: "b" })),
  ];
}

const logging = `${job}.logging`;

/** Requests for every rule that CEL checks, in the schema or in a policy. */
export const ruleProbes: readonly RuleProbe[] = [
  good("owner-label", "one instance", owner("my-operator")),
  good("owner-label", "another instance", owner("another")),
  bad("owner-label", "an instance that nobody knows", owner("nobody")),
  bad("owner-label", "an empty one", owner("")),
  bad("owner-label", "other labels only", labelled({ team: "blue" })),
  bad("owner-label", "no labels", labelled(undefined)),
  good(
    "owner-immutable",
    "other labels change",
    labelled({ "ververica.platform/owner": "my-operator", team: "blue" }),
    lean,
  ),
  bad("owner-immutable", "handed to another instance", owner("another"), lean),
  ...immutable("immutable-name", `${deployment}.metadata.name`),
  ...immutable("immutable-namespace", `${deployment}.metadata.namespace`),
  ...immutable("immutable-target", `${deployment}.spec.deploymentTargetName`),
  ...artifact("JAR", "jarUri"),
  ...artifact("SQLSCRIPT", "sqlScript"),
  ...artifact("PYTHON", "pythonArtifactUri"),
  ...needed("put-savepoint-attempts", `${deployment}.spec.maxSavepointCreationAttempts`),
  ...needed("put-job-attempts", `${deployment}.spec.maxJobCreationAttempts`),
  ...needed("put-template-metadata", `${deployment}.spec.template.metadata`),
  ...needed("put-logging-profile", `${logging}.loggingProfile`),
  bad("put-logging-profile", "PUT without any logging", having(put, { [logging]: undefined })),
  ...needed("put-log4j-loggers", `${logging}.log4jLoggers`),
  bad("put-log4j-loggers", "PUT without any logging", having(put, { [logging]: undefined })),
  ...needed("put-log-reserve-policy", `${logging}.logReservePolicy`),
  bad("put-log-reserve-policy", "PUT without any logging", having(put, { [logging]: undefined })),
  ...needed("put-size", `${job}.numberOfTaskManagers`, `${job}.parallelism`),
  ...same("init-fields-name", "metadata.name"),
  ...same("init-fields-namespace", "metadata.namespace"),
  ...same("init-fields-target", "spec.deploymentTargetName"),
  good("weir-record", "made with a record, as a restore does", annotated("forged")),
  good("weir-record", "kept", annotated("mine"), annotated("mine")),
  bad("weir-record", "added", annotated("mine"), lean),
  bad("weir-record", "added empty", annotated(""), lean),
  bad("weir-record", "changed", annotated("other"), annotated("mine")),
  bad("weir-record", "dropped", lean, annotated("mine")),
];

const place = (path: string): Keys => path.split(".");

/** What the API server makes of null and of fields that it does not know; no rule decides these. */
export const shapeProbes: readonly RuleProbe[] = [
  good("null", "an optional field: dropped", having(lean, { [`${deployment}.spec.state`]: null })),
  good("null", "an optional object: dropped", having(lean, { "spec.initFields": null })),
  good("null", "an entry of a map: dropped", having(full, { [`${job}.flinkConfiguration.key`]: null })),
  good("null", "a field that may be null", having(lean, { "spec.savepointNonce": null })),
  bad("null", "a required field", having(lean, { [`${deployment}.metadata.name`]: null })),
  bad("null", "a field that a rule needs", having(lean, { [`${job}.artifact.jarUri`]: null })),
  bad("null", "an item of a list", having(full, { [`${job}.artifact.additionalDependencies`]: [null] })),
  bad("closed", "an unknown field of the resource", having(lean, { unknown: 1 })),
  bad("closed", "an unknown field of the spec", having(lean, { "spec.unknown": 1 })),
  bad("closed", "two of them", withValue(having(lean, { unknown: 1 }), place("spec.unknown"), 1) as JsonObject),
];
