import type { FlinkConnection } from "../../../shared/adapters/flink/client.ts";
import type { JsonObject } from "../../../shared/core/json.ts";
import { endpoint, type Recording } from "./recordings.ts";

type Caller = (port: FlinkConnection, ids: readonly string[], body: JsonObject) => Promise<unknown>;

const hex = "([0-9a-f]{32})";
const text = (value: unknown) => (typeof value === "string" ? value : "");
const directory = (value: unknown) => (typeof value === "string" ? value : undefined);
const format = (value: unknown) => (value === "NATIVE" ? ("NATIVE" as const) : ("CANONICAL" as const));

/** Which call of the port sends which request. */
const callers: readonly (readonly [method: string, path: string, call: Caller])[] = [
  ["GET", "/jobs/overview", (port) => port.overview(endpoint)],
  ["GET", `/jobs/${hex}`, (port, [job = ""]) => port.job(endpoint, job)],
  ["GET", "/jobs/xyz", (port) => port.job(endpoint, "xyz")],
  ["GET", `/jobs/${hex}/execution-result`, (port, [job = ""]) => port.executionResult(endpoint, job)],
  ["GET", `/jobs/${hex}/exceptions.*`, (port, [job = ""]) => port.exceptions(endpoint, job, 2)],
  ["GET", `/jobs/${hex}/checkpoints`, async (port, [job = ""]) => (await port.observe(endpoint, job)).checkpoints],
  [
    "GET",
    `/jobs/${hex}/checkpoints/details/(\\d+)`,
    (port, [job = "", id]) => port.checkpoint(endpoint, job, Number(id)),
  ],
  ["GET", `/jobs/${hex}/metrics.*`, (port, [job = ""]) => port.restarts(endpoint, job)],
  ["GET", `/jobs/${hex}/resource-requirements`, (port, [job = ""]) => port.resourceRequirements(endpoint, job)],
  ["GET", `/jobs/${hex}/savepoints/${hex}`, (port, [job = "", id = ""]) => port.savepointStatus(endpoint, job, id)],
  ["GET", `/jobs/${hex}/checkpoints/${hex}`, (port, [job = "", id = ""]) => port.checkpointStatus(endpoint, job, id)],
  ["GET", `/savepoint-disposal/${hex}`, (port, [id = ""]) => port.disposalStatus(endpoint, id)],
  ["GET", "/config", (port) => port.config(endpoint)],
  ["GET", "/no/such/path", (port) => port.config(endpoint)],
  [
    "GET",
    `/jobs/${hex}/vertices/${hex}/subtasks/metrics\\?get=([^&]*)`,
    (port, [job = "", vertex = "", names = ""]) =>
      inOrder(port.metrics.vertexMetrics(endpoint, job, vertex, names.split(","))),
  ],
  [
    "GET",
    `/jobs/${hex}/vertices/${hex}/subtasks/metrics`,
    async (port, [job = "", vertex = ""]) => {
      const names = await port.metrics.vertexMetricNames(endpoint, job, vertex);
      return Object.fromEntries(names.filter((name) => name === "busyTimeMsPerSecond").map((name) => [name, name]));
    },
  ],
  [
    "GET",
    "/jobmanager/metrics\\?get=(.*)",
    (port, [names = ""]) => inOrder(port.metrics.jobManagerMetrics(endpoint, names.split(","))),
  ],
  [
    "GET",
    "/taskmanagers/metrics\\?get=(.*)&agg=min,max,avg",
    (port, [names = ""]) => inOrder(port.metrics.taskManagerMetrics(endpoint, names.split(","))),
  ],
  ["GET", "/jars", (port) => port.jars(endpoint)],
  ["PATCH", `/jobs/${hex}\\?mode=cancel`, (port, [job = ""]) => port.cancel(endpoint, job)],
  [
    "POST",
    `/jobs/${hex}/stop`,
    (port, [job = ""], { targetDirectory, formatType, triggerId }) => {
      const where = { targetDirectory: directory(targetDirectory), formatType: format(formatType) };
      return port.stop(endpoint, job, { triggerId: text(triggerId), ...where, drain: false });
    },
  ],
  [
    "POST",
    `/jobs/${hex}/savepoints`,
    (port, [job = ""], body) => {
      const where = { targetDirectory: directory(body["target-directory"]), formatType: format(body.formatType) };
      return port.savepoint(endpoint, job, { triggerId: text(body.triggerId), ...where });
    },
  ],
  [
    "POST",
    `/jobs/${hex}/checkpoints`,
    (port, [job = ""], { triggerId }) =>
      port.triggerCheckpoint(endpoint, job, { triggerId: text(triggerId), checkpointType: "FULL" }),
  ],
  ["POST", "/savepoint-disposal", (port, _, body) => port.dispose(endpoint, text(body["savepoint-path"]))],
  ["POST", "/jars/upload", (port) => port.uploadJar(endpoint, { fileName: "job.jar", content: ofNothing() })],
  ["POST", "/jars/([^/]+)/run", (port, [jar = ""], body) => port.runJar(endpoint, jar, toRun(body))],
  ["DELETE", "/jars/(.+)", (port, [jar = ""]) => port.deleteJar(endpoint, jar)],
  [
    "PUT",
    `/jobs/${hex}/resource-requirements`,
    (port, [job = ""], body) => port.rescale(endpoint, job, toBounds(body)),
  ],
];

/** The call of the port that a recording is an answer to. */
export function callOf({ request, name }: Recording): (port: FlinkConnection) => Promise<unknown> {
  for (const [method, path, call] of callers) {
    const ids = request.method === method ? new RegExp(`^${path}$`).exec(request.path) : null;
    if (ids !== null) return (port) => call(port, ids.slice(1), (request.body ?? {}) as JsonObject);
  }
  throw new Error(`no call of the port sends ${name}: ${request.method} ${request.path}`);
}

async function* ofNothing() {}

/** Metrics by their names in the order of the alphabet; Flink gives them in any. */
async function inOrder(metrics: Promise<ReadonlyMap<string, unknown>>): Promise<object> {
  return Object.fromEntries([...(await metrics)].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function toRun({ jobId, programArgsList, claimMode, ...same }: JsonObject) {
  return {
    ...same,
    flinkVersion: "v1_20",
    jobId: text(jobId),
    ...(Array.isArray(programArgsList) && { programArgs: programArgsList.map(String) }),
    ...(claimMode === "NO_CLAIM" && { restoreMode: "NO_CLAIM" as const }),
  };
}

function toBounds(body: JsonObject) {
  const vertices = Object.entries(body as Record<string, { parallelism: { lowerBound: number; upperBound: number } }>);
  return Object.fromEntries(vertices.map(([id, { parallelism }]) => [id, parallelism]));
}
