import type { Reply } from "./reply.ts";
import type { Visit } from "./visit.ts";

/** GET /api/v1/status: the platform lives. */
export function getStatus(): Reply {
  return { status: 200, body: { status: "OK" } };
}

/** GET /api/v1/status/system-info: what a client probes the version with. */
export function getSystemInfo(): Reply {
  const status = { buildVersion: "3.1.1", edition: "simulator" };
  return { status: 200, body: { kind: "SystemInfo", apiVersion: "v1", status } };
}

/** GET /api/v1/flink-version-meta.json: the engine versions that deployments may name; the shape is ours [inv]. */
export function listEngineVersions({ state }: Visit): Reply {
  const items = [...state.engineVersions].map((name) => ({ engineVersionName: name, status: "STABLE" }));
  return { status: 200, body: { kind: "EngineVersionList", apiVersion: "v1", metadata: {}, items } };
}
