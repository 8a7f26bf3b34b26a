import type { Deployment, Tags } from "./objects.ts";
import type { Problem } from "./problem.ts";
import { type Reply, refuse } from "./reply.ts";

/** Annotation that names the operator instance a deployment belongs to [inv]. */
export const OWNER_ANNOTATION = "ververica.platform/managed-by-operator";

/** Annotation that names the uid of the custom resource behind a deployment [inv]. */
export const UID_ANNOTATION = "ververica.platform/cr-uid";

/** Request header in which an operator names its instance [inv]. */
export const OPERATOR_HEADER = "x-vvp-operator-instance";

/** The operator instance that owns a deployment, or undefined for one made in the UI. */
export function ownerOf(deployment: Deployment): string | undefined {
  return ownerIn(deployment.metadata.annotations);
}

/** Why a caller may not change a deployment: 403 for a foreign one, 409 for an operator on an unmarked one. */
export function judgeLock(deployment: Deployment, operator: string | undefined): Reply | undefined {
  const owner = ownerOf(deployment);
  const { name } = deployment.metadata;
  if (owner === undefined) return operator === undefined ? undefined : refuseUnmarked(name);
  if (owner === operator) return undefined;
  return refuse(403, "OPERATOR_MANAGED", `Deployment '${name}' can be changed only by operator '${owner}'.`);
}

/** Why a name cannot be created: it exists, and for an operator it also tells whether it could be its own. */
export function refuseExisting(deployment: Deployment, operator: string | undefined): Reply {
  const { name } = deployment.metadata;
  if (operator !== undefined && ownerOf(deployment) === undefined) return refuseUnmarked(name);
  return refuse(409, "ALREADY_EXISTS", `A deployment named '${name}' exists already.`);
}

/** Faults in the marker of a new deployment: an operator marks what it creates with its own name, nobody else marks. */
export function judgeNewMarker(annotations: Tags, operator: string | undefined): readonly Problem[] {
  if (operator !== undefined) {
    return tagOf(annotations, OWNER_ANNOTATION) === operator ? needUid(annotations) : [wrongMarker(OWNER_ANNOTATION)];
  }
  return [OWNER_ANNOTATION, UID_ANNOTATION].filter((key) => Object.hasOwn(annotations, key)).map(wrongMarker);
}

/** Faults in the marker of a full replacement: it has to repeat the stored marker. */
export function judgeReplacedMarker(stored: Tags, sent: Tags): readonly Problem[] {
  return [OWNER_ANNOTATION, UID_ANNOTATION]
    .filter((key) => tagOf(stored, key) !== tagOf(sent, key))
    .map((key) =>
      Object.hasOwn(sent, key) ? wrongMarker(key) : { ...wrongMarker(key), reason: "isMissing" as const },
    );
}

/** True for an operator's PATCH that marks as its own what nobody has marked. */
export function isClaim(stored: Tags, sent: Tags, operator: string | undefined): boolean {
  const unmarked = [OWNER_ANNOTATION, UID_ANNOTATION].every((key) => tagOf(stored, key) === undefined);
  const marked = tagOf(sent, OWNER_ANNOTATION) === operator && (tagOf(sent, UID_ANNOTATION) ?? "") !== "";
  return operator !== undefined && unmarked && marked;
}

/**
 * The annotations with the marker as stored, whatever a PATCH said about it, but for one thing: the operator that it names
 * may name another one, and so hand the deployment over [inv].
 */
export function keepMarker(stored: Tags, merged: Tags): Tags {
  const heir = tagOf(merged, OWNER_ANNOTATION) ?? "";
  const owner = ownerIn(stored) === undefined || heir === "" ? {} : { [OWNER_ANNOTATION]: heir };
  return { ...withoutMarker(merged), ...onlyMarker(stored), ...owner };
}

/** The annotations without the marker. */
export function withoutMarker(annotations: Tags): Tags {
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => !isMarker(key)));
}

function ownerIn(annotations: Tags): string | undefined {
  return tagOf(annotations, OWNER_ANNOTATION);
}

function onlyMarker(annotations: Tags): Tags {
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => isMarker(key)));
}

function isMarker(key: string): boolean {
  return key === OWNER_ANNOTATION || key === UID_ANNOTATION;
}

function needUid(annotations: Tags): readonly Problem[] {
  if ((tagOf(annotations, UID_ANNOTATION) ?? "") !== "") return [];
  return [{ ...wrongMarker(UID_ANNOTATION), reason: "isMissing" }];
}

function wrongMarker(key: string): Problem {
  const message = `annotation ${key} does not fit the caller or the stored deployment`;
  return { attribute: `metadata.annotations[${key}]`, reason: "isInvalid", message };
}

function refuseUnmarked(name: string): Reply {
  return refuse(409, "NOT_OPERATOR_MANAGED", `Deployment '${name}' exists and is not managed by an operator.`);
}

function tagOf(annotations: Tags, key: string): string | undefined {
  return Object.hasOwn(annotations, key) ? annotations[key] : undefined;
}
