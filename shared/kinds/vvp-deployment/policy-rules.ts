import type { Rule } from "../../core/rule.ts";
import {
  adoptionPolicyAnnotation,
  deletionPolicyAnnotation,
  driftPolicyAnnotation,
  managementPolicyAnnotation,
} from "./names.ts";
import { adoptionPolicies, deletionPolicy, driftPolicies, managementPolicy } from "./policies.ts";

/** Holds where an annotation is one of these words, or is not there. */
export function saysOneOf(annotation: string, words: readonly string[]): Rule["holds"] {
  return ({ object: { metadata } }) => {
    const word = metadata.annotations?.[annotation];
    return word === undefined || words.includes(word);
  };
}

/** Warnings about policies that are not understood; a pass does not guess what they might mean. */
export const policyRules: readonly Rule[] = [
  {
    name: "deletion-policy-spelling",
    why: "A deployment does not come back: while the policy is not understood, nothing is deleted.",
    severity: "warn",
    path: `metadata.annotations["${deletionPolicyAnnotation}"]`,
    message:
      'is none of "Delete", "Orphan", "CancelThenDelete" and "SuspendThenDelete"; ' +
      "a deletion would wait until it is one of them",
    holds: ({ object, settings }) => deletionPolicy(object, settings) !== undefined,
  },
  {
    name: "management-policy-spelling",
    why: "A no that is taken for a yes would change a deployment that was only to be looked at.",
    severity: "warn",
    path: `metadata.annotations["${managementPolicyAnnotation}"]`,
    message: 'is neither "Full" nor "ObserveOnly"; nothing is written to the platform until it is one of them',
    holds: ({ object }) => managementPolicy(object) !== undefined,
  },
  {
    name: "adoption-policy-spelling",
    why: "R17: taking over is only done where it is clearly asked for.",
    severity: "warn",
    path: `metadata.annotations["${adoptionPolicyAnnotation}"]`,
    message: 'is neither "Never" nor "Adopt"; no deployment is taken over',
    holds: saysOneOf(adoptionPolicyAnnotation, adoptionPolicies),
  },
  {
    name: "drift-policy-spelling",
    why: "Only what is understood changes the platform; drift is told about meanwhile.",
    severity: "warn",
    path: `metadata.annotations["${driftPolicyAnnotation}"]`,
    message: 'is none of "Report", "Correct" and "Ignore"; drift is reported',
    holds: saysOneOf(driftPolicyAnnotation, driftPolicies),
  },
];
