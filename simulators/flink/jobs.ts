import { completion, savepointNotFound, stackOf } from "./java-stack.ts";
import { beginWork, noWork, workTo } from "./load.ts";
import type { CheckpointRow, Job, JobSettings, Process, Submission, Vertex } from "./state.ts";

/** Starts a job; one whose savepoint is not there fails at once, as Flink's does. */
export function submit(process: Process, { id, name, settings, restorePath }: Submission, now: number): Job {
  const found = restorePath === undefined ? undefined : process.storage.get(restorePath);
  const lost = restorePath !== undefined && found === undefined;
  const why = savepointNotFound(restorePath ?? "");
  const job: Job = {
    id,
    name,
    settings,
    startTime: now,
    state: lost ? "FAILED" : process.durations.initializingMs === undefined ? "CREATED" : "INITIALIZING",
    modified: now,
    endTime: lost ? now : undefined,
    count: found?.count ?? 0,
    countedAt: now + process.durations.jobStartMs,
    nextCheckpointAt: now + process.durations.jobStartMs + settings.checkpointIntervalMs,
    nextCheckpointId: 1,
    checkpoints: [],
    restarts: 0,
    vertices: verticesOf(settings),
    runningSince: undefined,
    work: noWork(now),
    rescaleAt: undefined,
    restored: found === undefined ? undefined : { path: found.path, id: 0, at: now, isSavepoint: found.isSavepoint },
    failure: lost ? stackOf(completion(completion(why)), completion(why), why) : undefined,
    exceptions: [],
    ran: false,
  };
  process.onStart(job, restorePath);
  process.jobs.set(id, job);
  if (lost) process.onEnd(job);
  return job;
}

/** Lets time pass for every job of a process: it reads one record each millisecond, and takes its checkpoints. */
export function advance(process: Process, now: number): void {
  const { pending } = process;
  if (pending !== undefined && pending.at <= now) {
    process.pending = undefined;
    submit(process, pending.submission, pending.at);
  }
  for (const job of process.jobs.values()) advanceJob(process, job, now);
  for (const operation of process.operations.values()) {
    if (operation.outcome === undefined && operation.endsAt <= now)
      operation.outcome = operation.finish(operation.endsAt);
  }
}

function advanceJob(process: Process, job: Job, now: number): void {
  const never = Number.POSITIVE_INFINITY;
  const { jobStartMs, initializingMs = never, restartMs = never, cancelMs } = process.durations;
  const [createdAt, runsAt] = [job.startTime + initializingMs, job.startTime + jobStartMs / 2];
  if (job.state === "INITIALIZING" && now >= createdAt) move(job, "CREATED", createdAt);
  if (job.state === "CREATED" && now >= runsAt) schedule(process, job, runsAt, now);
  workTo(job, now, job.state === "RUNNING");
  if (job.state === "CANCELLING" && now >= job.modified + cancelMs)
    end(process, job, "CANCELED", job.modified + cancelMs);
  if (job.state === "RESTARTING" && now >= job.modified + restartMs) goOn(job, job.modified + restartMs);
  if (job.state !== "RUNNING") return;
  job.ran = true;
  rescale(process, job, now);
  const { checkpointIntervalMs, finishesAfterMs, failsAfterMs } = job.settings;
  const ends = Math.min(endOf(job, finishesAfterMs), endOf(job, failsAfterMs));
  const until = Math.min(now, ends);
  const lastAt = Math.min(until, endOf(job, job.settings.stallsAfterMs));
  while (checkpointIntervalMs > 0 && job.nextCheckpointAt <= lastAt) {
    takeCheckpoint(process, job, job.nextCheckpointAt);
    job.nextCheckpointAt += checkpointIntervalMs;
  }
  countTo(job, until);
  if (now < ends) return;
  if (ends === endOf(job, failsAfterMs)) fail(process, job, `asked to fail after ${failsAfterMs}`, ends);
  else end(process, job, "FINISHED", ends);
}

const vertices = [
  { id: "8d66249e32b3bc08f2fae72d32043792", name: "Source: topic" },
  { id: "674df9b0384c0348e0b9d1034a44c46c", name: "work -> sink: Writer" },
] as const;

function verticesOf({ parallelism = 2, overrides = {} }: JobSettings): Vertex[] {
  return vertices.map(({ id, name }) => {
    const upper = overrides[id] ?? parallelism;
    return { id, name, maxParallelism: 64, parallelism: upper, lower: 1, upper };
  });
}

/** Takes what there are slots for, from the newest checkpoint; in Flink 2 that is a restart (REST fact 8). */
function rescale(process: Process, job: Job, now: number): void {
  if (job.rescaleAt === undefined || now < job.rescaleAt) return;
  const slots = process.slots();
  const sizes = job.vertices.map(({ upper }) => Math.min(upper, slots));
  if (job.vertices.every(({ upper, parallelism }) => parallelism === upper)) job.rescaleAt = undefined;
  if (job.vertices.every(({ parallelism }, index) => parallelism === sizes[index])) return;
  for (const [index, vertex] of job.vertices.entries()) vertex.parallelism = sizes[index] ?? vertex.parallelism;
  if (!process.version.startsWith("1.")) job.restarts += 1;
  const path = latestCheckpoint(job)?.path;
  if (path !== undefined) job.restored = { path, id: 0, at: now, isSavepoint: false };
  move(job, "RUNNING", now);
}

