import { at, type JsonValue, member } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import type { Trouble } from "../../flink/looks.ts";
import { events } from "../../flink/object-kinds.ts";
import type { Objects } from "../../ports/objects.ts";
import { containersOf, toTrouble } from "./trouble.ts";

/** How long a kubelet may take to give a pod its volumes before anybody asks why, in milliseconds. */
const patienceMs = 10_000;

const reasons: ReadonlySet<JsonValue | undefined> = new Set(["FailedMount", "FailedAttachVolume"]);

/**
 * Why a pod that has a node does not get its volumes: a ConfigMap, Secret or claim that is missing. Its status says nothing of
 * that, only its Events do, so they are asked for where a pod has been held for some time before its first container.
 */
export async function lookAtMounts(
  objects: Objects,
  pods: readonly KubeObject[],
  now: number,
  signal: AbortSignal,
): Promise<Trouble | undefined> {
  const held = pods.find((pod) => isHeld(pod, now));
  if (held === undefined) return undefined;
  const { uid = "", namespace = "" } = held.metadata;
  const told = await objects.list(events, { namespace, fields: { "involvedObject.uid": uid } }, signal);
  const failed = told.filter((one) => reasons.has(member(toJson(one), "reason")));
  const [newest] = failed.map(toJson).sort((one, other) => timeOf(other) - timeOf(one));
  return newest === undefined ? undefined : toTrouble(member(newest, "reason"), member(newest, "message"));
}

/** True for a pod that its node took some time ago and of which nothing has started. */
function isHeld(pod: KubeObject, now: number): boolean {
  const taken = at(pod, "status", "startTime");
  if (at(pod, "status", "phase") !== "Pending" || typeof taken !== "string") return false;
  const isUntouched = containersOf(pod).every(
    (one) => at(one, "state", "running") === undefined && at(one, "state", "terminated") === undefined,
  );
  return isUntouched && now - Date.parse(taken) >= patienceMs;
}

/** When an Event was seen last, whichever API wrote it; 0 where it does not say. */
function timeOf(event: JsonValue): number {
  const time = member(event, "lastTimestamp") ?? member(event, "eventTime");
  return typeof time === "string" ? Date.parse(time) || 0 : 0;
}

function toJson(object: KubeObject): JsonValue {
  return object as unknown as JsonValue;
}
