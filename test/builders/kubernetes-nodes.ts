import { mergePatch } from "../../shared/core/diff.ts";
import type { JsonObject } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";

/** A node that is ready, with room for as many TaskManagers of a core and 2 GiB, with changes as a merge patch. */
export function node(name: string, taskManagers: number, change: JsonObject = {}): KubeObject {
  const whole = {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name },
    spec: {},
    status: {
      allocatable: { cpu: String(taskManagers), memory: `${2 * taskManagers}Gi`, pods: "110" },
      conditions: [{ type: "Ready", status: "True" }],
    },
  };
  return mergePatch(whole, change) as unknown as KubeObject;
}

/** A pod on a node that asks for a core and 2 GiB, with changes as a merge patch. */
export function pod(name: string, nodeName: string, change: JsonObject = {}): KubeObject {
  const whole = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "flink" },
    spec: { nodeName, containers: [{ resources: { requests: { cpu: "1", memory: "2Gi" } } }] },
    status: { phase: "Running" },
  };
  return mergePatch(whole, change) as unknown as KubeObject;
}

/** A TaskManager of the Flink cluster `orders`. */
export function taskManager(name: string, nodeName: string, change: JsonObject = {}): KubeObject {
  return pod(
    name,
    nodeName,
    mergePatch({ metadata: { labels: { app: "orders", component: "taskmanager" } } }, change) as JsonObject,
  );
}
