import { at, isObject, type JsonValue } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import { listOf } from "./read-pod.ts";

/** What keeps pods off a node. */
export interface NodeTraits {
  readonly labels: Readonly<Record<string, string>>;
  /** Those that keep a pod from being started. */
  readonly taints: readonly JsonValue[];
}

/** Where a pod may run, by its node selector and tolerations. */
export interface PodChoice {
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly JsonValue[];
}

/** Any node that wants no toleration. */
export const anyNode: PodChoice = { nodeSelector: {}, tolerations: [] };

/** What keeps pods off a node; undefined of one that takes none at all: it is cordoned off, or not ready. */
export function traitsOf({ metadata, spec, status }: KubeObject): NodeTraits | undefined {
  const isReady = listOf(at(status, "conditions")).some((one) => at(one, "type") === "Ready" && isTrue(one));
  if (!isReady || at(spec, "unschedulable") === true) return undefined;
  const taints = listOf(at(spec, "taints")).filter((taint) => at(taint, "effect") !== "PreferNoSchedule");
  return { labels: metadata.labels ?? {}, taints };
}

function isTrue(condition: JsonValue): boolean {
  return at(condition, "status") === "True";
}

/** Where a pod may run. */
export function choiceOf({ spec }: KubeObject): PodChoice {
  const selector = at(spec, "nodeSelector");
  const entries = isObject(selector) ? Object.entries(selector).map(([key, value]) => [key, String(value)]) : [];
  return { nodeSelector: Object.fromEntries(entries), tolerations: listOf(at(spec, "tolerations")) };
}

/** True for a node on which the scheduler may put a pod. */
export function takes({ labels, taints }: NodeTraits, { nodeSelector, tolerations }: PodChoice): boolean {
  return (
    Object.entries(nodeSelector).every(([key, value]) => labels[key] === value) &&
    taints.every((taint) => tolerations.some((one) => tolerates(one, taint)))
  );
}

function tolerates(toleration: JsonValue, taint: JsonValue): boolean {
  const [effect, key] = [at(toleration, "effect") ?? "", at(toleration, "key") ?? ""];
  if (effect !== "" && effect !== at(taint, "effect")) return false;
  if (at(toleration, "operator") === "Exists") return key === "" || key === at(taint, "key");
  return key === at(taint, "key") && (at(toleration, "value") ?? "") === (at(taint, "value") ?? "");
}
