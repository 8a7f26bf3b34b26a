import type { JsonObject } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";

/** One thing that the pods of clusters do at the API server, and what they must be allowed for it. */
export interface JobRule {
  readonly why: string;
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/**
 * What the service account of a cluster's pods must be allowed (2.15): the first row with high availability, all of them in
 * native mode, none for a standalone cluster without. Flink elects leaders on ConfigMaps, never on Leases.
 */
export const jobRules: readonly JobRule[] = [
  {
    why: "High availability keeps leaders, jobs and checkpoints in ConfigMaps; a native JobManager watches them too.",
    apiGroups: [""],
    resources: ["configmaps"],
    verbs: ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"],
  },
  {
    why: "A native JobManager makes the pods of its TaskManagers, watches them and removes them.",
    apiGroups: [""],
    resources: ["pods"],
    verbs: ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"],
  },
  {
    why: "It makes those pods belong to its own Deployment, which it reads for that.",
    apiGroups: ["apps"],
    resources: ["deployments"],
    verbs: ["get"],
  },
  {
    why: "A cluster that checks who may block the deletion of an owner asks for this.",
    apiGroups: ["apps"],
    resources: ["deployments/finalizers"],
    verbs: ["update"],
  },
];

/** An object of Kubernetes' access control. */
export interface AccessObject extends KubeObject {
  readonly rules?: readonly JsonObject[];
  readonly roleRef?: JsonObject;
  readonly subjects?: readonly JsonObject[];
}

/** A service account for the pods of all clusters of a namespace, bound to a role with all that any of them may need. */
export function makeJobRole({
  namespace,
  name,
}: {
  readonly namespace: string;
  readonly name: string;
}): AccessObject[] {
  const metadata = { name, namespace };
  const apiVersion = "rbac.authorization.k8s.io/v1";
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata },
    { apiVersion, kind: "Role", metadata, rules: jobRules.map(({ why: _, ...rule }) => rule) },
    {
      apiVersion,
      kind: "RoleBinding",
      metadata,
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name },
      subjects: [{ kind: "ServiceAccount", name, namespace }],
    },
  ];
}
