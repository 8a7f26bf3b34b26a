import { connectAppManager } from "../../../../shared/adapters/app-manager/client.ts";
import type { AppManagerSimulator } from "../../../../simulators/app-manager/server.ts";

/** A deployment whose job the simulator runs. */
export const runningBody = {
  metadata: { name: "one", namespace: "default" },
  spec: {
    state: "RUNNING",
    deploymentTargetName: "default",
    template: {
      spec: { artifact: { kind: "JAR", jarUri: "s3://bucket/job.jar" }, engineVersionName: "vera-4.1-flink-1.20" },
    },
  },
};

/** A client over a simulator, of an operator that has its first token. */
export function connectTo({ url, token }: Pick<AppManagerSimulator, "url" | "token">, instanceId = "weir-a") {
  const secrets = { read: async () => ({ token }) };
  return connectAppManager({ url, secrets, instanceId, version: "0.0.0", timeoutMs: 2_000 });
}
