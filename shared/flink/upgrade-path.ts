import type { JsonObject } from "../core/json.ts";
import type { FlinkMemory } from "./memory.ts";
import { restorePathOf } from "./restore.ts";

/**
 * A `jobStatus` with `upgradeSavepointPath`: what the next start goes on from, or this one did (1.4). None where the job has
 * no state; where nobody knows it stays what it was.
 */
export function withUpgradePath(jobStatus: JsonObject, { phase, state, origin }: FlinkMemory): JsonObject {
  const restore = phase === "deployed" ? origin : (state ?? origin);
  if (restore.from === "unknown") return jobStatus;
  const { upgradeSavepointPath: _before, ...rest } = jobStatus;
  const path = restorePathOf(restore);
  return path === undefined ? rest : { ...rest, upgradeSavepointPath: path };
}
