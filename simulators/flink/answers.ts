import type { JsonObject } from "../../shared/core/json.ts";
import { allTasksRun, latestCheckpoint } from "./jobs.ts";
import type { CheckpointRow, Job, Process } from "./state.ts";

const taskStates = [
  "running",
  "canceling",
  "canceled",
  "created",
  "scheduled",
  "deploying",
  "reconciling",
  "finished",
  "initializing",
  "failed",
];

/** `GET /jobs/overview`. */
export function jobsOverview(process: Process, now: number): JsonObject {
  return { jobs: [...process.jobs.values()].map((job) => overviewOf(process, job, now)) };
}

function overviewOf(process: Process, job: Job, now: number): JsonObject {
  const { id, name, state, startTime, endTime, modified } = job;
  const ofTasks = allTasksRun(process, job, now) ? "running" : "deploying";
  const tasks = Object.fromEntries(taskStates.map((one) => [one, state === "RUNNING" && one === ofTasks ? 2 : 0]));
  return {
    jid: id,
    name,
    "start-time": startTime,
    "end-time": endTime ?? -1,
    duration: (endTime ?? now) - startTime,
    state,
    "last-modification": modified,
    tasks: { ...tasks, total: 2 },
  };
}

/** `GET /jobs/:id/checkpoints`; after a stop the checkpoints are discarded, whatever is to be retained (REST fact 5). */
export function checkpointsAnswer(job: Job): JsonObject {
  const { checkpoints, restored } = job;
  const rows = [...checkpoints].reverse();
  const taken = rows.filter((row) => row.failure === undefined);
  const failed = rows.find((row) => row.failure !== undefined);
  const completed = latestCheckpoint(job);
  const savepoint = taken.find(({ type }) => type !== "CHECKPOINT");
  return {
    counts: {
      restored: restored === undefined ? 0 : 1,
      total: rows.length,
      in_progress: 0,
      completed: taken.length,
      failed: rows.length - taken.length,
    },
    latest: {
      completed: completed === undefined ? null : checkpointAnswer(completed, job),
      savepoint: savepoint === undefined ? null : checkpointAnswer(savepoint, job),
      failed: failed === undefined ? null : checkpointAnswer(failed, job),
      restored:
        restored === undefined
          ? null
          : {
              id: restored.id,
              restore_timestamp: restored.at,
              is_savepoint: restored.isSavepoint,
              external_path: restored.path,
            },
    },
    history: rows.slice(0, 10).map((row) => checkpointAnswer(row, job)),
  };
}

/** `GET /jobs/:id/checkpoints/details/:checkpoint`, and a row of the history. */
export function checkpointAnswer({ id, type, at, path, failure }: CheckpointRow, job: Job): JsonObject {
  const isSavepoint = type !== "CHECKPOINT";
  const row = {
    id,
    is_savepoint: isSavepoint,
    savepointFormat: isSavepoint ? "CANONICAL" : null,
    checkpoint_type: type,
    trigger_timestamp: at,
  };
  if (failure !== undefined) {
    const failed = { latest_ack_timestamp: -1, state_size: 0, failure_timestamp: at, failure_message: failure };
    return { className: "failed", status: "FAILED", ...row, ...failed };
  }
  const isLatest = latestCheckpoint(job)?.id === id;
  return {
    className: "completed",
    status: "COMPLETED",
    ...row,
    latest_ack_timestamp: at,
    state_size: 1_024,
    external_path: path ?? "<checkpoint-not-externally-addressable>",
    discarded: !isSavepoint && (!isLatest || job.state === "FINISHED"),
  };
}
