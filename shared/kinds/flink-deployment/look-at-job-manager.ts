import { at } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import { isOwnedBy } from "../../core/owners.ts";
import type { JobManagerLook, Trouble } from "../../flink/looks.ts";
import { deployments, pods } from "../../flink/object-kinds.ts";
import type { ObjectKind, Objects } from "../../ports/objects.ts";
import { lookAtMounts } from "./look-at-mounts.ts";
import { neverAvailable } from "./never-available.ts";
import { conditionTrouble, hasRun, podTrouble } from "./trouble.ts";
import type { PartLook } from "./view.ts";

/** The JobManager's Deployment; its pods are only looked at while it is not available. */
export async function lookAtJobManager(
  objects: Objects,
  owner: KubeObject,
  now: number,
  signal: AbortSignal,
): Promise<JobManagerLook> {
  const { name, namespace = "" } = owner.metadata;
  const deployment = await objects.get(deployments, { namespace, name }, signal);
  if (deployment === undefined) return { found: "missing" };
  const available = Number(at(deployment, "status", "availableReplicas") ?? 0) > 0;
  const ours = isOwnedBy(deployment, owner.metadata.uid);
  const down = ours && !available ? await lookAtPods(objects, owner, now, signal) : undefined;
  const trouble = down && (conditionTrouble(deployment) ?? down.trouble);
  const attempt = Number(deployment.metadata.annotations?.["weir.dev/attempt"]);
  return {
    found: "present",
    uid: deployment.metadata.uid ?? "",
    resourceVersion: deployment.metadata.resourceVersion ?? "",
    ours,
    attempt: Number.isSafeInteger(attempt) ? attempt : undefined,
    deleting: deployment.metadata.deletionTimestamp !== undefined,
    available,
    neverAvailable: down?.ran === false && neverAvailable(deployment),
    ...(trouble !== undefined && { trouble }),
  };
}

/** A part of the cluster beside the JobManager, by its kind and what its name has behind that of the resource. */
export async function lookAtPart(
  objects: Objects,
  owner: KubeObject,
  [kind, suffix]: readonly [kind: ObjectKind, suffix: string],
  signal: AbortSignal,
): Promise<PartLook> {
  const { name, namespace = "" } = owner.metadata;
  const found = await objects.get(kind, { namespace, name: `${name}${suffix}` }, signal);
  if (found === undefined || !isOwnedBy(found, owner.metadata.uid)) return { found: "missing" };
  const { uid = "", deletionTimestamp } = found.metadata;
  const replicas = at(found.spec, "replicas");
  const size = typeof replicas === "number" ? { replicas } : {};
  return { found: "present", uid, deleting: deletionTimestamp !== undefined, ...size };
}

/** Pods of both roles of a cluster that are there, whatever their state. */
export async function countPods(objects: Objects, { metadata }: KubeObject, signal: AbortSignal): Promise<number> {
  const { name, namespace = "" } = metadata;
  const listed = await objects.list(pods, { namespace, labels: { app: name } }, signal);
  return listed.filter((pod) => pod.metadata.labels?.type?.startsWith("flink-")).length;
}

interface PodsLook {
  readonly trouble: Trouble | undefined;
  /** A container of Flink has run in one of them. */
  readonly ran: boolean;
}

async function lookAtPods(
  objects: Objects,
  { metadata }: KubeObject,
  now: number,
  signal: AbortSignal,
): Promise<PodsLook> {
  const { name, namespace = "" } = metadata;
  const listed = await objects.list(pods, { namespace, labels: { app: name, component: "jobmanager" } }, signal);
  const told = listed.map(podTrouble).find((one) => one !== undefined);
  return { trouble: told ?? (await lookAtMounts(objects, listed, now, signal)), ran: listed.some(hasRun) };
}
