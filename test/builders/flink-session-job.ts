import { mergePatch } from "../../shared/core/diff.ts";
import type { JsonObject, JsonValue } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";

const spec = {
  deploymentName: "orders",
  job: {
    jarURI: "https://repo.example.com/daily.jar",
    args: ["--env", "test"],
    parallelism: 2,
    upgradeMode: "savepoint",
  },
} as const satisfies JsonObject;

/** A job called `daily` on the session cluster `orders` in the namespace `flink`, with changes to its spec as a merge patch. */
export function sessionJob(...changes: readonly JsonObject[]): KubeObject {
  return {
    apiVersion: "flink.apache.org/v1beta1",
    kind: "FlinkSessionJob",
    metadata: { name: "daily", namespace: "flink" },
    spec: changes.reduce<JsonValue>((before, change) => mergePatch(before, change), spec),
  };
}
