import { showRest, showTransition } from "./annotations.ts";
import { tell } from "./events.ts";
import { makeJob, moveJob } from "./jobs.ts";
import type { ActualState, DesiredState } from "./objects.ts";
import { chooseSnapshot, failOpenSavepoints, makeSavepoint } from "./savepoints.ts";
import { type Delays, type Phase, putRow, type Row, type State } from "./state.ts";
import { hasTarget } from "./target-names.ts";
import { endOf, planTask } from "./tasks.ts";
import { toTimestamp } from "./timestamp.ts";
import { textAt } from "./tree.ts";

/**
 * What the platform does next with a deployment:
 *
 *     start   a new job                     CANCELLED/SUSPENDED → TRANSITIONING → RUNNING
 *     save    a savepoint, then stop        RUNNING → TRANSITIONING → SUSPENDED, or a STATEFUL upgrade
 *     cancel  stop the job at once          RUNNING/TRANSITIONING → CANCELLED, or a STATELESS upgrade
 *     rest    show the state that is reached
 *     wait    a phase that cannot be redirected is under way, or the deployment FAILED or FINISHED
 */
export type Move = "start" | "save" | "cancel" | "rest" | "wait";

/** The next move, from the phase, the job and the desired state alone; the latest desired state wins (2.4). */
export function decideMove(row: Row): Move {
  const desired = desiredOf(row);
  if (row.phase.kind === "stopping") return "wait";
  if (row.phase.kind !== "settled") return desired === "CANCELLED" ? "cancel" : "wait";
  if (row.jobId === undefined) return decideWithoutJob(row, desired);
  if (desired === "CANCELLED") return "cancel";
  if (desired === "SUSPENDED") return "save";
  if (row.upgrade === undefined) return "rest";
  return row.upgrade === "STATEFUL" ? "save" : "cancel";
}

function decideWithoutJob(row: Row, desired: DesiredState): Move {
  if (desired !== "RUNNING") return "rest";
  const { state } = row.deployment.status;
  return state === "FAILED" || state === "FINISHED" ? "wait" : "start";
}

/** Makes the next move of a deployment; to be called after each accepted write and at the end of each phase. */
export function converge(state: State, id: string, now: number): void {
  const row = state.rows.get(id);
  if (row === undefined) return;
  const move = decideMove(row);
  if (move === "start") startJob(state, row, now, 1);
  else if (move === "save") saveJob(state, row, now, 1);
  else if (move === "cancel") cancelJob(state, row, now);
  else if (move === "rest") rest(state, row, now, row.jobId === undefined ? desiredOf(row) : "RUNNING");
}

/** Creates a job from the newest template; it is STARTED, or fails, when the phase ends. */
export function startJob(state: State, before: Row, now: number, attempt: number): void {
  const row = transition(state, before, now, "Start the job.");
  const target = textAt(row.deployment.spec, "deploymentTargetName");
  if (target !== undefined && !hasTarget(state, row.deployment.metadata.namespace, target)) {
    tell(state, row, now, "REFERENCED_DEPLOYMENT_TARGET_DOES_NOT_EXIST", `There is no deployment target '${target}'.`);
    rest(state, { ...row, upgrade: undefined }, now, "FAILED");
    return;
  }
  tell(state, row, now, "CREATING_A_NEW_JOB", `Creating a job, attempt ${attempt}.`);
  const job = makeJob(state, row, now, chooseSnapshot(state, row));
  const started = { ...row, jobId: job.metadata.id, jobs: [...row.jobs, job.metadata.id], upgrade: undefined };
  tell(state, started, now, "SPINNING_UP_A_CLUSTER_FOR_A_JOB", "Creating the cluster of the job.");
  tell(state, started, now, "AWAITING_A_JOB_TO_START", "Waiting for the job to start.");
  beginPhase(state, started, now, { kind: "starting", attempt }, "startMs");
}

