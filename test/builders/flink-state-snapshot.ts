import { mergePatch } from "../../shared/core/diff.ts";
import type { JsonObject, JsonValue } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";

const spec = {
  savepoint: {},
  jobReference: { kind: "FlinkDeployment", name: "orders" },
} as const satisfies JsonObject;

/** A savepoint called `before-sale` of the application `orders`, with changes to its spec as a merge patch. */
export function flinkSnapshot(...changes: readonly JsonObject[]): KubeObject {
  return {
    apiVersion: "flink.apache.org/v1beta1",
    kind: "FlinkStateSnapshot",
    metadata: { name: "before-sale", namespace: "flink" },
    spec: changes.reduce<JsonValue>((before, change) => mergePatch(before, change), spec),
  };
}

/** Makes a checkpoint of it. */
export const asCheckpoint = { savepoint: null, checkpoint: {} } as const;
