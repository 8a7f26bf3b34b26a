import { equals } from "../../core/diff.ts";
import { parseDuration } from "../../core/duration.ts";
import { at } from "../../core/json.ts";
import type { Review, Rule } from "../../core/rule.ts";
import { annotationRule } from "./annotation-rule.ts";
import { apiKeyRule } from "./api-key.ts";
import { initFieldsRules } from "./init-fields.ts";
import { initialSavepointRule } from "./initial-savepoint-rule.ts";
import { nonceDeadlineAnnotation, noncePolicyAnnotation, pausedAnnotation } from "./names.ts";
import { ownerRules } from "./owner-rules.ts";
import { policyRules, saysOneOf } from "./policy-rules.ts";
import { userMetadataRules } from "./user-metadata.ts";

const job = "spec.deployment.spec.template.spec";

/** A field that may not change once the resource exists; the API server checks it with a transition rule. */
function immutable(name: string, path: string, why: string): Rule {
  const value = field(path);
  return {
    name,
    why,
    severity: "deny",
    path,
    message: "is immutable after creation; delete the resource and create it anew to change it",
    cel: { layer: "schema", at: path, expression: "self == oldSelf", reason: "FieldValueForbidden" },
    holds: ({ object, oldObject }) => oldObject === undefined || equals(value(oldObject), value(object)),
  };
}

/** A field that PUT mode needs, because the platform fills nothing in there; `given` is its CEL test below `spec`. */
function requiredForPut(name: string, path: string, why: string, given: string, alternative?: string): Rule {
  const values = (alternative === undefined ? [path] : [path, alternative]).map(field);
  return {
    name,
    why,
    severity: "deny",
    path,
    message: `is required in PUT mode${alternative === undefined ? "" : `, or ${alternative}`}`,
    cel: {
      layer: "schema",
      at: "spec",
      expression: `self.syncingMode != 'PUT' || ${given}`,
      reason: "FieldValueRequired",
    },
    holds: ({ object }) =>
      at(object.spec, "syncingMode") !== "PUT" || values.some((value) => value(object) !== undefined),
  };
}

/** The field that an artifact of one kind cannot do without (R54). */
function artifactField(kind: string, key: string): Rule {
  const path = `${job}.artifact.${key}`;
  const artifactOf = field(`${job}.artifact`);
  return {
    name: `artifact-${kind.toLowerCase()}`,
    why: "R54: without it the platform has nothing to run.",
    severity: "deny",
    path,
    message: `is required for an artifact of kind ${kind}`,
    cel: {
      layer: "schema",
      at: `${job}.artifact`,
      expression: `self.kind != '${kind}' || (has(self.${key}) && size(self.${key}) > 0)`,
      reason: "FieldValueRequired",
    },
    holds: ({ object }) => {
      const artifact = artifactOf(object);
      const value = at(artifact, key);
      return at(artifact, "kind") !== kind || (typeof value === "string" && value !== "");
    },
  };
}

/** Reads the value at a dotted path of an object. */
function field(path: string) {
  const keys = path.split(".");
  return (object: Review["object"]) => at(object, ...keys);
}

const wantedState = field("spec.deployment.spec.state");

const template = "self.deployment.spec.template";
const logging = `has(${template}.spec.logging)`;

/** Every admission rule of a VvpDeployment; one row is one rule, wherever it is checked (R9–R11, R46–R65). */
export const rules: readonly Rule[] = [
  ...ownerRules,
  immutable("immutable-name", "spec.deployment.metadata.name", "R46: the name is the deployment's identity."),
  immutable("immutable-namespace", "spec.deployment.metadata.namespace", "R47: the namespace is part of its identity."),
  immutable(
    "immutable-target",
    "spec.deployment.spec.deploymentTargetName",
    "R48: the platform cannot move a deployment to another target.",
  ),
  artifactField("JAR", "jarUri"),
  artifactField("SQLSCRIPT", "sqlScript"),
  artifactField("PYTHON", "pythonArtifactUri"),
  requiredForPut(
    "put-savepoint-attempts",
    "spec.deployment.spec.maxSavepointCreationAttempts",
    "R57: PUT resets what is omitted, and the platform has no default left for it.",
    "has(self.deployment.spec.maxSavepointCreationAttempts)",
  ),
  requiredForPut(
    "put-job-attempts",
    "spec.deployment.spec.maxJobCreationAttempts",
    "R58: as R57.",
    "has(self.deployment.spec.maxJobCreationAttempts)",
  ),
  requiredForPut(
    "put-template-metadata",
    "spec.deployment.spec.template.metadata",
    "R59: must be present, {} is enough.",
    `has(${template}.metadata)`,
  ),
  requiredForPut(
    "put-logging-profile",
    `${job}.logging.loggingProfile`,
    "R60: as R57.",
    `(${logging} && has(${template}.spec.logging.loggingProfile))`,
  ),
  requiredForPut(
    "put-log4j-loggers",
    `${job}.logging.log4jLoggers`,
    "R61: as R57.",
    `(${logging} && has(${template}.spec.logging.log4jLoggers))`,
  ),
  requiredForPut(
    "put-log-reserve-policy",
    `${job}.logging.logReservePolicy`,
    "R62: as R57.",
    `(${logging} && has(${template}.spec.logging.logReservePolicy))`,
  ),
  requiredForPut(
    "put-size",
    `${job}.numberOfTaskManagers`,
    "R63: the platform must know how large the job is.",
    `(has(${template}.spec.numberOfTaskManagers) || has(${template}.spec.parallelism))`,
    `${job}.parallelism`,
  ),
  ...initFieldsRules,
  ...userMetadataRules,
  initialSavepointRule,
  apiKeyRule,
  {
    name: "put-state",
    why: "AMB-19: PUT resets what is omitted, and a state that is reset would stop the job; so the current one is sent.",
    severity: "warn",
    path: "spec.deployment.spec.state",
    message: "is not given in PUT mode: a new deployment stays CANCELLED, and one that exists keeps its state",
    holds: ({ object }) => at(object.spec, "syncingMode") !== "PUT" || wantedState(object) !== undefined,
  },
  {
    name: "paused-spelling",
    why: 'Only "true" pauses; a yes that is taken for a no would project what the user wanted to hold back.',
    severity: "warn",
    path: `metadata.annotations["${pausedAnnotation}"]`,
    message: 'is neither "true" nor "false"; projection goes on',
    holds: saysOneOf(pausedAnnotation, ["true", "false"]),
  },
  {
    name: "nonce-policy-spelling",
    why: "A policy that is not understood consumes the nonce that the user wanted to wait.",
    severity: "warn",
    path: `metadata.annotations["${noncePolicyAnnotation}"]`,
    message: 'is neither "Wait" nor "Block"; a nonce that cannot be carried out at once is consumed',
    holds: saysOneOf(noncePolicyAnnotation, ["Wait", "Block"]),
  },
  {
    name: "nonce-deadline-duration",
    why: "A deadline that is none is replaced by the usual one.",
    severity: "warn",
    path: `metadata.annotations["${nonceDeadlineAnnotation}"]`,
    message: "is no duration such as 15m, or is longer than 876000h; ten minutes hold",
    holds: ({ object }) => {
      const text = object.metadata.annotations?.[nonceDeadlineAnnotation];
      return text === undefined || parseDuration(text) !== undefined;
    },
  },
  ...policyRules,
  annotationRule,
];