/** Ends a job with an exception and no restart left. */
export function fail(process: Process, job: Job, why: string, now: number): void {
  const root = `java.lang.RuntimeException: ${why}`;
  if (job.ran) job.exceptions.push({ at: now, stack: root });
  job.failure = stackOf(
    "org.apache.flink.runtime.JobException: Recovery is suppressed by FixedDelayRestartBackoffTimeStrategy(maxNumberRestartAttempts=0, backoffTimeMS=0)",
    root,
  );
  end(process, job, "FAILED", now);
}

const lostTask =
  "org.apache.flink.runtime.jobmaster.JobMasterException: TaskManager with id orders-taskmanager-1-1 is no longer reachable.\n\tat org.apache.flink.runtime.jobmaster.JobMaster.disconnect(JobMaster.java:1)";

/** A task of a running job fails: the job goes back to its newest checkpoint, and starts its tasks again. */
export function failTasks(process: Process, job: Job, now: number): void {
  if (job.state !== "RUNNING") return;
  const path = latestCheckpoint(job)?.path ?? job.restored?.path;
  job.count = path === undefined ? 0 : (process.storage.get(path)?.count ?? 0);
  job.restarts += 1;
  job.exceptions.push({ at: now, stack: lostTask });
  move(job, "RESTARTING", now);
}

/** Its tasks fail and come back so many times within a moment. */
export function flap(job: Job, times: number, now: number): void {
  job.restarts += times;
  job.exceptions.push({ at: now, stack: lostTask });
  job.modified = now;
}

/** Runs a job where there is a slot for it; one that was found without runs from the moment at which there is one. */
function schedule(process: Process, job: Job, runsAt: number, now: number): void {
  if (process.slots() === 0) job.starved = true;
  else if (job.starved === true) goOn(job, now);
  else move(job, "RUNNING", runsAt);
}

function goOn(job: Job, now: number): void {
  move(job, "RUNNING", now);
  job.countedAt = now;
  job.nextCheckpointAt = now + job.settings.checkpointIntervalMs;
}

function endOf({ startTime }: Job, afterMs: number | undefined): number {
  return afterMs === undefined ? Number.POSITIVE_INFINITY : startTime + afterMs;
}

function countTo(job: Job, now: number): void {
  if (now <= job.countedAt) return;
  job.count += now - job.countedAt;
  job.countedAt = now;
}

/** The newest checkpoint is kept, and the one before it is thrown away (`state.checkpoints.num-retained` 1); gives its number. */
export function takeCheckpoint(process: Process, job: Job, at: number): number {
  countTo(job, at);
  const before = latestCheckpoint(job)?.path;
  if (before !== undefined) process.storage.delete(before);
  const { checkpointDir } = job.settings;
  const id = job.nextCheckpointId;
  job.nextCheckpointId += 1;
  const path = checkpointDir === undefined ? undefined : `${checkpointDir}/${job.id}/chk-${id}-${at}`;
  if (path !== undefined)
    process.storage.set(path, { path, cluster: process.cluster, count: job.count, isSavepoint: false });
  keep(process, job, { id, type: "CHECKPOINT", at, path });
  return id;
}

/** The newest checkpoint of a job that is no savepoint. */
export function latestCheckpoint({ checkpoints }: Job): CheckpointRow | undefined {
  return checkpoints.findLast(({ type }) => type === "CHECKPOINT");
}

/** Writes a savepoint as of now; that of a stop ends the job. */
export function takeSavepoint(process: Process, job: Job, directory: string, stops: boolean, now: number): string {
  countTo(job, now);
  const id = job.nextCheckpointId;
  job.nextCheckpointId += 1;
  const path = `${directory}/savepoint-${job.id.slice(0, 6)}-${now}`;
  process.storage.set(path, {
    path,
    cluster: process.cluster,
    count: job.count,
    isSavepoint: true,
    ...(stops && { ends: true }),
  });
  keep(process, job, { id, type: stops ? "SYNC_SAVEPOINT" : "SAVEPOINT", at: now, path });
  if (stops) end(process, job, "FINISHED", now);
  return path;
}

/** A savepoint that could not be written is in the history, too. */
export function failSavepoint(job: Job, stops: boolean, failure: string, now: number): void {
  const id = job.nextCheckpointId;
  job.nextCheckpointId += 1;
  job.checkpoints.push({ id, type: stops ? "SYNC_SAVEPOINT" : "SAVEPOINT", at: now, path: undefined, failure });
}

function keep(process: Process, job: Job, row: CheckpointRow): void {
  job.checkpoints.push(row);
  process.onCheckpoint(job, row);
}

/** Moves a job to a state that it may leave. */
export function move(job: Job, state: Job["state"], now: number): void {
  job.state = state;
  job.modified = now;
  if (state !== "RUNNING") return;
  job.runningSince = now;
  beginWork(job, now);
}

function end(process: Process, job: Job, state: Job["state"], now: number): void {
  move(job, state, now);
  job.endTime = now;
  process.onEnd(job);
}

/** True once all tasks of a job run; Flink calls it RUNNING before that. */
export function allTasksRun({ durations }: Process, { state, startTime }: Job, now: number): boolean {
  return state === "RUNNING" && now >= startTime + durations.jobStartMs;
}

/** True for a job that has ended for good. */
export function hasEnded({ state }: Job): boolean {
  return state === "CANCELED" || state === "FINISHED" || state === "FAILED";
}
