import type { Job, Load, Work } from "./state.ts";

/** What holds for a job whose behaviour says nothing: it is idle for most of its time. */
export const usual: Load = { arrivals: 1_000, source: 4_000, work: 4_000 };

/** A job that has done nothing yet. */
export function noWork(now: number): Work {
  return {
    at: now,
    records: 0,
    lag: 0,
    thereMs: [0, 0],
    busyMs: [0, 0],
    heldBackMs: 0,
    rate: 0,
    sourceLoad: 0,
    workLoad: 0,
  };
}

/** Lets records come in up to a moment, and through as many as the slowest vertex lets while the job runs. */
export function workTo(job: Job, now: number, runs: boolean): void {
  const { work, vertices, settings } = job;
  const seconds = (now - work.at) / 1_000;
  if (seconds <= 0) return;
  const { source, work: each } = settings.load ?? usual;
  const [sources = 1, workers = 1] = vertices.map(({ parallelism }) => parallelism);
  const [reads, works] = [source * sources, each * workers];
  const waiting = work.lag + arrivedBetween(settings.load ?? usual, work.at - job.startTime, now - job.startTime);
  const done = runs ? Math.min(waiting, Math.min(reads, works) * seconds) : 0;
  work.lag = waiting - done;
  work.records += done;
  work.rate = done / seconds;
  work.sourceLoad = work.rate / reads;
  work.workLoad = work.rate / works;
  const [sourceMs, workMs] = [sources * seconds * 1_000, workers * seconds * 1_000];
  work.thereMs[0] += runs ? sourceMs : 0;
  work.thereMs[1] += runs ? workMs : 0;
  work.busyMs[0] += work.sourceLoad * sourceMs;
  work.busyMs[1] += work.workLoad * workMs;
  work.heldBackMs += isHeldBack(work) ? (1 - work.sourceLoad) * sourceMs : 0;
  work.at = now;
}

/** Records that came in between two moments of a job, in milliseconds since its start; they swing as a cosine does. */
function arrivedBetween({ arrivals, swing }: Load, from: number, to: number): number {
  const steady = (arrivals * (to - from)) / 1_000;
  if (swing === undefined) return steady;
  const turn = (2 * Math.PI) / swing.everyMs;
  const risen = (to - from) / 2 - (Math.sin(turn * to) - Math.sin(turn * from)) / (2 * turn);
  return steady + ((swing.to - arrivals) * risen) / 1_000;
}

/** True while the source waits for the work, and could read more. */
export function isHeldBack({ lag, workLoad, sourceLoad }: Work): boolean {
  return lag > 0 && workLoad > 0 && workLoad >= sourceLoad;
}

/** The counters of a job that begins anew; what waits goes on waiting. */
export function beginWork(job: Job, now: number): void {
  workTo(job, now, false);
  const { work } = job;
  work.records = 0;
  work.thereMs.fill(0);
  work.busyMs.fill(0);
  work.heldBackMs = 0;
}
