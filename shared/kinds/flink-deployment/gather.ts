import { isLeaving } from "../../core/deletion-rules.ts";
import type { Gathering } from "../../core/kind.ts";
import type { KubeObject } from "../../core/object.ts";
import { readRecord } from "../../core/record.ts";
import type { Settings } from "../../core/settings.ts";
import { isScaledInPlace } from "../../flink/decide-rescale.ts";
import { exceptionLimitsOf } from "../../flink/job-exceptions.ts";
import type { HaLook, JobLook, JobManagerLook } from "../../flink/looks.ts";
import { type FlinkMemory, memoryOf } from "../../flink/memory.ts";
import { deployments, ingresses } from "../../flink/object-kinds.ts";
import { configurationOf } from "../../flink/rules/review-configuration.ts";
import { withWish } from "../../flink/scaling-wish.ts";
import type { Cluster } from "../../ports/cluster.ts";
import type { FlinkRest } from "../../ports/flink-rest.ts";
import type { Objects } from "../../ports/objects.ts";
import { isOutlived } from "./decide-ended.ts";
import { needsIngress } from "./decide-ingress.ts";
import { mayRollBack } from "./decide-rollback.ts";
import { isToStop } from "./decide-stop.ts";
import { endsJobs } from "./jobs-at-risk.ts";
import type { LastWishes } from "./last-wishes.ts";
import { lookAtFlink } from "./look-at-flink.ts";
import { jobsIn, lookAtHa } from "./look-at-ha.ts";
import { countPods, lookAtJobManager, lookAtPart } from "./look-at-job-manager.ts";
import { lookAtTaskManagers, mayLackTaskManagers } from "./look-at-task-managers.ts";
import { lookAtTenants } from "./look-at-tenants.ts";
import { readSpec, readStable } from "./read-spec.ts";
import type { PartLook, TenantsLook, View } from "./view.ts";
import type { Wanted } from "./wanted.ts";

/** The ports that a FlinkDeployment reads through. */
export interface FlinkPorts {
  readonly objects: Objects;
  readonly cluster: Pick<Cluster, "list">;
  readonly flink: FlinkRest;
}

/**
 * Reads the JobManager's Deployment and, where it answers, its REST; what only some decisions need is asked for by those
 * alone, so that a steady application costs one read and two calls.
 */
export async function gather({ object: given, ports, settings, now, signal }: Gathering<FlinkPorts>): Promise<View> {
  const object = withWish(given, () => configurationOf({ object: given, settings }));
  const reading = readRecord(object);
  const record = reading.state === "own" ? reading.record : undefined;
  const memory = memoryOf(record);
  const { wanted, violations, inForce, lastWishes, ...asked } = readSpec(object, memory, settings);
  const endpoint = memory?.endpoint === undefined ? asked.endpoint : { url: memory.endpoint };
  const found = await lookAtJobManager(ports.objects, object, now, signal);
  // What belongs to somebody else holds up a start, and never a deletion.
  const jobManager = isLeaving(object) && found.found === "present" && !found.ours ? missing : found;
  const isOurs = jobManager.found === "present" && jobManager.ours && (jobManager.attempt ?? 0) === memory?.attempt;
  const asks = isOurs && jobManager.available && !jobManager.deleting;
  const asking = { flink: ports.flink, endpoint, asks, signal };
  const most = exceptionLimitsOf(settings).count;
  const judging = { wanted, now, quarantineMs: settings.quarantineMs, most };
  const { record: judged, ...looks } = await lookAtFlink(asking, record, judging);
  const known = {
    object,
    jobManager,
    job: looks.job,
    unhealthy: looks.unhealthy,
    memory: memoryOf(judged),
    wanted,
    lastWishes,
    now,
  };
  const ha = needsHa(known) ? await lookAtHa(ports.objects, object, known.memory, signal) : unasked;
  const kept = jobsIn(ha, object.metadata.name);
  return {
    ...known,
    stable: stableOf(known, settings),
    settings,
    record: judged,
    inForce,
    violations,
    endpoint,
    taskManager: needsTaskManager(known) ? await lookAtPart(ports.objects, object, taskManagers, signal) : unasked,
    ingress: needsIngress(known.memory, wanted)
      ? await lookAtPart(ports.objects, object, [ingresses, ""], signal)
      : unasked,
    tenants: needsTenants(known)
      ? await lookAtTenants({ ...ports, endpoint, answers: asks, kept }, object, signal)
      : unasked,
    pods: needsPods(known) ? await countPods(ports.objects, object, signal) : 0,
    ...looks,
    starving: mayLackTaskManagers(known) ? await lookAtTaskManagers(ports.objects, object, known, signal) : undefined,
    ha,
  };
}

