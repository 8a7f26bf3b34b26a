import type { KubeObject } from "../../core/object.ts";
import type { Settings } from "../../core/settings.ts";
import {
  adoptionPolicyAnnotation,
  deletionPolicyAnnotation,
  driftPolicyAnnotation,
  managementPolicyAnnotation,
  pausedAnnotation,
} from "./names.ts";

/** What may become of the deployment when the resource is deleted; the first is what the documents say (R107–R110). */
export const deletionPolicies = ["Delete", "Orphan", "CancelThenDelete", "SuspendThenDelete"] as const;

/** Whether Weir may write to the platform; the first is the usual. */
export const managementPolicies = ["Full", "ObserveOnly"] as const;

/** Whether a deployment that exists already may be taken over; the first is what the documents say (R17). */
export const adoptionPolicies = ["Never", "Adopt"] as const;

/** What follows from drift; the first does no more than tell (AMB-18). */
export const driftPolicies = ["Report", "Correct", "Ignore"] as const;

const defaultSource = "the operator's WEIR_DELETION_POLICY";

type Annotated = Pick<KubeObject, "metadata">;

/** The operator's words for resources that say nothing of their own; there is no level between the two. */
type Defaults = Pick<Settings, "deletionPolicy" | "driftPolicy">;

/** Undefined for a word that is none of them: then nothing is deleted, since a deployment does not come back. */
export function deletionPolicy(object: Annotated, defaults: Defaults): (typeof deletionPolicies)[number] | undefined {
  return chosen(object, deletionPolicyAnnotation, deletionPolicies, defaults.deletionPolicy);
}

/** The policy and where it comes from, for a sentence about it; a resource that says nothing has the operator's. */
export function deletionPolicyText(object: Annotated, defaults: Defaults): string {
  const given = object.metadata.annotations?.[deletionPolicyAnnotation] !== undefined;
  const source = given || defaults.deletionPolicy === undefined ? deletionPolicyAnnotation : defaultSource;
  return `${source}: ${deletionPolicy(object, defaults)}`;
}

/** Undefined for a word that is none of them: then nothing is written to the platform until it is understood. */
export function managementPolicy(object: Annotated): (typeof managementPolicies)[number] | undefined {
  return chosen(object, managementPolicyAnnotation, managementPolicies);
}

/** A word that is none of them takes nothing over. */
export function adoptionPolicy(object: Annotated): (typeof adoptionPolicies)[number] {
  return chosen(object, adoptionPolicyAnnotation, adoptionPolicies) ?? "Never";
}

/** A word that is none of them changes nothing on the platform: drift is told about. */
export function driftPolicy(object: Annotated, defaults: Defaults): (typeof driftPolicies)[number] {
  return chosen(object, driftPolicyAnnotation, driftPolicies, defaults.driftPolicy) ?? "Report";
}

/** The state into which the deployment is brought before it is deleted, where the user asks for that. */
export function stateBeforeDeletion(object: Annotated, defaults: Defaults): "CANCELLED" | "SUSPENDED" | undefined {
  const policy = deletionPolicy(object, defaults);
  if (policy === "CancelThenDelete") return "CANCELLED";
  return policy === "SuspendThenDelete" ? "SUSPENDED" : undefined;
}

/** Why the spec is not projected, as a sentence for the user; undefined while it is. */
export function whySyncIsOff(object: Annotated): string | undefined {
  if (object.metadata.annotations?.[pausedAnnotation] === "true") return `The annotation ${pausedAnnotation} is set.`;
  const policy = managementPolicy(object);
  if (policy === "Full") return undefined;
  const words = policy === undefined ? "neither Full nor ObserveOnly" : policy;
  return `The annotation ${managementPolicyAnnotation} is ${words}.`;
}

/** The word that the annotation holds; where there is none, the usual one, which is the first unless it is given. */
function chosen<Word extends string>(
  { metadata }: Annotated,
  annotation: string,
  words: readonly [Word, ...Word[]],
  usual: string = words[0],
): Word | undefined {
  const given = metadata.annotations?.[annotation] ?? usual;
  return words.find((word) => word === given);
}
