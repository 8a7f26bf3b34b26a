import { isObject, type JsonValue } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { example } from "./admission-rig.ts";

/** Dotted path to its new value; undefined removes the field. */
export type Changes = Readonly<Record<string, JsonValue | undefined>>;

/** One example of a rule: a resource that it accepts or rejects. */
export interface RuleRow {
  readonly rule: string;
  readonly name: string;
  readonly why: string;
  readonly accepted: boolean;
  readonly object: KubeObject;
  readonly oldObject?: KubeObject;
}

const owner = "ververica.platform/owner";
const deployment = "spec.deployment";
const job = `${deployment}.spec.template.spec`;

/** A copy with changes at dotted paths; objects on the way are made where they are missing. */
export function changed(object: KubeObject, changes: Changes): KubeObject {
  const copy = structuredClone(object) as unknown as Record<string, unknown>;
  for (const [path, value] of Object.entries(changes)) put(copy, path.split("."), value);
  return copy as unknown as KubeObject;
}

function put(root: Record<string, unknown>, steps: readonly string[], value: JsonValue | undefined): void {
  let here = root;
  for (const step of steps.slice(0, -1)) {
    if (!isObject(here[step])) here[step] = {};
    here = here[step] as Record<string, unknown>;
  }
  const last = steps.at(-1) ?? "";
  if (value === undefined) delete here[last];
  else here[last] = value;
}

const patch = example("vvp-minimal-patch");
const full = example("vvp-minimal-put");
const initial = { "spec.initialSavepointSpec.savepointLocation": "s3://bucket/savepoint-1" };
const labelled = (labels: Record<string, string>) => changed(patch, { "metadata.labels": labels });

function createRow(rule: string, accepted: boolean, name: string, why: string, object: KubeObject): RuleRow {
  return { rule, accepted, name, why, object };
}

function immutableRows(rule: string, field: string, why: string): RuleRow[] {
  const path = `${deployment}.${field}`;
  return [
    createRow(
      rule,
      true,
      `any ${field} at creation`,
      "There is nothing to compare with.",
      changed(patch, { [path]: "other" }),
    ),
    {
      rule,
      accepted: true,
      name: `the same ${field} in an update of something else`,
      why: "Only the identity is fixed.",
      object: changed(patch, { [`${deployment}.spec.state`]: "RUNNING" }),
      oldObject: patch,
    },
    {
      rule,
      accepted: false,
      name: `another ${field} in an update`,
      why,
      object: changed(patch, { [path]: "other" }),
      oldObject: patch,
    },
  ];
}

function putRows(rule: string, field: string, why: string): RuleRow[] {
  const path = `${deployment}.spec.${field}`;
  const without = changed(full, { [path]: undefined });
  return [
    createRow(rule, true, `PUT with ${field}`, "R67: the documents' own example.", full),
    createRow(rule, false, `PUT without ${field}`, why, without),
    createRow(
      rule,
      true,
      `PATCH without ${field}`,
      "R64: the platform fills it in.",
      changed(without, { "spec.syncingMode": "PATCH" }),
    ),
    {
      ...createRow(rule, false, `from PATCH to PUT without ${field}`, "R65: the demand comes with the mode.", without),
      oldObject: patch,
    },
  ];
}

function artifactRows(kind: string, field: string): RuleRow[] {
  const rule = `artifact-${kind.toLowerCase()}`;
  const artifact = (value: JsonValue) => changed(patch, { [`${job}.artifact`]: value });
  return [
    createRow(rule, true, `${kind} with ${field}`, "R54.", artifact({ kind, [field]: "s3://bucket/one" })),
    createRow(rule, false, `${kind} without ${field}`, "R54: nothing to run.", artifact({ kind, unknown: "kept" })),
    createRow(
      rule,
      false,
      `${kind} with an empty ${field}`,
      "Empty is as good as missing.",
      artifact({ kind, [field]: "" }),
    ),
  ];
}

function identityRows(rule: string, inside: string): RuleRow[] {
  const own =
    inside === "spec.deploymentTargetName" ? "default" : inside === "metadata.name" ? "my-deployment" : "default";
  const path = `spec.initFields.${inside}`;
  return [
    createRow(
      rule,
      true,
      `initFields with the same ${inside}`,
      "It says nothing new.",
      changed(patch, { [path]: own }),
    ),
    createRow(
      rule,
      true,
      `initFields without ${inside}`,
      "It need not be repeated.",
      changed(patch, { "spec.initFields": {} }),
    ),
    createRow(rule, false, `initFields with another ${inside}`, "AMB-8.", changed(patch, { [path]: "other" })),
  ];
}

