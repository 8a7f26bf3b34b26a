import type { JsonObject } from "../../shared/core/json.ts";
import { checkpointsAnswer, jobsOverview } from "./answers.ts";
import { exceptionsAnswer, executionResult } from "./endings.ts";
import {
  type Context,
  error,
  ok,
  type RestAnswer,
  type RestRequest,
  type Route,
  refused,
  withJob,
} from "./exchange.ts";
import { jarRoutes } from "./jars.ts";
import { jobNotFound, stackOf } from "./java-stack.ts";
import { advance, hasEnded, move } from "./jobs.ts";
import { metricRoutes } from "./metrics.ts";
import { operationRoutes } from "./operations.ts";
import { jobAnswer, scalingRoutes } from "./scaling.ts";
import type { Job, Process } from "./state.ts";

/** `web.refresh-interval`, in milliseconds. */
const refreshMs = 3_000;

const routes: readonly Route[] = [
  ["GET", /^\/config$/, ({ process }) => ok(configOf(process))],
  ["GET", /^\/jobs\/overview$/, ({ process, now }) => ok(jobsOverview(process, now))],
  ["GET", /^\/jobs\/([^/]+)\/checkpoints$/, (context) => withJob(context, (job) => ok(remembered(context, job)))],
  ["GET", /^\/jobs\/([^/]+)\/exceptions$/, (context) => withJob(context, (job) => ok(exceptionsAnswer(context, job)))],
  ["GET", /^\/jobs\/([^/]+)\/execution-result$/, executionResult],
  [
    "GET",
    /^\/jobs\/([^/]+)$/,
    (context) => withJob(context, (job) => ok(jobAnswer(context.process, job, context.now))),
  ],
  ["PATCH", /^\/jobs\/([^/]+)$/, cancel],
  ...metricRoutes,
  ...scalingRoutes,
  ...operationRoutes,
  ...jarRoutes,
];

/** What a JobManager answers; the only changes are those of time and of the request. */
export function answer(process: Process, request: RestRequest, now: number): RestAnswer {
  advance(process, now);
  const [path = ""] = request.path.replace(/^\/v1(?=\/)/, "").split("?");
  for (const [method, pattern, respond] of routes) {
    const match = method === request.method ? pattern.exec(path) : null;
    if (match !== null) return respond({ process, request, ids: match.slice(1), now });
  }
  return error(404, `Unable to load requested file ${path}.`);
}

/** Flink remembers what it said of a job's checkpoints, even while the job ends. */
function remembered({ process, now }: Context, job: Job): JsonObject {
  const before = process.told.get(job.id);
  if (before !== undefined && now < before.at + refreshMs) return before.answer;
  const answer = checkpointsAnswer(job);
  process.told.set(job.id, { at: now, answer });
  return answer;
}

function configOf({ version }: Process): JsonObject {
  const features = { "web-submit": true, "web-cancel": false, "web-rescale": true, "web-history": false };
  const zone = { "refresh-interval": refreshMs, "timezone-name": "Coordinated Universal Time", "timezone-offset": 0 };
  return { ...zone, "flink-version": version, "flink-revision": "0980485 @ 2026-06-08T09:21:06+02:00", features };
}

function cancel({ process, ids, now }: Context): RestAnswer {
  const [id = ""] = ids;
  const job = process.jobs.get(id);
  if (job === undefined) {
    return error(404, stackOf(refused("Job could not be found."), jobNotFound(id)));
  }
  if (job.state === "FINISHED" || job.state === "FAILED") {
    const why = `Job cancellation failed because the job has already reached another terminal state (${job.state}).`;
    return error(409, refused(why));
  }
  if (!hasEnded(job) && job.state !== "CANCELLING") move(job, "CANCELLING", now);
  return { status: 202, body: {} };
}
