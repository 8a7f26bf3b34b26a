import type { JsonObject } from "../../shared/core/json.ts";

/** Status of a Deployment of one pod that has answered its probe since then. */
export function availableSince(lastTransitionTime: string): JsonObject {
  const conditions = [
    { type: "Available", status: "True", reason: "MinimumReplicasAvailable", lastTransitionTime },
    { type: "Progressing", status: "True", reason: "NewReplicaSetAvailable", lastTransitionTime },
  ];
  return { replicas: 1, availableReplicas: 1, conditions };
}

/** Status of a Deployment of one pod whose first rollout was never complete; it was first written at that time. */
export function unavailableSince(lastTransitionTime: string): JsonObject {
  const conditions = [
    { type: "Available", status: "False", reason: "MinimumReplicasUnavailable", lastTransitionTime },
    { type: "Progressing", status: "True", reason: "ReplicaSetUpdated", lastTransitionTime },
  ];
  return { replicas: 1, unavailableReplicas: 1, conditions };
}
