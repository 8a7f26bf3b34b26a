import * as z from "zod";
import type { Job, JobOverview } from "../../ports/flink-answers.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import { foreignText } from "../foreign-text.ts";
import { expectDone, isUnknownJob, readAs } from "./answer.ts";
import type { Ask } from "./call.ts";
import { readOneJob, toVertex, vertex } from "./one-job.ts";
import { hexId, jobPath, toState, toTime } from "./wire.ts";

/** Bytes of the largest overview that is read; some ten thousand jobs. */
const largestOverview = 16 * 1024 * 1024;

const summary = z.looseObject({
  jid: hexId,
  name: z.string(),
  state: z.string().min(1),
  "start-time": z.number(),
  "end-time": z.number(),
});
const tasks = z.record(z.string(), z.number());
const listed = summary.extend({ "last-modification": z.number(), tasks: tasks.optional() });
const overview = z.looseObject({ jobs: z.array(listed) });
const details = summary.extend({ vertices: z.array(vertex) });
/** All jobs; one that cannot be read makes the whole list `Malformed`, since its absence would be a fact. */
export async function readOverview(ask: Ask, endpoint: FlinkEndpoint, signal?: AbortSignal): Promise<JobOverview[]> {
  const what = "list the jobs";
  const answer = await ask({ endpoint, path: "/jobs/overview", what, signal, largest: largestOverview });
  return readAs(answer, overview, ({ jobs }) => jobs.map(toOverview));
}

function toOverview(job: z.infer<typeof listed>): JobOverview {
  const read = toSummary(job);
  const state = read.state === "RUNNING" && startsTasks(job.tasks ?? {}) ? "CREATED" : read.state;
  return { ...read, state, lastModification: job["last-modification"] };
}

/**
 * Flink calls a job RUNNING from the moment that it asks for slots. While its tasks are being started it counts as CREATED, as
 * for the Apache operator, since no savepoint can be taken of it. Tasks that wait for an earlier stage of a batch job are none.
 */
function startsTasks(many: z.infer<typeof tasks>): boolean {
  const count = (...states: string[]) => states.reduce((sum, state) => sum + (many[state] ?? 0), 0);
  return (
    count("scheduled", "deploying", "initializing") > 0 || (count("total") > 0 && count("running", "finished") === 0)
  );
}

function toSummary(job: z.infer<typeof summary>) {
  return {
    jobId: job.jid,
    name: foreignText(job.name),
    ...toState(job.state),
    startTime: job["start-time"],
    endTime: toTime(job["end-time"]),
  };
}

/** One job with its vertices. */
export async function readJob(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  signal?: AbortSignal,
): Promise<Job | undefined> {
  const about = { endpoint, jobId, what: `read job ${jobId}`, signal };
  return readOneJob(ask, about, details, (wire) => ({ ...toSummary(wire), vertices: wire.vertices.map(toVertex) }));
}

/** Asks a job to end; what has ended by itself, or is not there, is an outcome (fact 7). */
export async function cancelJob(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  signal?: AbortSignal,
): Promise<"ACCEPTED" | "ENDED" | "MISSING"> {
  const path = `${jobPath(jobId)}?mode=cancel`;
  const answer = await ask({ endpoint, method: "PATCH", path, what: `cancel job ${jobId}`, signal });
  if (isUnknownJob(answer)) return "MISSING";
  if (answer.status === 409 && answer.cause !== undefined) return "ENDED";
  expectDone(answer);
  return "ACCEPTED";
}
