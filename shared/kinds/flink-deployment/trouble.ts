import { at, type JsonValue, member } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import type { Trouble } from "../../flink/looks.ts";

/** Reasons of a waiting container that do not pass by themselves (2.2). */
const hopeless: ReadonlySet<JsonValue | undefined> = new Set([
  "CrashLoopBackOff",
  "ImagePullBackOff",
  "ErrImagePull",
  "InvalidImageName",
  "RunContainerError",
  "CreateContainerConfigError",
  "CreateContainerError",
  "OOMKilled",
]);

/** What keeps a Deployment from making pods at all: a quota, an admission that says no. */
export function conditionTrouble(deployment: KubeObject): Trouble | undefined {
  const conditions = at(deployment, "status", "conditions");
  const failing = Array.isArray(conditions)
    ? conditions.find((one) => member(one, "type") === "ReplicaFailure" && member(one, "status") === "True")
    : undefined;
  return failing === undefined ? undefined : toTrouble(member(failing, "reason"), member(failing, "message"));
}

/** What keeps a container of a pod from starting, or a pod from finding a node. */
export function podTrouble(pod: KubeObject): Trouble | undefined {
  const waiting = containersOf(pod)
    .map((one) => at(one, "state", "waiting"))
    .find((one) => hopeless.has(member(one, "reason")));
  if (waiting !== undefined) return toTrouble(member(waiting, "reason"), member(waiting, "message"));
  const unscheduled = listAt(pod, "conditions").find(
    (one) => member(one, "type") === "PodScheduled" && member(one, "reason") === "Unschedulable",
  );
  return unscheduled === undefined ? undefined : toTrouble("Unschedulable", member(unscheduled, "message"));
}

/** True where the container of Flink has been running in a pod, if only for a moment. */
export function hasRun(pod: KubeObject): boolean {
  const flink = listAt(pod, "containerStatuses").find((one) => member(one, "name") === "flink-main-container");
  const [running, ended] = [at(flink, "state", "running"), at(flink, "state", "terminated")];
  return running !== undefined || ended !== undefined || Number(member(flink, "restartCount") ?? 0) > 0;
}

/** Statuses of all containers of a pod, in the order in which they start. */
export function containersOf(pod: KubeObject): readonly JsonValue[] {
  return [...listAt(pod, "initContainerStatuses"), ...listAt(pod, "containerStatuses")];
}

function listAt(pod: KubeObject, field: string): readonly JsonValue[] {
  const list = at(pod, "status", field);
  return Array.isArray(list) ? list : [];
}

/** Kubernetes' words, cut to what a status has room for. */
export function toTrouble(reason: JsonValue | undefined, message: JsonValue | undefined): Trouble {
  return {
    reason: String(reason ?? "Unknown"),
    message: String(message ?? "Kubernetes gives no message.").slice(0, 1024),
  };
}
