import type { Names } from "../../core/object.ts";

/** R1. */
export const names: Names = {
  group: "ververica.platform",
  version: "v1",
  kind: "VvpDeployment",
  plural: "vvpdeployments",
  singular: "vvpdeployment",
  shortNames: ["vvpd"],
  categories: ["weir", "flink"],
};

/** Label whose value is the operator instance that manages the resource (R9). */
export const ownerLabel = "ververica.platform/owner";

/** Annotation that names the Secret with the platform's API token (R13). */
export const secretAnnotation = "apikeySecretName";

/** Annotation that stops projection while it is `"true"`. */
export const pausedAnnotation = "weir.dev/paused";

/** Annotation that makes a nonce wait for the job to run instead of being consumed, while it is `Wait`. */
export const noncePolicyAnnotation = "weir.dev/nonce-policy";

/** Annotation with how long such a nonce waits, as a duration such as `15m`. */
export const nonceDeadlineAnnotation = "weir.dev/nonce-deadline";

/** Annotation that says what becomes of the deployment when the resource is deleted. */
export const deletionPolicyAnnotation = "weir.dev/deletion-policy";

/** Annotation that says whether Weir may write to the platform for this resource at all. */
export const managementPolicyAnnotation = "weir.dev/management-policy";

/** Annotation that says whether a deployment that nobody manages may be taken over. */
export const adoptionPolicyAnnotation = "weir.dev/adoption-policy";

/** Annotation that says what follows from values that were changed on the platform. */
export const driftPolicyAnnotation = "weir.dev/drift-policy";

/** Annotation that names the operator instance to which the resource may be handed over (F16). */
export const handoverAnnotation = "weir.dev/allow-handover";

/** Annotation whose change asks for a pass; the status repeats the value once a pass has come to a verdict. */
export const requestAnnotation = "weir.dev/reconcile-requested-at";

/** Every annotation of Weir's own (`weir.dev/*`) that a user may set. */
export const ownAnnotations = [
  pausedAnnotation,
  noncePolicyAnnotation,
  nonceDeadlineAnnotation,
  deletionPolicyAnnotation,
  managementPolicyAnnotation,
  adoptionPolicyAnnotation,
  driftPolicyAnnotation,
  handoverAnnotation,
  requestAnnotation,
] as const;
