import type { JsonObject } from "../../shared/core/json.ts";

/** What Kubernetes says of a container that does not start, by what its image is called; undefined for one that does. */
export function brokenContainer(image: string): JsonObject | undefined {
  if (image.startsWith("broken")) {
    return waiting(0, "ImagePullBackOff", `Back-off pulling image "${image}"`);
  }
  if (image.startsWith("crashing")) {
    return waiting(7, "CrashLoopBackOff", "back-off 5m0s restarting failed container=flink-main-container");
  }
  return undefined;
}

function waiting(restartCount: number, reason: string, message: string): JsonObject {
  return { restartCount, state: { waiting: { reason, message } } };
}

/** Status of a Deployment of which a quota admits no pod. */
export function refusedStatus(name: string): JsonObject {
  const message = `pods "${name}-0" is forbidden: exceeded quota: small`;
  return { conditions: [{ type: "ReplicaFailure", status: "True", reason: "FailedCreate", message }] };
}
