import { isSourceModel, type JobModel } from "./job.ts";

/** Counters of a vertex at one moment, for the gauges that Flink makes of them. */
export interface Mark {
  readonly recordsIn: number;
  readonly recordsOut: number;
  /** Seconds for which its busiest subtask was busy since the start, and held back. */
  readonly busy: number;
  readonly heldBack: number;
}

/** A vertex as it stands. */
export interface VertexState {
  readonly isSource: boolean;
  readonly parallelism: number;
  /** Records that wait: the lag of a source, the buffers of any other. */
  readonly queue: number;
  /** Counters since the start of this run. */
  readonly now: Mark;
  /** Milliseconds for which all subtasks together were busy. */
  readonly accumulatedBusyTime: number;
  /** The counters of the last minute, oldest first, one each tick. */
  readonly marks: readonly Mark[];
  /** Records that a source has read since the last checkpoint; 0 for others. */
  readonly sinceCheckpoint: number;
  /** Records that waited in buffers at the last checkpoint, and are part of it; 0 for sources. */
  readonly inCheckpoint: number;
}

/** A job as it stands; times are seconds since the beginning of the experiment. */
export interface JobState {
  readonly at: number;
  readonly vertices: readonly VertexState[];
  /** Runs since then; in the future while it restarts. */
  readonly runningSince: number;
  readonly checkpointAt: number;
}

/** What nothing has been counted at. */
export const noMark: Mark = { recordsIn: 0, recordsOut: 0, busy: 0, heldBack: 0 };

/** A job that starts at 0 with a parallelism for each vertex, and with nothing waiting. */
export function startOf({ vertices }: JobModel, parallelism: readonly number[]): JobState {
  return {
    at: 0,
    runningSince: 0,
    checkpointAt: 0,
    vertices: vertices.map((model, index) => freshVertex(parallelism[index] ?? 1, 0, isSourceModel(model))),
  };
}

/** A vertex at the start of a run; `queue` is what waits in front of it. */
export function freshVertex(parallelism: number, queue: number, isSource: boolean): VertexState {
  return {
    isSource,
    parallelism,
    queue,
    now: noMark,
    accumulatedBusyTime: 0,
    marks: [],
    sinceCheckpoint: 0,
    inCheckpoint: 0,
  };
}

/** True while the job processes. */
export function isRunning({ at, runningSince }: JobState): boolean {
  return at >= runningSince;
}
