import { at } from "../../shared/core/json.ts";
import { type EventName, tell } from "./events.ts";
import { moveJob } from "./jobs.ts";
import { endSavepoint, failOpenSavepoints, judgeSavepoint, makeSavepoint } from "./savepoints.ts";
import { type Behaviour, type Phase, putRow, type Row, type State } from "./state.ts";
import { planTask } from "./tasks.ts";
import { converge, desiredOf, rest, saveJob, startJob, stopJob } from "./transitions.ts";
import { objectAt, textAt } from "./tree.ts";

const RETENTION = "execution.checkpointing.externalized-checkpoint-retention";

/** Ends the current phase of a deployment and begins what follows. */
export function endPhase(state: State, row: Row, now: number): void {
  const { phase } = row;
  if (phase.kind === "starting") endStart(state, row, now, phase);
  else if (phase.kind === "saving") endSaving(state, row, now, phase);
  else if (phase.kind === "stopping") endStop(state, row, now);
}

function endStart(state: State, row: Row, now: number, phase: Phase & { readonly kind: "starting" }): void {
  const behaviour = behaviourOf(state, row);
  if (behaviour.broken === true || phase.attempt <= (behaviour.failedStarts ?? 0)) {
    failStart(state, row, now, phase.attempt);
    return;
  }
  moveJob(state, row.jobId, now, "STARTED");
  tell(state, row, now, "JOB_SUCCESSFULLY_STARTED", `Job ${row.jobId} started.`);
  planJobEnd(state, row, now, behaviour);
  settle(state, row, now);
}

function failStart(state: State, row: Row, now: number, attempt: number): void {
  moveJob(state, row.jobId, now, "FAILED", "The job could not be created.");
  tell(state, row, now, "FAILED_CREATING_A_NEW_JOB", `Attempt ${attempt} failed.`);
  const idle = { ...row, jobId: undefined };
  if (desiredOf(row) !== "RUNNING") settle(state, idle, now);
  else if (attempt < limitOf(row, "maxJobCreationAttempts")) startJob(state, idle, now, attempt + 1);
  else {
    tell(state, idle, now, "TOO_MANY_FAILED_JOB_CREATION_ATTEMPTS", `Gave up after ${attempt} attempts.`);
    rest(state, idle, now, "FAILED");
  }
}

function endSaving(state: State, row: Row, now: number, phase: Phase & { readonly kind: "saving" }): void {
  const fault = judgeSavepoint(behaviourOf(state, row), phase.attempt);
  if (fault !== undefined) {
    failSaving(state, row, now, phase, fault);
    return;
  }
  endSavepoint(state, phase.savepointId, now, undefined);
  tell(state, row, now, "FOUND_A_COMPLETED_SAVEPOINT_READY_FOR_SUSPENSION", `Savepoint ${phase.savepointId}.`);
  if (desiredOf(row) === "RUNNING" && row.upgrade === undefined) settle(state, row, now);
  else stopJob(state, row, now, "stopMs");
}

function failSaving(
  state: State,
  row: Row,
  now: number,
  phase: Phase & { readonly kind: "saving" },
  fault: EventName,
): void {
  endSavepoint(state, phase.savepointId, now, "The savepoint could not be taken.");
  tell(state, row, now, fault, `Savepoint ${phase.savepointId} failed.`);
  if (phase.attempt < limitOf(row, "maxSavepointCreationAttempts")) {
    saveJob(state, row, now, phase.attempt + 1);
    return;
  }
  tell(state, row, now, "TOO_MANY_FAILED_SUSPENSION_ATTEMPTS", `Gave up after ${phase.attempt} attempts.`);
  failOpenSavepoints(state, row, now, "The job was terminated.");
  moveJob(state, row.jobId, now, "FAILED", "The job could not be suspended.");
  rest(state, { ...row, jobId: undefined, upgrade: undefined }, now, "FAILED");
}

function endStop(state: State, row: Row, now: number): void {
  const cancelled = desiredOf(row) === "CANCELLED";
  const retains = at(objectAt(row.deployment.spec, "template", "spec", "flinkConfiguration"), RETENTION);
  if (cancelled && retains === "RETAIN_ON_CANCELLATION") {
    makeSavepoint(state, row, now, { origin: "RETAINED_CHECKPOINT" });
  }
  const current = state.rows.get(row.deployment.metadata.id) ?? row;
  moveJob(state, row.jobId, now, "TERMINATED");
  settle(state, { ...current, jobId: undefined }, now);
}

/** Ends the STARTED job of a row by itself: it finishes, or fails and is started again up to maxJobCreationAttempts times [inf]. */
export function endJob(state: State, row: Row, now: number, outcome: "finish" | "fail"): void {
  failOpenSavepoints(state, row, now, "The job ended.");
  if (outcome === "finish") finishJob(state, row, now);
  else failJob(state, row, now);
}

function finishJob(state: State, row: Row, now: number): void {
  moveJob(state, row.jobId, now, "FINISHED");
  tell(state, row, now, "JOB_SUCCESSFULLY_FINISHED", `Job ${row.jobId} finished.`);
  const idle = { ...row, jobId: undefined, upgrade: undefined };
  if (desiredOf(row) !== "RUNNING") {
    settle(state, idle, now);
    return;
  }
  rest(state, idle, now, "FINISHED");
  tell(state, row, now, "TRANSITIONED_TO_FINISHED_STATE", "The deployment is FINISHED.");
}

function failJob(state: State, row: Row, now: number): void {
  moveJob(state, row.jobId, now, "FAILED", "The job failed and cannot recover.");
  tell(state, row, now, "TERMINATING_A_JOB_DUE_TO_AN_UNRECOVERABLE_FAILURE", `Job ${row.jobId} failed.`);
  const idle = { ...row, jobId: undefined, upgrade: undefined, failures: row.failures + 1 };
  const retries = desiredOf(row) === "RUNNING" && idle.failures < limitOf(row, "maxJobCreationAttempts");
  if (retries) startJob(state, idle, now, 1);
  else rest(state, idle, now, "FAILED");
}

function settle(state: State, row: Row, now: number): void {
  putRow(state, { ...row, phase: { kind: "settled" }, ticket: 0 });
  converge(state, row.deployment.metadata.id, now);
}

function planJobEnd(state: State, row: Row, now: number, behaviour: Behaviour): void {
  const jobId = row.jobId ?? "";
  const { failsAfterMs, finishesAfterMs } = behaviour;
  if (failsAfterMs !== undefined) planTask(state, { at: now + failsAfterMs, kind: "job", jobId, outcome: "fail" });
  if (finishesAfterMs !== undefined)
    planTask(state, { at: now + finishesAfterMs, kind: "job", jobId, outcome: "finish" });
}

/** How jobs behave that run the row's artifact: its jarUri, sqlScript or pythonArtifactUri. */
export function behaviourOf(state: State, row: Row): Behaviour {
  const job = row.jobId === undefined ? undefined : state.jobs.get(row.jobId);
  const artifact = objectAt(job?.spec ?? objectAt(row.deployment.spec, "template", "spec"), "artifact");
  const key = textAt(artifact, "jarUri") ?? textAt(artifact, "sqlScript") ?? textAt(artifact, "pythonArtifactUri");
  return state.artifacts.get(key ?? "") ?? {};
}

function limitOf(row: Row, key: "maxJobCreationAttempts" | "maxSavepointCreationAttempts"): number {
  const limit = row.deployment.spec[key];
  return typeof limit === "number" ? limit : 1;
}
