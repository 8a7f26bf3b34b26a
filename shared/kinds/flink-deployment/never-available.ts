import { at, type JsonValue, member } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";

/** How long after a Deployment was made its first status counts as written at once, in milliseconds. */
const atOnceMs = 2_000;

/**
 * Whether no pod of a Deployment ever answered its probe, as its status tells. `Available` is False since it was made; or, where
 * a busy control plane wrote the first status late, the first and only rollout never was complete, which `Progressing` keeps
 * on telling once it was.
 */
export function neverAvailable(deployment: KubeObject): boolean {
  const available = conditionOf(deployment, "Available");
  if (available === undefined) return true;
  if (member(available, "status") !== "False") return false;
  return isSinceMade(deployment, available) || isInFirstRollout(deployment);
}

function isSinceMade({ metadata }: KubeObject, available: JsonValue): boolean {
  const [since, made] = [member(available, "lastTransitionTime"), metadata.creationTimestamp];
  if (typeof since !== "string" || made === undefined) return false;
  return Date.parse(since) - Date.parse(made) <= atOnceMs;
}

function isInFirstRollout(deployment: KubeObject): boolean {
  const reason = member(conditionOf(deployment, "Progressing"), "reason");
  return deployment.metadata.generation === 1 && typeof reason === "string" && reason !== "NewReplicaSetAvailable";
}

function conditionOf(deployment: KubeObject, type: string): JsonValue | undefined {
  const conditions = at(deployment, "status", "conditions");
  return Array.isArray(conditions) ? conditions.find((one) => member(one, "type") === type) : undefined;
}
