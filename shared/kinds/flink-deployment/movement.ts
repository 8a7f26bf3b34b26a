import type { Conclusion } from "../../core/kind.ts";
import type { Movement } from "../../core/progress.ts";
import { isTerminal } from "../../flink/looks.ts";
import { jobStateOf } from "../../flink/note-end.ts";
import { paceOf } from "../../flink/patience.ts";
import { refusedPart } from "./refusal.ts";
import type { FlinkFinding } from "./view.ts";

/** What tools that wait are told besides conditions, and whether to look again soon. */
export function movementOf(finding: FlinkFinding): Movement & { readonly revisit: Conclusion["revisit"] } {
  const { view, plan } = finding;
  const { memory, jobManager, job, now } = view;
  const isRestarted = plan.until !== undefined || plan.revisit !== undefined;
  const failed = jobStateOf(job, memory) === "FAILED" && !isRestarted;
  const ended = failed
    ? ({ status: "True", reason: "JobFailed", message: "The job has failed; status.error says why." } as const)
    : undefined;
  const moving = plan.revisit === "moving" ? plan.why : whatMoves({ memory, jobManager, job });
  const since = job.found === "job" ? job.job.lastModification : (memory?.at ?? now);
  const isDown = jobManager.found === "present" && jobManager.trouble !== undefined;
  const troubled = isDown || view.starving !== undefined;
  const revisit = moving === undefined ? undefined : troubled ? "waiting" : paceOf(since, now);
  const isHeld = troubled || refusedPart(finding) !== undefined;
  return { moving: isHeld ? undefined : moving, revisited: false, ended, revisit };
}

function whatMoves({ memory, jobManager, job }: Pick<FlinkFinding["view"], "memory" | "jobManager" | "job">) {
  if (memory?.phase !== "deployed" || jobManager.found !== "present") return undefined;
  if (!jobManager.available) return "The JobManager is being started.";
  if (job.found === "unreachable") return "The JobManager is started and does not answer yet.";
  const awaits = memory.jobId !== undefined && memory.ended === undefined;
  if (job.found === "missing") return awaits ? "The JobManager does not know the job yet." : undefined;
  if (job.found !== "job" || job.job.state === "RUNNING" || isTerminal(job.job.state)) return undefined;
  return `The job is ${job.job.state}.`;
}
