import type { Plan } from "../core/action.ts";
import type { FlinkAction } from "../ports/flink-actions.ts";
import { holdOf } from "./failed-stop.ts";
import { intentOf, stopIntent } from "./intents.ts";
import { isTerminal, type JobLook } from "./looks.ts";
import type { FlinkMemory } from "./memory.ts";
import { type Ending, followEnding, sendStop } from "./stop-job.ts";

/** What the savepoint before a deletion is asked for and followed by. */
export interface Deleting extends Ending {
  readonly settings: Ending["settings"] & { readonly rejectedRetryMs: number };
}

/** What the spec says of it. */
export interface LastSavepointWanted {
  /** Hash of the spec. */
  readonly spec: string;
  readonly savepointDir: string | undefined;
  readonly savepointOnDeletion: boolean;
  readonly drainsOnDeletion: boolean;
}

const wayOut = "To delete it without a savepoint, set kubernetes.operator.job.savepoint-on-deletion to false.";

const wait = (why: string): Plan<FlinkAction> => ({ why, actions: [], until: wayOut, revisit: "waiting" });

/** True where a savepoint is wanted, and the job on record has not come to an end that is known. */
export function owesLastSavepoint(wanted: LastSavepointWanted, memory: FlinkMemory, job: JobLook): boolean {
  const hasEnded = memory.ended !== undefined || (job.found === "job" && isTerminal(job.job.state));
  const isSecured = memory.phase === "stopped" || (memory.phase === "stopping" && memory.state !== undefined);
  return wanted.savepointOnDeletion && !hasEnded && !isSecured;
}

/** Stops a job with a savepoint before its resource goes; what keeps it from that is waited out, with a way out (2.8). */
export function takeLastSavepoint(view: Deleting, memory: FlinkMemory, wanted: LastSavepointWanted): Plan<FlinkAction> {
  const drain = wanted.drainsOnDeletion;
  const isStopping = memory.phase === "stopping" && intentOf(view.record, stopIntent) !== undefined;
  if (isStopping) return followEnding(view, memory, drain) ?? wait("The job is being stopped.");
  return whyNotNow(view, memory, wanted) ?? sendStop(view, memory, 1, drain);
}

/** Why the savepoint is not asked for now; undefined where it is. */
function whyNotNow(
  { job, now, settings }: Deleting,
  { failure }: FlinkMemory,
  { spec, savepointDir }: LastSavepointWanted,
): Plan<FlinkAction> | undefined {
  if (savepointDir === undefined) {
    return wait("The savepoint before the deletion has nowhere to go. To take it, set state.savepoints.dir.");
  }
  if (job.found === "unreachable") return wait(`The savepoint before the deletion waits: ${job.fault.message}`);
  if (job.found !== "job") return wait("The savepoint before the deletion waits for a JobManager that knows the job.");
  if (job.job.state !== "RUNNING")
    return wait(`The savepoint before the deletion waits, as the job is ${job.job.state}.`);
  const held = holdOf(failure, { spec, now, retryMs: settings.rejectedRetryMs });
  return held && { ...wait(`The savepoint before the deletion failed: ${held.why}`), revisit: held.revisit };
}
