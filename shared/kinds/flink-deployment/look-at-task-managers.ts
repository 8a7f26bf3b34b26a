import type { KubeObject } from "../../core/object.ts";
import type { JobLook, Trouble } from "../../flink/looks.ts";
import type { FlinkMemory } from "../../flink/memory.ts";
import { deployments, pods } from "../../flink/object-kinds.ts";
import type { Objects } from "../../ports/objects.ts";
import { lookAtMounts } from "./look-at-mounts.ts";
import { conditionTrouble, podTrouble } from "./trouble.ts";
import type { Wanted } from "./wanted.ts";

/** What a job that has no slots is judged by. */
export interface Starving {
  readonly memory: FlinkMemory | undefined;
  readonly wanted: Wanted | undefined;
  readonly job: JobLook;
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
}

/** How long a job may take to get its slots before anybody asks why, in milliseconds. */
const patienceMs = 10_000;

/** How long pods may take to be made that are asked for, in milliseconds. */
const madeWithinMs = 30_000;

/** True for a job that has been waiting to run for some time, or is on its way back: its TaskManagers may be why. */
export function mayLackTaskManagers({ memory, wanted, job, now }: Starving): boolean {
  if (memory?.phase !== "deployed" || wanted === undefined || job.found !== "job") return false;
  const { state } = job.job;
  return (state === "CREATED" || state === "RESTARTING") && now - memory.at >= patienceMs;
}

/**
 * What keeps the TaskManagers of a job from coming up, in Kubernetes' words where it has some. Of native ones that are refused
 * it has none, as nothing but their JobManager hears of that: there are too few of them.
 */
export async function lookAtTaskManagers(
  objects: Objects,
  { metadata }: KubeObject,
  { memory, wanted, now }: Starving,
  signal: AbortSignal,
): Promise<Trouble | undefined> {
  const { name, namespace = "" } = metadata;
  const labels = { app: name, component: "taskmanager" };
  const key = { namespace, name: `${name}-taskmanager` };
  const standalone = wanted?.standalone === true;
  const deployment = standalone ? await objects.get(deployments, key, signal) : undefined;
  const refused = deployment && conditionTrouble(deployment);
  if (refused !== undefined) return refused;
  const listed = await objects.list(pods, { namespace, labels }, signal);
  const told = listed.map(podTrouble).find((one) => one !== undefined);
  const trouble = told ?? (await lookAtMounts(objects, listed, now, signal));
  const most = wanted?.footprint.taskManagers ?? 0;
  const isEarly = now - (memory?.at ?? now) < madeWithinMs;
  if (trouble !== undefined || standalone || isEarly || listed.length >= most) return trouble;
  return {
    reason: "TaskManagersMissing",
    message: `${listed.length} of ${most} TaskManagers have a pod. The JobManager asks Kubernetes for the others; its log tells what refuses them, such as a quota.`,
  };
}
