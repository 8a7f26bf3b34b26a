import { stateLossAnnotation } from "../../shared/kinds/flink-deployment/jobs-at-risk.ts";
import {
  adoptionPolicyAnnotation,
  deletionPolicyAnnotation,
  driftPolicyAnnotation,
  handoverAnnotation,
  managementPolicyAnnotation,
  nonceDeadlineAnnotation,
  noncePolicyAnnotation,
  ownerLabel,
  pausedAnnotation,
  requestAnnotation,
  secretAnnotation,
} from "../../shared/kinds/vvp-deployment/names.ts";
import {
  adoptionPolicies,
  deletionPolicies,
  driftPolicies,
  managementPolicies,
} from "../../shared/kinds/vvp-deployment/policies.ts";

/** A label or annotation that people set on a resource. */
export interface Mark {
  readonly key: string;
  readonly meaning: string;
  /** Name of the guide that tells more. */
  readonly guide: string;
  /** Anchor within the guide. */
  readonly section?: string;
}

const oneOf = (words: readonly string[]) => `one of ${words.map((word) => `\`${word}\``).join(", ")}`;

const ofFlink: readonly Mark[] = [
  { key: pausedAnnotation, meaning: "`true` stops whatever Weir would do.", guide: "flink", section: "pause" },
  {
    key: requestAnnotation,
    meaning: "Any new value asks for a pass; so does a change of any other annotation.",
    guide: "policies",
    section: "ask-for-a-pass",
  },
];

/** By kind, the label and every annotation that Weir reads. */
export const marks: Readonly<Record<string, readonly Mark[]>> = {
  VvpDeployment: [
    {
      key: ownerLabel,
      meaning: "Label, required: the operator instance (`WEIR_INSTANCE_ID`) that manages the resource.",
      guide: "several-operators",
    },
    {
      key: secretAnnotation,
      meaning: "Name of the Secret, in the same namespace, that holds the platform's API token.",
      guide: "install",
      section: "the-check-of-the-api-key",
    },
    {
      key: deletionPolicyAnnotation,
      meaning: `What becomes of the deployment when the resource is deleted: ${oneOf(deletionPolicies)}.`,
      guide: "policies",
    },
    {
      key: managementPolicyAnnotation,
      meaning: `Whether Weir writes to the platform: ${oneOf(managementPolicies)}.`,
      guide: "policies",
    },
    {
      key: adoptionPolicyAnnotation,
      meaning: `Whether a deployment that exists already may be taken over: ${oneOf(adoptionPolicies)}.`,
      guide: "policies",
    },
    {
      key: driftPolicyAnnotation,
      meaning: `What follows from a change on the platform: ${oneOf(driftPolicies)}.`,
      guide: "policies",
    },
    { key: pausedAnnotation, meaning: "`true` stops projection.", guide: "policies" },
    { key: requestAnnotation, meaning: "Any new value asks for a pass.", guide: "policies", section: "ask-for-a-pass" },
    {
      key: noncePolicyAnnotation,
      meaning: "`Wait` lets a nonce wait for the job to run; `Block` consumes it.",
      guide: "nonces",
      section: "waiting-instead-of-losing-the-number",
    },
    {
      key: nonceDeadlineAnnotation,
      meaning: "How long such a nonce waits, such as `15m`; ten minutes where it is not given.",
      guide: "nonces",
      section: "waiting-instead-of-losing-the-number",
    },
    {
      key: handoverAnnotation,
      meaning: "The operator instance to which the resource may be handed over.",
      guide: "several-operators",
      section: "hand-a-resource-over",
    },
  ],
  FlinkDeployment: [
    ...ofFlink,
    {
      key: stateLossAnnotation,
      meaning: "`true` lets a change of a session cluster go on although jobs on it lose their state.",
      guide: "flink",
      section: "session-jobs",
    },
  ],
  FlinkSessionJob: ofFlink,
  FlinkStateSnapshot: [
    ...ofFlink,
    {
      key: deletionPolicyAnnotation,
      meaning: "`Orphan` lets a resource that is being deleted go at once, and keeps its savepoint.",
      guide: "flink",
      section: "snapshots",
    },
  ],
};
