import { namespace } from "../../../../cli/demo/platform.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";

const rbac = "rbac.authorization.k8s.io";

/** Who uses Weir in the scenarios: a user, and a service account that is none of Weir's. */
const subjects = [
  { apiGroup: rbac, kind: "User", name: "jane" },
  { kind: "ServiceAccount", name: "default", namespace: "weir-system" },
];

const bind = (kind: "RoleBinding" | "ClusterRoleBinding", role: string, metadata: object) => ({
  apiVersion: `${rbac}/v1`,
  kind,
  metadata: { name: `weir-scenarios-${role}`, ...metadata },
  roleRef: { apiGroup: rbac, kind: "ClusterRole", name: role },
  subjects,
});

/** What a cluster's administrator grants a team: to see everything everywhere, to edit in its own namespace. */
export const grants = [
  bind("ClusterRoleBinding", "view", {}),
  bind("RoleBinding", "edit", { namespace }),
] as unknown as readonly KubeObject[];

/** Where they are. */
export const grantPaths = [
  `/apis/${rbac}/v1/clusterrolebindings/weir-scenarios-view`,
  `/apis/${rbac}/v1/namespaces/${namespace}/rolebindings/weir-scenarios-edit`,
] as const;
