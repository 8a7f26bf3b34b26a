import { isDeleting } from "../../core/deletion-rules.ts";
import { at, type JsonObject } from "../../core/json.ts";
import { type Announcements, ownRecord } from "../../core/kind.ts";
import type { OperatorRecord } from "../../core/record.ts";
import {
  tellDeletion,
  tellFailure,
  tellJob,
  tellScaling,
  tellStop,
  tellViolation,
  toEvents,
} from "../../flink/announce.ts";
import { exceptionLimitsOf, tellExceptions } from "../../flink/job-exceptions.ts";
import { memoryOf } from "../../flink/memory.ts";
import { describe } from "../../flink/restore.ts";
import type { Word } from "../../flink/word.ts";
import { names } from "./names.ts";
import type { Act, JobFinding } from "./view.ts";

/** The Kubernetes Events that follow from a pass (7.2); what changed is told once, and what stays is not told again. */
export function announce(
  finding: JobFinding,
  record: OperatorRecord | undefined,
  status: JsonObject,
): Announcements<Act> {
  const { view } = finding;
  return {
    afterRecord: toEvents(names, view, ofRecord(finding, record)),
    afterStatus: toEvents(names, view, ofStatus(finding, status)),
  };
}

function ofRecord(finding: JobFinding, record: OperatorRecord | undefined): Word[] {
  const { view, rule } = finding;
  const [before, after] = [memoryOf(ownRecord(view.object)), memoryOf(record)];
  if (after === undefined) return [];
  const { attempt, phase, origin } = after;
  const words: Word[] = [];
  if (attempt !== before?.attempt) {
    const message = `Start ${attempt} begins, ${describe(origin)}.`;
    words.push({ id: `submit/${attempt}`, type: "Normal", reason: "Submit", message });
  }
  if (rule === "scale") words.push(...tellScaling(finding, view.inForce, before, after));
  const stops = phase === "stopping" && before !== undefined && before.phase !== "stopping";
  if (stops && !isDeleting(view)) words.push(...ofStop(finding, attempt));
  const exceptions = tellExceptions(view.exceptions, attempt, exceptionLimitsOf(view.settings));
  return [...words, ...tellFailure(before, after), ...tellDeletion(finding, before, after), ...exceptions];
}

/** A restart is no stop that somebody asked for. */
function ofStop({ view, rule, plan }: JobFinding, attempt: number): Word[] {
  return rule === "restart-failed"
    ? [{ id: `restart-failed/${attempt}`, type: "Warning", reason: "RestartFailedJob", message: plan.why }]
    : tellStop(view.inForce, attempt, view.wanted?.change !== "none", plan.why);
}

function ofStatus({ view }: JobFinding, status: JsonObject): Word[] {
  const { object, memory, job, violations } = view;
  const deploy = memory?.attempt ?? 0;
  const words = tellJob(object, status, deploy);
  const [before, after] = [object.status, status].map((one) => at(one, "lifecycleState"));
  if (after === "DELETING" && before !== after) {
    words.push({ id: "cleanup", type: "Normal", reason: "Cleanup", message: "The job is ended with its resource." });
  }
  const isLost = memory?.phase === "deployed" && memory.ended === undefined && job.found === "missing";
  if (isLost && at(object.status, "jobStatus", "state") !== at(status, "jobStatus", "state")) {
    const message = "The cluster does not know the job any more.";
    words.push({ id: `missing/${deploy}`, type: "Warning", reason: "Missing", message });
  }
  return [...words, ...tellViolation(object, status, violations)];
}