function userMetadataRows(rule: string, inside: string): RuleRow[] {
  const given = (value: JsonValue) => changed(patch, { [`${inside}.userMetadata`]: value });
  return [
    createRow(
      rule,
      true,
      `metadata in ${inside}`,
      "AMB-28: its name here.",
      changed(patch, { [`${inside}.metadata.labels`]: { a: "b" } }),
    ),
    createRow(rule, false, `userMetadata in ${inside}`, "AMB-28: its older name.", given({ labels: { a: "b" } })),
    createRow(rule, false, `an empty userMetadata in ${inside}`, "The name is what is wrong.", given({})),
    { ...createRow(rule, false, `userMetadata in ${inside}, later`, "AMB-28.", given({ a: 1 })), oldObject: patch },
  ];
}

function handedTo(instanceId: string): KubeObject {
  return changed(patch, {
    "metadata.annotations": { apikeySecretName: "my-vvp-apikey", "weir.dev/allow-handover": instanceId },
  });
}

/** Examples of every rule that denies. */
export const rows: readonly RuleRow[] = [
  createRow("owner-label", true, "the label of this instance", "R11.", patch),
  createRow("owner-label", false, "no labels at all", "R9, R10.", changed(patch, { "metadata.labels": undefined })),
  createRow("owner-label", false, "other labels only", "R9, R10.", labelled({ app: "one" })),
  createRow("owner-label", false, "another instance's label", "R11.", labelled({ [owner]: "not-installed" })),
  createRow("owner-label", false, "an empty label", "Empty names nobody.", labelled({ [owner]: "" })),
  {
    ...createRow("owner-label", false, "the label still missing", "R9, R10.", labelled({ app: "one" })),
    oldObject: labelled({ app: "two" }),
  },
  { ...createRow("owner-immutable", true, "the same label", "AMB-27.", patch), oldObject: patch },
  {
    ...createRow("owner-immutable", true, "the label given late", "There was no operator before.", patch),
    oldObject: labelled({ app: "one" }),
  },
  {
    ...createRow("owner-immutable", false, "a resource of another operator", "AMB-27.", patch),
    oldObject: labelled({ [owner]: "other-operator" }),
  },
  {
    ...createRow("owner-immutable", true, "a resource that is handed over", "F16.", handedTo("my-operator")),
    oldObject: labelled({ [owner]: "other-operator" }),
  },
  {
    ...createRow("owner-immutable", false, "one that is handed to a third", "F16.", handedTo("third-operator")),
    oldObject: labelled({ [owner]: "other-operator" }),
  },
  {
    ...createRow("owner-immutable", false, "one that is handed to nobody", "F16.", handedTo("")),
    oldObject: labelled({ [owner]: "other-operator" }),
  },
  ...immutableRows("immutable-name", "metadata.name", "R46: it would be another deployment."),
  ...immutableRows("immutable-namespace", "metadata.namespace", "R47: it would be another deployment."),
  ...immutableRows("immutable-target", "spec.deploymentTargetName", "R48: the platform moves none."),
  ...artifactRows("JAR", "jarUri"),
  ...artifactRows("SQLSCRIPT", "sqlScript"),
  ...artifactRows("PYTHON", "pythonArtifactUri"),
  ...putRows("put-savepoint-attempts", "maxSavepointCreationAttempts", "R57, R65: PUT resets what is omitted."),
  ...putRows("put-job-attempts", "maxJobCreationAttempts", "R58, R65: PUT resets what is omitted."),
  ...putRows("put-template-metadata", "template.metadata", "R59, R65: PUT resets what is omitted."),
  ...putRows("put-logging-profile", "template.spec.logging.loggingProfile", "R60, R65: PUT resets what is omitted."),
  ...putRows("put-log4j-loggers", "template.spec.logging.log4jLoggers", "R61, R65: PUT resets what is omitted."),
  ...putRows(
    "put-log-reserve-policy",
    "template.spec.logging.logReservePolicy",
    "R62, R65: PUT resets what is omitted.",
  ),
  ...putRows("put-size", "template.spec.numberOfTaskManagers", "R63, R65: PUT resets what is omitted."),
  createRow(
    "put-size",
    true,
    "PUT with parallelism instead",
    "R63: one of the two is enough.",
    changed(full, { [`${job}.numberOfTaskManagers`]: undefined, [`${job}.parallelism`]: 2 }),
  ),
  ...identityRows("init-fields-name", "metadata.name"),
  ...identityRows("init-fields-namespace", "metadata.namespace"),
  ...identityRows("init-fields-target", "spec.deploymentTargetName"),
  createRow(
    "initial-savepoint-state",
    true,
    "an initial savepoint with state CANCELLED",
    "X12.",
    changed(patch, initial),
  ),
  createRow(
    "initial-savepoint-state",
    false,
    "an initial savepoint with state RUNNING",
    "X12: the job would start without it.",
    changed(patch, { ...initial, [`${deployment}.spec.state`]: "RUNNING" }),
  ),
  createRow(
    "initial-savepoint-state",
    false,
    "an initial savepoint with initFields that start the job",
    "X12, AMB-8: they win at creation.",
    changed(patch, { ...initial, "spec.initFields.spec.state": "RUNNING" }),
  ),
  ...userMetadataRows("user-metadata", "spec.deployment"),
  ...userMetadataRows("user-metadata-init-fields", "spec.initFields"),
];
