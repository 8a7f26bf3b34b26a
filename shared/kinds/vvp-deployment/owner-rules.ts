import type { KubeObject } from "../../core/object.ts";
import type { Rule } from "../../core/rule.ts";
import { watchedNamespaceRule } from "../../core/watched-namespace.ts";
import { handoverAnnotation, ownerLabel } from "./names.ts";

const path = `metadata.labels["${ownerLabel}"]`;
const label = `object.metadata.labels['${ownerLabel}']`;
const isLabelled = (object: string) => `has(${object}.metadata.labels) && '${ownerLabel}' in ${object}.metadata.labels`;
const given = `has(object.metadata.annotations) && '${handoverAnnotation}' in object.metadata.annotations`;

/** Whose resource it is, and where its operator looks (R9–R12, AMB-14, AMB-27). */
export const ownerRules: readonly Rule[] = [
  {
    name: "owner-label",
    why: "R9–R11: the label says which operator instance acts; without it nobody would, with another's somebody else.",
    severity: "deny",
    path,
    message: "is required and must name the instanceId of an operator that runs in this cluster",
    cel: { layer: "policy", expression: `${isLabelled("object")} && ${label} in instanceIds` },
    holds: ({ object, settings }) => ownerOf(object) === settings.instanceId,
  },
  {
    name: "owner-immutable",
    why: "AMB-27: a slip of the label would leave the deployment to somebody else; F16: on purpose it may change.",
    severity: "deny",
    path,
    message: `changes only together with the annotation ${handoverAnnotation}, which names the operator that takes over`,
    cel: {
      layer: "policy",
      on: ["UPDATE"],
      expression:
        `!(${isLabelled("oldObject")}) || (${isLabelled("object")} && (` +
        `${label} == oldObject.metadata.labels['${ownerLabel}'] || ` +
        `(${given} && object.metadata.annotations['${handoverAnnotation}'] == ${label})))`,
    },
    holds: ({ object, oldObject }) => {
      const before = oldObject && ownerOf(oldObject);
      return before === undefined || ownerOf(object) === before || isHandedTo(object, ownerOf(object));
    },
  },
  watchedNamespaceRule,
];

/** True where the user allows that instance to take the resource over from another one. */
export function isHandedTo({ metadata }: KubeObject, instanceId: string | undefined): boolean {
  const named = metadata.annotations?.[handoverAnnotation];
  return named !== undefined && named !== "" && named === instanceId;
}

/** True for a resource that names another instance; whether there is one is for the policy to know (AMB-14). */
export function isOfAnother(object: KubeObject, instanceId: string): boolean {
  const owner = ownerOf(object);
  return typeof owner === "string" && owner !== "" && owner !== instanceId;
}

function ownerOf({ metadata }: KubeObject): string | undefined {
  return metadata.labels?.[ownerLabel];
}
