/** Events to the platform and from it. */
export const events = {
  R126: "What Weir does for a deployment appears among the platform's events.",
  R127: "What Weir warns of appears there as well.",
  R128: "Events of the platform's jobs appear as Kubernetes Events.",
  R129: "Events of the platform's deployments appear as Kubernetes Events.",
  R130: "They are seen with kubectl get events and with the usual tools.",
} as const;