const taskManagers = [deployments, "-taskmanager"] as const;
const missing = { found: "missing" } as const;
const unasked = { found: "unasked" } as const satisfies HaLook & PartLook & TenantsLook;

interface Known {
  readonly object: KubeObject;
  readonly jobManager: JobManagerLook;
  readonly job: JobLook;
  readonly unhealthy: string | undefined;
  readonly memory: FlinkMemory | undefined;
  readonly wanted: Wanted | undefined;
  readonly lastWishes: LastWishes;
  readonly now: number;
}

/** What a change that does not come up is rolled back to, from before that until there is another one. */
function stableOf({ object, memory, wanted, now }: Known, settings: Settings): Wanted | undefined {
  if (memory === undefined || (memory.rollback === undefined && !mayRollBack(memory, wanted, now))) return undefined;
  return readStable(object, memory, settings);
}

/** The TaskManagers of a standalone cluster matter while it is taken away or scaled, or its job has ended. */
function needsTaskManager(known: Known): boolean {
  const { object, memory, wanted, jobManager } = known;
  if (isLeaving(object)) return true;
  if (isScaledInPlace(memory, wanted)) return wanted?.standalone === true;
  if (memory?.phase === "deployed" && wanted?.standalone === true)
    return jobManager.found === "missing" || (memory.ended !== undefined && isOutlived(known));
  if (memory?.phase === "starting") return wanted?.standalone === true;
  return memory?.phase === "stopping" && memory.state !== undefined && wanted?.standalone !== false;
}

/** What uses a session cluster matters until it is taken down with its resource, or for a change that its jobs do not outlive. */
function needsTenants(known: Known): boolean {
  const { object, jobManager, memory, wanted, lastWishes } = known;
  if (isLeaving(object)) {
    if (memory?.phase !== "deployed" || jobManager.found !== "present") return false;
    return lastWishes.kind === "session" && (lastWishes.awaitsSessionJobs || lastWishes.awaitsUnmanagedJobs);
  }
  if (memory === undefined || wanted === undefined || !endsJobs(known)) return false;
  const isDecided = memory.phase === "stopping" && memory.state !== undefined;
  const stands = jobManager.found === "present" && !jobManager.deleting;
  return (isDecided || isToStop(memory, wanted)) && (stands || memory.ha);
}

/** A Deployment may be gone before its pods are, and what they still write would be lost or in the way. */
function needsPods({ object, jobManager, memory }: Known): boolean {
  if (jobManager.found === "present") return false;
  const ends = memory?.phase === "stopping" && memory.state !== undefined;
  const isLost = memory?.phase === "deployed" && memory.ended === undefined;
  return ends || isLost || (isLeaving(object) && memory !== undefined);
}

/** Flink's metadata matters where a job is stopped or started by it, and where it is to be removed. */
function needsHa({ object, jobManager, memory, wanted, now, unhealthy }: Known): boolean {
  if (isLeaving(object)) return jobManager.found === "missing";
  if (wanted === undefined || !(wanted.ha || memory?.ha)) return false;
  if (memory === undefined) return wanted.running;
  if (memory.phase === "stopped") return wanted.running;
  if (memory.phase === "stopping") return jobManager.found === "missing";
  if (jobManager.found === "missing" || unhealthy !== undefined) return true;
  return isToStop(memory, wanted) || mayRollBack(memory, wanted, now);
}
