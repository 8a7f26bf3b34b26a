import { at, isObject, type JsonObject, member } from "../../shared/core/json.ts";

/** What kstatus makes of an object. */
export type KStatus = "Terminating" | "InProgress" | "Failed" | "Current";

/**
 * The rules by which sigs.k8s.io/cli-utils judges a custom resource, in their order: deletion, generation, the first
 * True of `Reconciling` and `Stalled`, then `Ready`; a resource without any of these is Current.
 */
export function kstatusOf(object: JsonObject): KStatus {
  if (typeof at(object, "metadata", "deletionTimestamp") === "string") return "Terminating";
  const seen = at(object, "status", "observedGeneration");
  if (seen !== undefined && seen !== at(object, "metadata", "generation")) return "InProgress";
  const list = at(object, "status", "conditions");
  const conditions = Array.isArray(list) ? list.filter(isObject) : [];
  const isTrue = (one: JsonObject, type: string) => one.type === type && one.status === "True";
  const first = conditions.find((one) => isTrue(one, "Reconciling") || isTrue(one, "Stalled"));
  if (first !== undefined) return first.type === "Stalled" ? "Failed" : "InProgress";
  const ready = conditions.find(({ type }) => type === "Ready");
  return ready === undefined || ready.status === "True" ? "Current" : "InProgress";
}

/** What `kubectl wait --for=condition=TYPE` makes of an object: whether the wait is over. */
export function isMet(object: JsonObject, type: string): boolean {
  const list = at(object, "status", "conditions");
  const condition = Array.isArray(list) ? list.find((one) => member(one, "type") === type) : undefined;
  const seen = member(condition, "observedGeneration") ?? at(object, "status", "observedGeneration");
  const generation = at(object, "metadata", "generation");
  if (typeof seen === "number" && typeof generation === "number" && seen < generation) return false;
  return member(condition, "status") === "True";
}