/** Takes the savepoint that precedes a suspension or a STATEFUL upgrade. */
export function saveJob(state: State, before: Row, now: number, attempt: number): void {
  const row = transition(state, before, now, "Stop the job with a savepoint.");
  const suspends = desiredOf(row) === "SUSPENDED";
  if (suspends) tell(state, row, now, "CREATING_A_SAVEPOINT_BEFORE_SUSPENSION", `Savepoint, attempt ${attempt}.`);
  else tell(state, row, now, "USING_AN_UPGRADE_STRATEGY", "Upgrading with STATEFUL.");
  const savepoint = makeSavepoint(state, row, now, { origin: suspends ? "SUSPEND" : "SUSPEND_AND_UPGRADE" });
  const savepointId = savepoint.metadata.id;
  const saving = state.rows.get(row.deployment.metadata.id) ?? row;
  tell(state, saving, now, "AWAITING_SAVEPOINT_COMPLETION_TO_TRANSITION_TO_SUSPENDED", `Savepoint ${savepointId}.`);
  beginPhase(state, saving, now, { kind: "saving", attempt, savepointId }, "savepointMs");
}

function cancelJob(state: State, before: Row, now: number): void {
  const row = transition(state, before, now, "Stop the job.");
  if (desiredOf(row) === "RUNNING") tell(state, row, now, "USING_AN_UPGRADE_STRATEGY", "Upgrading with STATELESS.");
  stopJob(state, row, now, "cancelMs");
}

/** Terminates the job; `phase` is the length: cancelMs, or stopMs after a completed savepoint. */
export function stopJob(state: State, row: Row, now: number, phase: "cancelMs" | "stopMs"): void {
  tell(state, row, now, "FOUND_A_JOB_TO_TERMINATE", `Terminating job ${row.jobId}.`);
  failOpenSavepoints(state, row, now, "The job was terminated.");
  moveJob(state, row.jobId, now, "TERMINATING");
  tell(state, row, now, "AWAITING_A_JOB_TO_TERMINATE", "Waiting for the job to terminate.");
  beginPhase(state, row, now, { kind: "stopping" }, phase);
}

/** Shows a state in which the deployment stays until something changes; nothing happens when it is there already. */
export function rest(state: State, before: Row, now: number, to: Exclude<ActualState, "TRANSITIONING">): void {
  const settled: Row = { ...before, phase: { kind: "settled" }, ticket: 0 };
  if (before.deployment.status.state === to) {
    putRow(state, settled);
    return;
  }
  const lost = to === "SUSPENDED" && before.deployment.status.state !== "TRANSITIONING";
  if (lost) tell(state, before, now, "COULD_NOT_FIND_A_JOB_TO_SUSPEND", "There is no job to suspend.");
  const deployment = showRest(before.deployment, to === "RUNNING" ? runningStatus(before, now) : { state: to });
  putRow(state, { ...settled, deployment });
  if (to === "FAILED" || to === "FINISHED") return;
  tell(state, before, now, "STATE_TRANSITION_IS_COMPLETED", `The deployment is ${to}.`);
}

function runningStatus(row: Row, now: number): Row["deployment"]["status"] {
  const time = toTimestamp(now);
  const failing = { type: "JobFailing", status: "False", reason: "JobNotFailing", message: "The job is not failing." };
  const conditions = [{ ...failing, lastTransitionTime: time, lastUpdateTime: time }];
  return { state: "RUNNING", running: { jobId: row.jobId ?? "", transitionTime: time, conditions } };
}

function transition(state: State, row: Row, now: number, message: string): Row {
  if (row.deployment.status.state === "TRANSITIONING") return row;
  tell(state, row, now, "STATE_TRANSITION_IS_NEEDED", message);
  return putRow(state, { ...row, deployment: showTransition(row.deployment, now) });
}

function beginPhase(state: State, row: Row, now: number, phase: Phase, length: Exclude<keyof Delays, "jitter">): void {
  state.tickets += 1;
  const ticket = state.tickets;
  putRow(state, { ...row, phase, ticket });
  const deploymentId = row.deployment.metadata.id;
  planTask(state, { at: endOf(state, length, now), kind: "phase", deploymentId, ticket });
}

/** The desired state of a stored deployment; validation made sure that it is one. */
export function desiredOf(row: Row): DesiredState {
  return (textAt(row.deployment.spec, "state") ?? "CANCELLED") as DesiredState;
}
