import type { KubeObject } from "../../core/object.ts";
import type { Blueprint } from "./blueprint.ts";
import { makeMetadata } from "./metadata.ts";
import { restServiceName } from "./names.ts";

/** The ingress to the web interface (3.7), or undefined where the spec has none. */
export function makeIngress(cluster: Blueprint): KubeObject | undefined {
  const { ingress, ports, id } = cluster;
  if (ingress === undefined) return undefined;
  const service = { name: restServiceName(id), port: { number: ports.rest } };
  const http = { paths: [{ path: ingress.path, pathType: "ImplementationSpecific", backend: { service } }] };
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: makeMetadata(cluster, id, {
      labels: { ...ingress.labels, app: id, component: "ingress" },
      annotations: ingress.annotations,
    }),
    spec: {
      ...(ingress.className === undefined ? {} : { ingressClassName: ingress.className }),
      rules: ingress.hosts.map((host) => (host === undefined ? { http } : { host, http })),
      ...(ingress.tls.length === 0 ? {} : { tls: ingress.tls }),
    },
  };
}
