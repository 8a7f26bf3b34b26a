import { namespace } from "../../../../cli/demo/platform.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";

const rbac = "rbac.authorization.k8s.io";
const apiVersion = `${rbac}/v1`;
const resource = { apiGroups: ["ververica.platform"], resources: ["vvpdeployments"] };

/** Who uses Weir in the scenarios: a user, and a service account that is none of Weir's. */
const subjects = [
  { apiGroup: rbac, kind: "User", name: "jane" },
  { kind: "ServiceAccount", name: "default", namespace: "weir-system" },
];

/** What a team's administrator grants: to see resources everywhere, to change them in the namespace of the examples. */
export const grants = [
  {
    apiVersion,
    kind: "ClusterRole",
    metadata: { name: "vvpdeployments-viewer" },
    rules: [{ ...resource, verbs: ["get", "list", "watch"] }],
  },
  {
    apiVersion,
    kind: "ClusterRoleBinding",
    metadata: { name: "vvpdeployments-viewer" },
    roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "vvpdeployments-viewer" },
    subjects,
  },
  {
    apiVersion,
    kind: "Role",
    metadata: { name: "vvpdeployments-editor", namespace },
    rules: [
      { ...resource, verbs: ["create", "update", "patch", "delete", "deletecollection"] },
      { apiGroups: [""], resources: ["secrets"], verbs: ["get"] },
    ],
  },
  {
    apiVersion,
    kind: "RoleBinding",
    metadata: { name: "vvpdeployments-editor", namespace },
    roleRef: { apiGroup: rbac, kind: "Role", name: "vvpdeployments-editor" },
    subjects,
  },
] as unknown as readonly KubeObject[];
