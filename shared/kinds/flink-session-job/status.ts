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
import type { JobFinding, View } from "./view.ts";

/** The status as it should stand (1.5, 2.3, 2.4); what cannot be known in this pass stays as it was. */
export function project(
  finding: JobFinding,
  record: OperatorRecord | undefined,
  shown: readonly Condition[],
): JsonObject {
  const { view } = finding;
  const { object, inForce, violations, wanted } = view;
  const before = isObject(object.status) ? object.status : {};
  const memory = memoryOf(record);
  const error = errorOf(finding);
  const running = wanted?.running !== false;
  const gaveUp = hasGivenUp(finding);
  const failed = stateOf(view, memory) === "FAILED" || gaveUp;
  const status: Record<string, JsonValue | undefined> = {
    ...before,
    jobStatus: jobStatusOf(view, record),
    error: error === undefined ? undefined : toError(view, memory, error),
    observedGeneration:
      violations.length === 0 && isActedOn(memory, wanted) ? object.metadata.generation : before.observedGeneration,
    lifecycleState: lifecycleOf({ memory, running, deleting: isDeleting(view), failed, gaveUp, error }),
    reconciliationStatus: {
      ...(isObject(before.reconciliationStatus) ? before.reconciliationStatus : {}),
      ...specsOf(inForce, memory, wanted?.spec),
      ...(memory !== undefined && { reconciliationTimestamp: memory.at }),
      state: reconciliationOf({ memory, running }),
    },
    conditions: shown as unknown as JsonValue,
  };
  return Object.fromEntries(Object.entries(status).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** Flink's word for the job; what has ended by itself is known for longer than Flink tells. */
function stateOf({ job }: Pick<View, "job">, memory: FlinkMemory | undefined): string {
  if (memory?.phase === "stopped") return "FINISHED";
  return jobStateOf(job, memory) ?? "RECONCILING";
}

function jobStatusOf(view: View, record: OperatorRecord | undefined): JsonValue | undefined {
  const { job, object } = view;
  const memory = memoryOf(record);
  const before = at(object.status, "jobStatus");
  if (memory === undefined) return before;
  const savepointInfo = savepointInfoOf(view, record);
  const shown = {
    ...withUpgradePath(isObject(before) ? before : {}, memory),
    ...(memory.jobId !== undefined && { jobId: memory.jobId }),
    ...(savepointInfo !== undefined && { savepointInfo }),
    state: stateOf({ job }, memory),
  };
  if (job.found !== "job" || memory.phase === "stopped") return shown;
  const { name, startTime, lastModification } = job.job;
  return { ...shown, jobName: name, startTime: String(startTime), updateTime: String(lastModification) };
}

/** Rules that end with a sentence about what only the user can do. */
const givingUp: ReadonlySet<string> = new Set([
  "start-again",
  "begin-stop",
  "follow-stop",
  "resubmit",
  "restart-failed",
]);

function hasGivenUp({ rule, plan }: Pick<JobFinding, "rule" | "plan">): boolean {
  const goesOn = plan.until !== undefined || plan.revisit !== undefined || plan.actions.length > 0;
  return givingUp.has(rule) && !goesOn;
}

/** What is wrong, in one sentence; undefined while nothing is. */
function errorOf({ view, plan, outcomes, rule }: JobFinding): string | undefined {
  const [fault] = outcomes.flatMap((one) => (one.result === "done" ? [] : [one.fault]));
  if (fault !== undefined) return fault.message;
  const { violations, memory, job, jars, record, wanted } = view;
  const [violation] = violations;
  if (violation !== undefined) return `${violation.path} ${violation.message}`;
  if (memory?.state?.from === "unknown") return memory.state.why;
  const isHeld = memory?.failure !== undefined && memory.failure.spec === wanted?.spec;
  if (isHeld && !hasGivenUp({ rule, plan })) return memory.failure.message;
  const isStart = memory?.phase === "starting" || rule === "check-jar";
  if (isStart && record?.rejected?.hash === wanted?.spec) return record?.rejected?.message;
  if (stateOf({ job }, memory) === "FAILED") return describeFailure(view);
  const unanswered = lastingFaultOf(job) ?? lastingFaultOf(jars);
  if (unanswered !== undefined) return unanswered.message;
  return rule === "refuse-take-over" || hasGivenUp({ rule, plan }) ? plan.why : undefined;
}
