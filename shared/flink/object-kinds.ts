import type { ObjectKind } from "../ports/objects.ts";

/** Kubernetes' Deployments. */
export const deployments: ObjectKind = { group: "apps", version: "v1", kind: "Deployment", plural: "deployments" };

/** Kubernetes' ConfigMaps. */
export const configMaps: ObjectKind = { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps" };

/** Kubernetes' Services. */
export const services: ObjectKind = { group: "", version: "v1", kind: "Service", plural: "services" };

/** Kubernetes' Ingresses. */
export const ingresses: ObjectKind = {
  group: "networking.k8s.io",
  version: "v1",
  kind: "Ingress",
  plural: "ingresses",
};

/** Kubernetes' Events, of the API in which a kubelet writes them. */
export const events: ObjectKind = { group: "", version: "v1", kind: "Event", plural: "events" };

/** Kubernetes' Pods. */
export const pods: ObjectKind = { group: "", version: "v1", kind: "Pod", plural: "pods" };
