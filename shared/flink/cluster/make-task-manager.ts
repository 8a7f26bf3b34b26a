import type { KubeObject } from "../../core/object.ts";
import type { Blueprint } from "./blueprint.ts";
import { makeDeployment } from "./make-deployment.ts";
import { taskManagerDeploymentName } from "./names.ts";

/** The Deployment of the TaskManagers of a standalone cluster (3.5); undefined in native mode, where Flink makes pods. */
export function makeTaskManager(cluster: Blueprint): KubeObject | undefined {
  if (cluster.mode === "native") return undefined;
  return makeDeployment(cluster, cluster.taskManager, taskManagerDeploymentName(cluster.id), {
    args: cluster.taskManagerArgs,
    ports: [{ name: "taskmanager-rpc", containerPort: cluster.ports.taskManagerRpc, protocol: "TCP" }],
    env: [],
    volumes: [],
    volumeMounts: [],
  });
}
