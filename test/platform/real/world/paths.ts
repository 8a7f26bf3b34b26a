import { namespace } from "../../../../cli/demo/platform.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";

const registration = "/apis/admissionregistration.k8s.io/v1";
const rbac = "/apis/rbac.authorization.k8s.io/v1";

/** Collections by kind; `NAMESPACE` is that of the object. */
const collections: Readonly<Record<string, string>> = {
  Namespace: "/api/v1/namespaces",
  Secret: "/api/v1/namespaces/NAMESPACE/secrets",
  ConfigMap: "/api/v1/namespaces/NAMESPACE/configmaps",
  ServiceAccount: "/api/v1/namespaces/NAMESPACE/serviceaccounts",
  CustomResourceDefinition: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
  ValidatingAdmissionPolicy: `${registration}/validatingadmissionpolicies`,
  ValidatingAdmissionPolicyBinding: `${registration}/validatingadmissionpolicybindings`,
  ValidatingWebhookConfiguration: `${registration}/validatingwebhookconfigurations`,
  ClusterRole: `${rbac}/clusterroles`,
  ClusterRoleBinding: `${rbac}/clusterrolebindings`,
  Role: `${rbac}/namespaces/NAMESPACE/roles`,
  RoleBinding: `${rbac}/namespaces/NAMESPACE/rolebindings`,
};

/** VvpDeployments of all namespaces. */
export const everywhere = "/apis/ververica.platform/v1/vvpdeployments";

/** VvpDeployments of the examples' namespace. */
export const deployments = `/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments`;

/** The configuration that tells the API server of the admission function. */
export const webhook = `${registration}/validatingwebhookconfigurations/weir-admission`;

/**
 * Path of an object.
 *
 * Throws for a kind without a row.
 */
export function pathOf({ kind = "", metadata }: KubeObject): string {
  const collection = collections[kind];
  if (collection === undefined) throw new Error(`no path is known for the kind ${kind}`);
  return `${collection.replace("NAMESPACE", metadata.namespace ?? "default")}/${metadata.name}`;
}
