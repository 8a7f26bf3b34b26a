/** What the status says, conditions aside. */
export const status = {
  R68: "deploymentId is the platform's id, set by the first cycle.",
  R69: "observedGeneration is the generation that the last cycle looked at.",
  R70: "syncEnabled tells whether changes of the spec are projected; normally true.",
  R71: "observedSpecState is the state that the spec asks for.",
  R72: "actualState is the platform's: RUNNING, CANCELLED, SUSPENDED, TRANSITIONING, FAILED or FINISHED.",
  R73: "vvpNamespace is the platform's namespace that calls go to.",
  R74: "instanceId is the operator that manages the resource.",
  R75: "lastProcessedSavepointNonce is the last savepointNonce that was submitted; a blocked one is not.",
  R76: "lastProcessedTriggerNonce is the last restartNonce that was submitted.",
  R77: "Each condition has type, status, reason, message and lastTransitionTime, as is usual in Kubernetes.",
  R78: "Only the operator writes the status; what a user writes there has no effect.",
  R79: "The status is a view: what the platform says is true, not what the status says.",
} as const;

/** What users see of it. */
export const columns = {
  R131: "kubectl get shows NAME, ACTUAL, INSTANCE-ID, DESIRED, SYNC, VVP-NAMESPACE, HEALTHY and AGE, in this order.",
  R132: "Each column shows its field of the status; HEALTHY that of the condition Healthy, AGE the time since creation.",
  R133: "With -o wide come CONSISTENT, SPECALIGNED, PARALLELISMALIGNED and DELETIONBLOCKED; NonceAligned has no column.",
  R134: "Every condition that fails tells the user what to do, or that nothing is to be done, and its message is enough for that.",
} as const;
