import { touch } from "./annotations.ts";
import { continueScaling } from "./autopilot.ts";
import { tell } from "./events.ts";
import { behaviourOf, endJob, endPhase } from "./phases.ts";
import { endSavepoint, judgeSavepoint, removeSavepoint } from "./savepoints.ts";
import { putRow, type Row, type State, type Task } from "./state.ts";
import { takeDueTask } from "./tasks.ts";

/**
 * Brings the state up to `now`: everything that became due happens at its own time, in order.
 *
 * Guarantees: O(1) when nothing is due; `advance(a); advance(b)` equals `advance(b)` for a ≤ b.
 */
export function advance(state: State, now: number): void {
  for (let task = takeDueTask(state, now); task !== undefined; task = takeDueTask(state, now)) runTask(state, task);
}

function runTask(state: State, task: Task): void {
  if (task.kind === "savepoint") completeSavepoint(state, task.savepointId, task.at);
  else if (task.kind === "deletion") removeSavepoint(state, task.savepointId);
  else if (task.kind === "job") {
    const job = state.jobs.get(task.jobId);
    const row = job?.status.state === "STARTED" ? touchRow(state, job.metadata.deploymentId, task.at) : undefined;
    if (row !== undefined) endJob(state, row, task.at, task.outcome);
  } else if (state.rows.get(task.deploymentId)?.ticket === task.ticket) {
    const row = touchRow(state, task.deploymentId, task.at);
    if (row !== undefined) endPhase(state, row, task.at);
    continueScaling(state, task.deploymentId, task.at);
  }
}

function completeSavepoint(state: State, savepointId: string, now: number): void {
  const savepoint = state.savepoints.get(savepointId);
  const row = savepoint === undefined ? undefined : state.rows.get(savepoint.metadata.deploymentId);
  if (savepoint?.status.state !== "STARTED" || row === undefined) return;
  const fault = judgeSavepoint(behaviourOf(state, row), 1);
  endSavepoint(state, savepointId, now, fault !== undefined ? "The savepoint could not be taken." : undefined);
  const outcome = fault === undefined ? "completed" : "failed";
  tell(state, row, now, fault ?? "TRANSITIONED_TO_COMPLETED", `Savepoint ${savepointId} ${outcome}.`);
}

function touchRow(state: State, id: string, now: number): Row | undefined {
  const row = state.rows.get(id);
  return row === undefined ? undefined : putRow(state, { ...row, deployment: touch(row.deployment, now) });
}
