import { mergePatch } from "../../shared/core/diff.ts";
import type { JsonObject, JsonValue } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";

const spec = {
  flinkVersion: "v1_20",
  image: "registry.example.com/orders:1",
  serviceAccount: "flink",
  flinkConfiguration: {
    "taskmanager.numberOfTaskSlots": "2",
    "state.checkpoints.dir": "s3://state/checkpoints",
    "state.savepoints.dir": "s3://state/savepoints",
    "execution.checkpointing.interval": "10 s",
  },
  jobManager: { resource: { memory: "1600m", cpu: 1 } },
  taskManager: { resource: { memory: "2g", cpu: 1 } },
  job: {
    jarURI: "local:///opt/flink/usrlib/orders.jar",
    args: ["--env", "test"],
    parallelism: 4,
    upgradeMode: "savepoint",
    state: "running",
  },
} as const satisfies JsonObject;

/** Settings of a highly available cluster. */
export const highlyAvailable = {
  flinkConfiguration: { "high-availability.type": "kubernetes", "high-availability.storageDir": "s3://state/ha" },
} as const;

/** A stateful application called `orders` in the namespace `flink`, with changes to its spec as a merge patch. */
export function flinkApplication(...changes: readonly JsonObject[]): KubeObject {
  return {
    apiVersion: "flink.apache.org/v1beta1",
    kind: "FlinkDeployment",
    metadata: { name: "orders", namespace: "flink" },
    spec: changes.reduce<JsonValue>((before, change) => mergePatch(before, change), spec),
  };
}

/** A session cluster of the same size. */
export function flinkSession(...changes: readonly JsonObject[]): KubeObject {
  return flinkApplication({ job: null }, ...changes);
}
