import type { Condition } from "../../core/condition.ts";
import { isDeleting } from "../../core/deletion-rules.ts";
import { at, isObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { OperatorRecord } from "../../core/record.ts";
import { describeFailure, toError } from "../../flink/failure.ts";
import { isActedOn, lifecycleOf, reconciliationOf, specsOf } from "../../flink/life-cycle.ts";
import { lastingFaultOf } from "../../flink/looks.ts";
import { type FlinkMemory, memoryOf } from "../../flink/memory.ts";
import { jobStateOf } from "../../flink/note-end.ts";
import { savepointInfoOf } from "../../flink/savepoint-info.ts";
import { withUpgradePath } from "../../flink/upgrade-path.ts";
import { clusterStatusOf } from "./cluster-status.ts";
import { owesIngress } from "./decide-ingress.ts";
import type { FlinkFinding, View } from "./view.ts";

/** The status as it should stand (1.4, 2.3, 2.4); what cannot be known in this pass stays as it was. */
export function project(
  finding: FlinkFinding,
  record: OperatorRecord | undefined,
  shown: readonly Condition[],
): JsonObject {
  const { view } = finding;
  const { object } = view;
  const before = isObject(object.status) ? object.status : {};
  const memory = memoryOf(record);
  const { wanted, job } = view;
  const specs = specsOf(view.inForce, memory, wanted?.spec);
  const error = errorOf(finding);
  const gaveUp = hasGivenUp(finding);
  const failed = jobStateOf(job, memory) === "FAILED" || gaveUp;
  const running = wanted?.running !== false;
  const lifecycleState = lifecycleOf({ memory, running, deleting: isDeleting(view), failed, gaveUp, error });
  const status: Record<string, JsonValue | undefined> = {
    ...before,
    jobStatus: jobStatusOf(view, record),
    error: error === undefined ? undefined : toError(view, memory, error),
    observedGeneration: owesNothing(view, memory) ? object.metadata.generation : before.observedGeneration,
    lifecycleState,
    jobManagerDeploymentStatus: jobManagerStatusOf(view),
    ...clusterStatusOf(view, memory),
    reconciliationStatus: {
      ...(isObject(before.reconciliationStatus) ? before.reconciliationStatus : {}),
      ...specs,
      ...(memory !== undefined && { reconciliationTimestamp: memory.at }),
      state: reconciliationOf({ memory, running }),
    },
    conditions: shown as unknown as JsonValue,
  };
  return Object.fromEntries(Object.entries(status).filter(([, value]) => value !== undefined)) as JsonObject;
}

function jobStatusOf(view: View, record: OperatorRecord | undefined): JsonValue | undefined {
  const { job, object, wanted } = view;
  const memory = memoryOf(record);
  const before = at(object.status, "jobStatus");
  if (memory === undefined || wanted?.kind === "session") return before;
  const known = withUpgradePath(isObject(before) ? before : {}, memory);
  const base = { ...known, ...(memory.jobId !== undefined && { jobId: memory.jobId }) };
  const savepointInfo = savepointInfoOf(view, record);
  const shown = { ...base, ...(savepointInfo !== undefined && { savepointInfo }) };
  if (memory.phase === "stopped") return { ...shown, state: "FINISHED" };
  if (job.found !== "job") return { ...shown, state: jobStateOf(job, memory) ?? stateWithoutJob(memory) };
  const { name, state, startTime, lastModification } = job.job;
  return { ...shown, jobName: name, state, startTime: String(startTime), updateTime: String(lastModification) };
}

/** A job whose state is secured comes to its end with its cluster, which is no news where it was seen to end before. */
function stateWithoutJob({ phase, state, unstarted }: FlinkMemory): string {
  return phase === "stopping" && state !== undefined && unstarted !== true ? "FINISHED" : "RECONCILING";
}

/** The word for the JobManager's Deployment (2.2). */
export function jobManagerStatusOf({ jobManager, job }: Pick<View, "jobManager" | "job">): string {
  if (jobManager.found === "missing") return "MISSING";
  if (jobManager.trouble !== undefined) return "ERROR";
  if (!jobManager.available) return "DEPLOYING";
  return job.found === "unreachable" ? "DEPLOYED_NOT_READY" : "READY";
}

/** Rules that end with a sentence about what only the user can do. */
const givingUp: ReadonlySet<string> = new Set([
  "recover",
  "start-again",
  "begin-stop",
  "follow-stop",
  "adopt",
  "restart-failed",
]);

function hasGivenUp({ rule, plan, view }: Pick<FlinkFinding, "rule" | "plan" | "view">): boolean {
  if (view.wanted?.running === false && rule === "start-again") return false;
  const waits = plan.until !== undefined || plan.revisit !== undefined || plan.actions.length > 0;
  return givingUp.has(rule) && !waits;
}

function owesNothing({ wanted, violations }: View, memory: FlinkMemory | undefined): boolean {
  const runs = wanted !== undefined && memory?.phase === "deployed";
  const isAside = runs && memory.ingress?.refused === undefined && owesIngress(memory, wanted);
  return violations.length === 0 && isActedOn(memory, wanted) && !isAside;
}

/** What is wrong, in one sentence; undefined while nothing is. */
function errorOf({ view, rule, plan, outcomes }: FlinkFinding): string | undefined {
  const [fault] = outcomes.flatMap((one) => (one.result === "done" ? [] : [one.fault]));
  if (fault !== undefined) return fault.message;
  const [violation] = view.violations;
  if (violation !== undefined) return `${violation.path} ${violation.message}`;
  const { jobManager, memory, job } = view;
  if (jobManager.found === "present" && jobManager.trouble !== undefined) {
    return `${jobManager.trouble.reason}: ${jobManager.trouble.message}`;
  }
  if (view.starving !== undefined) return `${view.starving.reason}: ${view.starving.message}`;
  if (memory?.state?.from === "unknown") return memory.state.why;
  if (memory?.failure !== undefined && memory.failure.spec === view.wanted?.spec) return memory.failure.message;
  if (jobStateOf(job, memory) === "FAILED") return describeFailure(view);
  const { hash, refused } = memory?.ingress ?? {};
  if (refused !== undefined && hash === view.wanted?.ingress) return `The Ingress is refused: ${refused.message}`;
  return lastingFaultOf(job)?.message ?? (hasGivenUp({ rule, plan, view }) ? plan.why : undefined);
}
