import { at, isObject, type JsonObject, type JsonValue } from "../../shared/core/json.ts";
import { invalid, isTags, missing, type Problem } from "./problem.ts";
import type { State } from "./state.ts";
import { hasTarget } from "./target-names.ts";
import { objectAt, textAt } from "./tree.ts";

const NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const STATES = ["RUNNING", "SUSPENDED", "CANCELLED"];
const ARTIFACT_FIELDS = new Map([
  ["JAR", "jarUri"],
  ["SQLSCRIPT", "sqlScript"],
  ["PYTHON", "pythonArtifactUri"],
]);

/** A place in a spec, with the name that problems give it. */
type Attribute = { readonly path: readonly string[]; readonly attribute: string };

const POSITIVE = attributes(
  ["maxJobCreationAttempts"],
  ["maxSavepointCreationAttempts"],
  ["template", "spec", "parallelism"],
  ["template", "spec", "numberOfTaskManagers"],
);
const OBJECTS = attributes(
  ["upgradeStrategy"],
  ["restoreStrategy"],
  ["template"],
  ["template", "metadata"],
  ["template", "spec"],
  ["template", "spec", "resources"],
  ["template", "spec", "flinkConfiguration"],
  ["template", "spec", "logging"],
  ["template", "spec", "kubernetes"],
);
const [TARGET, ENGINE] = attributes(["deploymentTargetName"], ["template", "spec", "engineVersionName"]);
/** What a full replacement has to carry, since defaults are never added again (R57–R62) [inf]. */
const REPLACEMENT = attributes(
  ["maxSavepointCreationAttempts"],
  ["maxJobCreationAttempts"],
  ["template", "metadata"],
  ["template", "spec", "logging", "loggingProfile"],
  ["template", "spec", "logging", "log4jLoggers"],
  ["template", "spec", "logging", "logReservePolicy"],
);

/** Faults in a name: DNS label of at most 63 characters (2.1). */
export function judgeName(name: string | undefined): readonly Problem[] {
  if (name === undefined || name === "") return [missing("metadata.name")];
  return name.length <= 63 && NAME.test(name) ? [] : [invalid("metadata.name", `'${name}' is not a valid name`)];
}

/** Faults in the outermost shape of a deployment: metadata and spec are objects where they are given. */
export function judgeShape(body: JsonObject): readonly Problem[] {
  return ["metadata", "spec"]
    .filter((key) => !isAbsentOrObject(body[key]))
    .map((key) => invalid(key, `${key} must be an object`));
}

/** Faults in sent metadata that would rename or move an object. */
export function judgePlace(
  metadata: JsonObject,
  stored: { readonly name: string; readonly namespace: string },
): readonly Problem[] {
  return (["name", "namespace"] as const)
    .filter((key) => metadata[key] !== undefined && metadata[key] !== stored[key])
    .map((key) => invalid(`metadata.${key}`, `metadata.${key} must be '${stored[key]}'`));
}

/** Faults in labels and annotations: both are maps of strings. */
export function judgeTags(metadata: JsonObject): readonly Problem[] {
  return ["labels", "annotations"]
    .filter((key) => metadata[key] !== undefined && !isTags(metadata[key]))
    .map((key) => invalid(`metadata.${key}`, `metadata.${key} must be a map of strings`));
}

/** Faults in a complete deployment spec, after defaults or stored values were merged in. */
export function judgeSpec(spec: JsonObject, state: State, namespace: string): readonly Problem[] {
  return [
    ...judgeState(spec),
    ...judgeKnown(spec, TARGET, (name) => hasTarget(state, namespace, name)),
    ...judgeArtifact(spec),
    ...judgeKnown(spec, ENGINE, (name) => state.engineVersions.has(name)),
    ...POSITIVE.flatMap(({ path, attribute }) => judgePositive(at(spec, ...path), attribute)),
    ...OBJECTS.filter(({ path }) => !isAbsentOrObject(at(spec, ...path))).map(({ attribute }) =>
      invalid(attribute, `${attribute} must be an object`),
    ),
    ...judgeStrategies(spec),
  ];
}

