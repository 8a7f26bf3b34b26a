import { isObject, type JsonObject, type JsonValue, member } from "../../shared/core/json.ts";
import { type Context, ok, type RestAnswer, type Route, refused, unforeseen } from "./exchange.ts";
import { jobNotFound } from "./java-stack.ts";
import { hasEnded } from "./jobs.ts";
import type { Job, Process, Vertex } from "./state.ts";

/** The resource requirements of a job, and the job with the size that it runs with. */
export const scalingRoutes: readonly Route[] = [
  ["GET", /^\/jobs\/([^/]+)\/resource-requirements$/, (context) => withRunning(context, readRequirements)],
  [
    "PUT",
    /^\/jobs\/([^/]+)\/resource-requirements$/,
    (context) => withRunning(context, putRequirements),
    "JobResourceRequirementsBody",
  ],
];

/** An ended job has no JobMaster that could be asked (REST fact 8). */
function withRunning(context: Context, respond: (job: Job, context: Context) => RestAnswer): RestAnswer {
  const [id = ""] = context.ids;
  const job = context.process.jobs.get(id);
  return job === undefined || hasEnded(job) ? unforeseen(jobNotFound(id)) : respond(job, context);
}

function readRequirements({ vertices }: Job): RestAnswer {
  const rows = vertices.map(({ id, lower, upper }) => [id, { parallelism: { lowerBound: lower, upperBound: upper } }]);
  return ok(Object.fromEntries(rows) as JsonObject);
}

function putRequirements(job: Job, { request, now, process }: Context): RestAnswer {
  const asked = isObject(request.body) ? request.body : {};
  const why = whyRefused(job.vertices, asked);
  if (why !== undefined) return { status: 400, body: { errors: [refused(why)] } };
  for (const vertex of job.vertices) {
    const bounds = boundsOf(asked[vertex.id]);
    vertex.lower = bounds.lower;
    vertex.upper = bounds.upper;
  }
  job.rescaleAt = now + process.durations.jobStartMs;
  process.onRescale(job);
  return ok({});
}

function whyRefused(vertices: readonly Vertex[], asked: JsonObject): string | undefined {
  const missing = vertices.find(({ id }) => asked[id] === undefined);
  if (missing !== undefined) {
    return `The request is incomplete, missing job vertex [${missing.id}] resource requirements.`;
  }
  const unknown = Object.keys(asked).find((id) => !vertices.some((vertex) => vertex.id === id));
  if (unknown !== undefined) return `Job vertex [${unknown}] was not found in the JobGraph.`;
  const problems = vertices.flatMap(({ id, maxParallelism }) => whyNoBounds(id, boundsOf(asked[id]), maxParallelism));
  return problems.length === 0 ? undefined : problems.join("\n");
}

function whyNoBounds(id: string, { lower, upper }: { lower: number; upper: number }, most: number): string[] {
  if (lower < 1 || upper < 1) {
    const bounds = `lower bound [${lower}] and upper bound [${upper}]`;
    return [`Both, the requested ${bounds} for job vertex [${id}] must be greater than zero.`];
  }
  if (lower > upper) {
    return [`The requested lower bound [${lower}] for job vertex [${id}] is higher than the upper bound [${upper}].`];
  }
  if (upper <= most) return [];
  return [`The newly requested parallelism ${upper} for the job vertex ${id} exceeds its maximum parallelism ${most}.`];
}

function boundsOf(value: JsonValue | undefined): { lower: number; upper: number } {
  const parallelism = member(value, "parallelism");
  return { lower: Number(member(parallelism, "lowerBound")), upper: Number(member(parallelism, "upperBound")) };
}

/** `GET /jobs/:id`, as far as anybody reads it. */
export function jobAnswer(process: Process, job: Job, now: number): JsonObject {
  const isKnown = knowsBusyTime(process, job);
  const { id, name, state, startTime, endTime } = job;
  return {
    jid: id,
    name,
    isStoppable: false,
    state,
    "start-time": startTime,
    "end-time": endTime ?? -1,
    duration: (endTime ?? now) - startTime,
    now,
    timestamps: { INITIALIZING: startTime, RUNNING: job.runningSince ?? 0 },
    vertices: job.vertices.map((vertex, index) => ({
      id: vertex.id,
      slotSharingGroupId: "6137add5fe1eab69e6800c2f9add2925",
      name: vertex.name,
      maxParallelism: vertex.maxParallelism,
      parallelism: vertex.parallelism,
      status: state,
      "start-time": job.runningSince ?? -1,
      metrics: countersOf(job, index, isKnown),
    })),
    plan: { nodes: job.vertices.map(({ id }, index) => ({ id, ...inputsOf(job.vertices[index - 1]) })) },
  };
}

/** Flink 1 knows no busy time when it is asked for the first time. */
function knowsBusyTime({ version, polled }: Process, { id }: Job): boolean {
  const isAsked = polled.has(`${id} busy`);
  polled.set(`${id} busy`, 0);
  return isAsked || !version.startsWith("1.");
}

/** A source counts what it emits, the others what they read. */
function countersOf({ work }: Job, index: number, isKnown: boolean): JsonObject {
  const counted = Math.floor(work.records);
  const [there = 0, busy = 0] = [work.thereMs[index], work.busyMs[index]];
  const heldBack = index === 0 ? work.heldBackMs : 0;
  return {
    "read-records": index === 0 ? 0 : counted,
    "read-records-complete": true,
    "write-records": index === 0 ? counted : 0,
    "write-records-complete": true,
    "accumulated-busy-time": isKnown ? Math.floor(busy) : "NaN",
    "accumulated-backpressured-time": Math.floor(heldBack),
    "accumulated-idle-time": Math.max(0, Math.floor(there - busy - heldBack)),
  };
}

function inputsOf(before: Vertex | undefined): JsonObject {
  return before === undefined ? {} : { inputs: [{ num: 0, id: before.id, ship_strategy: "HASH" }] };
}
