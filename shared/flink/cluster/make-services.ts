import type { JsonObject } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import type { Blueprint } from "./blueprint.ts";
import { clusterLabels, makeMetadata, selectorOf } from "./metadata.ts";
import { restServiceName } from "./names.ts";

/**
 * The services of a cluster (3.3): the internal one by which TaskManagers reach the JobManager, and that of the REST API.
 *
 * A native cluster with high availability has no internal one: its TaskManagers learn the leader's address from Flink.
 */
export function makeServices(cluster: Blueprint): KubeObject[] {
  const rest = makeRestService(cluster);
  return cluster.mode === "native" && cluster.isHighlyAvailable ? [rest] : [makeInternalService(cluster), rest];
}

function makeInternalService(cluster: Blueprint): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: makeMetadata(cluster, cluster.id),
    spec: {
      type: "ClusterIP",
      clusterIP: "None",
      selector: selectorOf(cluster, "jobmanager"),
      ports: [portOf("jobmanager-rpc", cluster.ports.jobManagerRpc), portOf("blobserver", cluster.ports.blob)],
    },
  };
}

/** It alone carries the component's label, so that a selector by app and component names the service with the web interface. */
function makeRestService(cluster: Blueprint): KubeObject {
  const { type, annotations } = cluster.restService;
  const isHeadless = type === "Headless_ClusterIP";
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: makeMetadata(cluster, restServiceName(cluster.id), {
      labels: { ...clusterLabels(cluster), component: "jobmanager" },
      annotations,
    }),
    spec: {
      type: isHeadless ? "ClusterIP" : type,
      ...(isHeadless ? { clusterIP: "None" } : {}),
      selector: selectorOf(cluster, "jobmanager"),
      ports: [portOf("rest", cluster.ports.rest, cluster.ports.restBind)],
    },
  };
}

function portOf(name: string, port: number, targetPort = port): JsonObject {
  return { name, port, targetPort, protocol: "TCP" };
}