/** What a full replacement misses (R57–R63) [inf]. */
export function judgeReplacement(spec: JsonObject): readonly Problem[] {
  const gaps = REPLACEMENT.filter(({ path }) => at(spec, ...path) === undefined);
  const problems = gaps.map(({ attribute }) => missing(attribute));
  const { numberOfTaskManagers, parallelism } = objectAt(spec, "template", "spec");
  if (numberOfTaskManagers !== undefined || parallelism !== undefined) return problems;
  const attribute = "spec.template.spec.numberOfTaskManagers";
  const message = `${attribute} or parallelism is required`;
  return [...problems, { attribute, reason: "hasNotRequiredKey", message }];
}

function judgeState(spec: JsonObject): readonly Problem[] {
  const { state } = spec;
  if (state === undefined) return [missing("spec.state")];
  if (typeof state === "string" && STATES.includes(state)) return [];
  return [invalid("spec.state", `spec.state must be one of ${STATES.join(", ")}`)];
}

function judgeKnown(
  spec: JsonObject,
  { path, attribute }: Attribute,
  isKnown: (name: string) => boolean,
): readonly Problem[] {
  const value = at(spec, ...path);
  if (value === undefined || value === "") return [missing(attribute)];
  if (typeof value === "string" && isKnown(value)) return [];
  return [invalid(attribute, `${attribute}: ${JSON.stringify(value)} does not exist`)];
}

function judgeArtifact(spec: JsonObject): readonly Problem[] {
  const path = "spec.template.spec.artifact";
  const artifact = at(spec, "template", "spec", "artifact");
  if (!isObject(artifact)) return [missing(path)];
  const kind = textAt(artifact, "kind");
  if (kind === undefined) return [missing(`${path}.kind`)];
  const field = ARTIFACT_FIELDS.get(kind);
  if (field === undefined) return [invalid(`${path}.kind`, `artifact kind '${kind}' is not supported`)];
  return (textAt(artifact, field) ?? "") === "" ? [missing(`${path}.${field}`)] : [];
}

function judgeStrategies(spec: JsonObject): readonly Problem[] {
  const upgrade = at(spec, "upgradeStrategy", "kind");
  const restore = at(spec, "restoreStrategy", "kind");
  return [
    ...judgeKind(upgrade, "spec.upgradeStrategy.kind", ["STATEFUL", "STATELESS", "NONE"]),
    ...judgeKind(restore, "spec.restoreStrategy.kind", ["LATEST_STATE", "LATEST_SAVEPOINT", "NONE", "FROM_SAVEPOINT"]),
    ...(restore === "FROM_SAVEPOINT" && textAt(spec, "restoreStrategy", "savepointId") === undefined
      ? [missing("spec.restoreStrategy.savepointId")]
      : []),
  ];
}

function judgeKind(value: JsonValue | undefined, attribute: string, kinds: readonly string[]): readonly Problem[] {
  if (value === undefined || (typeof value === "string" && kinds.includes(value))) return [];
  return [invalid(attribute, `${attribute} must be one of ${kinds.join(", ")}`)];
}

function judgePositive(value: JsonValue | undefined, attribute: string): readonly Problem[] {
  if (value === undefined) return [];
  if (!Number.isSafeInteger(value)) return [invalid(attribute, `${attribute} must be a whole number`)];
  if (Number(value) >= 1) return [];
  return [{ attribute, reason: "isNonPositive", message: `${attribute} must be at least 1` }];
}

function attributes<const Paths extends readonly (readonly string[])[]>(...paths: Paths) {
  const named = paths.map((path) => ({ path, attribute: ["spec", ...path].join(".") }));
  return named as { readonly [Index in keyof Paths]: Attribute };
}

function isAbsentOrObject(value: JsonValue | undefined): boolean {
  return value === undefined || isObject(value);
}
