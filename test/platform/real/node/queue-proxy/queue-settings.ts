import { readManifests } from "../../../../../cli/demo/manifests.ts";
import { at } from "../../../../../shared/core/json.ts";

/** What a revision says about its queue-proxy; the names are Knative's. */
export interface RevisionLimits {
  readonly containerConcurrency: number;
  readonly timeoutSeconds: number;
  readonly responseStartTimeoutSeconds: number;
  readonly readinessProbe: unknown;
}

/** Port on which queue-proxy serves HTTP, its metrics for the autoscaler, and its admin handlers. */
export const ports = { serving: 8012, metrics: 9090, admin: 8022 } as const;

/** Port of the function. */
export const userPort = 8080;

/** The limits in a Knative Service of the installation. */
export async function readLimits(manifest: string): Promise<RevisionLimits> {
  const [service] = await readManifests(manifest);
  const spec = at(service, "spec", "template", "spec");
  const [container] = at(spec, "containers") as unknown[];
  return {
    containerConcurrency: Number(at(spec, "containerConcurrency")),
    timeoutSeconds: Number(at(spec, "timeoutSeconds")),
    responseStartTimeoutSeconds: Number(at(spec, "responseStartTimeoutSeconds")),
    readinessProbe: at(container, "readinessProbe"),
  };
}

/** The environment that Knative's revision reconciler gives queue-proxy for these limits. */
export function toQueueEnvironment(name: string, address: string, limits: RevisionLimits): Record<string, string> {
  return {
    SERVING_NAMESPACE: "weir-system",
    SERVING_SERVICE: name,
    SERVING_CONFIGURATION: name,
    SERVING_REVISION: `${name}-00001`,
    SERVING_POD: `${name}-00001-deployment-0`,
    SERVING_POD_IP: address,
    SERVING_LOGGING_CONFIG: "",
    SERVING_LOGGING_LEVEL: "",
    SYSTEM_NAMESPACE: "knative-serving",
    QUEUE_SERVING_PORT: String(ports.serving),
    QUEUE_SERVING_TLS_PORT: "8112",
    USER_PORT: String(userPort),
    CONTAINER_CONCURRENCY: String(limits.containerConcurrency),
    REVISION_TIMEOUT_SECONDS: String(limits.timeoutSeconds),
    REVISION_RESPONSE_START_TIMEOUT_SECONDS: String(limits.responseStartTimeoutSeconds),
    SERVING_READINESS_PROBE: JSON.stringify(toProbe(limits.readinessProbe)),
  };
}

/** A probe without `periodSeconds` stays without: that is what makes queue-proxy ask every 50 ms. */
function toProbe(probe: unknown): object {
  const httpGet = at(probe, "httpGet") as object;
  return {
    successThreshold: 1,
    ...(probe as object),
    httpGet: { ...httpGet, host: "127.0.0.1", port: userPort, scheme: "HTTP" },
  };
}
