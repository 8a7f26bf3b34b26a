import { at, type JsonObject, textAt } from "../../core/json.ts";
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
import { describeFailure } from "../../flink/failure.ts";
import { exceptionLimitsOf, tellExceptions } from "../../flink/job-exceptions.ts";
import { memoryOf } from "../../flink/memory.ts";
import { describe } from "../../flink/restore.ts";
import type { Word } from "../../flink/word.ts";
import { names } from "./names.ts";
import { tellWait } from "./tell-wait.ts";
import type { Act, FlinkFinding, View } from "./view.ts";

/** The Kubernetes Events that follow from a pass (7.2); what changed is told once, and what stays is not told again. */
export function announce(
  finding: FlinkFinding,
  record: OperatorRecord | undefined,
  status: JsonObject,
): Announcements<Act> {
  const { view } = finding;
  return {
    afterRecord: toEvents(names, view, [...ofDeploy(finding, record), ...ofExceptions(view)]),
    afterStatus: toEvents(names, view, ofStatus(finding, status)),
  };
}

/** What went wrong in the job since the last look. */
function ofExceptions({ exceptions, memory, settings }: View): Word[] {
  return tellExceptions(exceptions, memory?.attempt ?? 0, exceptionLimitsOf(settings));
}

function ofDeploy(finding: FlinkFinding, record: OperatorRecord | undefined): Word[] {
  const { view, rule } = finding;
  const [before, after] = [memoryOf(ownRecord(view.object)), memoryOf(record)];
  if (after === undefined || after.generation === 0) return [];
  const { attempt, phase, origin } = after;
  const words: Word[] = [];
  if (attempt !== before?.attempt) {
    if (rule === "recover") {
      const message = "The JobManager's Deployment is gone; it is brought back.";
      words.push({ id: `recover/${attempt}`, type: "Warning", reason: "RecoverDeployment", message });
    }
    if (view.wanted?.ingress !== undefined && !view.wanted.managesIngress) {
      const message =
        "spec.ingress is set, and kubernetes.operator.ingress.manage is off: no Ingress is made or changed.";
      words.push({ id: `ingress/${attempt}`, type: "Warning", reason: "IngressManagement", message });
    }
    const message = `Deploy ${attempt} is applied, ${describe(origin)}.`;
    words.push({ id: `submit/${attempt}`, type: "Normal", reason: "Submit", message });
  }
  if (rule === "scale") words.push(...tellScaling(finding, view.inForce, before, after));
  if (phase === "stopping" && before !== undefined && before.phase !== "stopping")
    words.push(...ofStop(finding, attempt));
  return [...words, ...tellFailure(before, after), ...tellDeletion(finding, before, after)];
}

/** Stops that nobody asked for, by their rule. */
const ownWords: Readonly<Record<string, Pick<Word, "type" | "reason">>> = {
  "roll-back": { type: "Normal", reason: "Rollback" },
  "restart-unhealthy": { type: "Warning", reason: "RestartUnhealthyJob" },
  "restart-failed": { type: "Warning", reason: "RestartFailedJob" },
};

function ofStop({ view, rule, plan }: FlinkFinding, attempt: number): Word[] {
  const own = ownWords[rule];
  if (own !== undefined) return [{ id: `${rule}/${attempt}`, ...own, message: plan.why }];
  if (rule === "take-down") {
    return [
      { id: "cleanup", type: "Normal", reason: "Cleanup", message: "The cluster is taken down with its resource." },
    ];
  }
  return tellStop(view.inForce, attempt, view.wanted?.change !== "none", plan.why);
}

function ofStatus(finding: FlinkFinding, status: JsonObject): Word[] {
  const { view } = finding;
  const { object, memory, jobManager, violations } = view;
  const deploy = memory?.attempt ?? 0;
  const [before, after] = [object.status, status].map((one) => at(one, "jobManagerDeploymentStatus"));
  const words = tellJob(object, status, deploy, describeFailure(view));
  const wasThere = before !== undefined && before !== "MISSING" && before !== "ERROR";
  if (after === "MISSING" && wasThere && memory?.phase === "deployed" && memory.ended === undefined) {
    const message = "The JobManager's Deployment is not found.";
    words.push({ id: `missing/${deploy}`, type: "Warning", reason: "Missing", message });
  }
  const trouble = jobManager.found === "present" ? jobManager.trouble : undefined;
  if (trouble !== undefined && before !== "ERROR") {
    words.push({ id: `trouble/${deploy}/${trouble.reason}`, type: "Warning", ...trouble });
  }
  const { starving } = view;
  if (starving !== undefined && !textAt(object.status, "error")?.includes(starving.reason)) {
    words.push({ id: `starving/${deploy}/${starving.reason}`, type: "Warning", ...starving });
  }
  return [...words, ...tellWait(finding, status), ...tellViolation(object, status, violations)];
}
