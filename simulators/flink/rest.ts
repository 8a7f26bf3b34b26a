import { isObject, type JsonObject } from "../../shared/core/json.ts";
import { checkpointsAnswer, jobsOverview } from "./answers.ts";
import { clusterRoutes, takesJars } from "./cluster-answers.ts";
import { exceptionsAnswer, executionResult } from "./endings.ts";
import {
  type Context,
  decoded,
  error,
  mismatch,
  ok,
  type RestAnswer,
  type RestRequest,
  type Route,
  refreshMs,
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

const jobRoutes: readonly Route[] = [
  ["GET", /^\/jobs\/overview$/, ({ process, now }) => ok(jobsOverview(process, now))],
  ["GET", /^\/jobs\/([^/]+)\/checkpoints$/, (context) => withJob(context, (job) => ok(remembered(context, job)))],
  ["GET", /^\/jobs\/([^/]+)\/exceptions$/, (context) => withJob(context, (job) => ok(exceptionsAnswer(context, job)))],
  ["GET", /^\/jobs\/([^/]+)\/execution-result$/, executionResult],
  ["GET", /^\/jobs\/([^/]+)\/status$/, (context) => withJob(context, ({ state }) => ok({ status: state }))],
  [
    "GET",
    /^\/jobs\/([^/]+)$/,
    (context) => withJob(context, (job) => ok(jobAnswer(context.process, job, context.now))),
  ],
  ["PATCH", /^\/jobs\/([^/]+)$/, cancel],
];

const clusterAndJobs: readonly Route[] = [
  ...clusterRoutes,
  ...jobRoutes,
  ...metricRoutes,
  ...scalingRoutes,
  ...operationRoutes,
];
const withJars: readonly Route[] = [...clusterAndJobs, ...jarRoutes];

/** What a JobManager answers, whatever it is asked; the only changes are those of time and of the request. */
export function answer(process: Process, request: RestRequest, now: number): RestAnswer {
  advance(process, now);
  const { method } = request;
  const [path = ""] = request.path.replace(/^\/v1(?=\/)/, "").split("?");
  for (const [taken, pattern, respond, format = "EmptyRequestBody"] of takesJars(process) ? withJars : clusterAndJobs) {
    const match = taken === method ? pattern.exec(path) : null;
    if (match === null) continue;
    const ids = match.slice(1).map(decoded);
    const why = whyRefused(request, { path, format, ids });
    return why === undefined ? respond({ process, request, ids, now }) : error(400, why);
  }
  return error(404, method === "GET" ? `Unable to load requested file ${path}.` : `Not found: ${request.path}`);
}

/** What is wrong with a request before its handler looks at it: a file, a body, or a job's id. */
function whyRefused(
  { file, body, unreadable }: RestRequest,
  { path, format, ids: [id] }: { readonly path: string; readonly format: string; readonly ids: readonly string[] },
): string | undefined {
  if (file !== undefined && path !== "/jars/upload") return refused("File uploads not allowed.");
  if (unreadable !== undefined) return stackOf(mismatch(format), `${jackson}.core.JsonParseException: ${unreadable}`);
  if (body !== undefined && !isObject(body)) {
    return stackOf(mismatch(format), `${jackson}.databind.exc.MismatchedInputException: Cannot deserialize it`);
  }
  if (id === undefined || !path.startsWith("/jobs/") || /^[0-9a-f]{32}$/i.test(id)) return undefined;
  const why = `Cannot resolve path parameter (jobid) from value "${id}".`;
  return stackOf(
    refused(`Bad request, could not parse parameters: ${why}`),
    `org.apache.flink.runtime.rest.handler.HandlerRequestException: ${why}`,
  );
}

const jackson = "org.apache.flink.shaded.jackson2.com.fasterxml.jackson";

/** Flink remembers what it said of a job's checkpoints, even while the job ends. */
function remembered({ process, now }: Context, job: Job): JsonObject {
  const before = process.told.get(job.id);
  if (before !== undefined && now < before.at + refreshMs) return before.answer;
  const answer = checkpointsAnswer(job);
  process.told.set(job.id, { at: now, answer });
  return answer;
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
