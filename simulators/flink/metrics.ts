import type { JsonObject } from "../../shared/core/json.ts";
import { slotsIn } from "./cluster-answers.ts";
import { type Context, decoded, ok, type RestAnswer, type Route } from "./exchange.ts";
import { isHeldBack } from "./load.ts";
import type { Job, Process } from "./state.ts";

/** What a process remembers that nobody has asked anything yet. */
export function neverAsked(): Pick<Process, "operations" | "told" | "polled"> {
  return { operations: new Map(), told: new Map(), polled: new Map() };
}

/** The metrics of jobs, of their vertices, and of the processes. */
export const metricRoutes: readonly Route[] = [
  ["GET", /^\/jobs\/([^/]+)\/metrics$/, readMetrics],
  ["GET", /^\/jobs\/([^/]+)\/vertices\/([^/]+)\/subtasks\/metrics$/, readVertex],
  ["GET", /^\/jobmanager\/metrics$/, readJobManager],
  ["GET", /^\/taskmanagers\/metrics$/, readTaskManagers],
];

/** As of the poll before this one (REST fact 1), and only those that are asked for and known; none of an unknown job. */
function readMetrics({ process, request, ids }: Context): RestAnswer {
  const [id = ""] = ids;
  const before = process.polled.get(id);
  const job = process.jobs.get(id);
  if (job !== undefined) process.polled.set(id, job.restarts);
  const asked = askedOf(request.path);
  const known = process.version.startsWith("1.") ? ["numRestarts", "fullRestarts"] : ["numRestarts"];
  const names = before === undefined ? [] : known.filter((name) => asked.includes(name));
  return ok(names.map((name): JsonObject => ({ id: name, value: String(before) })));
}

/** Names that a request asks for; none for a list of all that there are. */
function askedOf(path: string): readonly string[] {
  const [, names] = /[?&]get=([^&]*)/.exec(path) ?? [];
  return names === undefined ? [] : names.split(",").map(decoded);
}

/** What one vertex is measured by, over all its subtasks, which are equally busy. */
function gaugesOf({ work, vertices }: Job, id: string): Readonly<Record<string, number>> {
  const { rate, lag, sourceLoad, workLoad, records } = work;
  if (id !== vertices[0]?.id) return { busyTimeMsPerSecond: workLoad * 1_000, numRecordsInPerSecond: rate };
  return {
    busyTimeMsPerSecond: sourceLoad * 1_000,
    backPressuredTimeMsPerSecond: isHeldBack(work) ? (1 - sourceLoad) * 1_000 : 0,
    "Source__topic.numRecordsIn": records,
    "Source__topic.numRecordsInPerSecond": rate,
    "Source__topic.numRecordsOut": records,
    "Source__topic.pendingRecords": lag,
  };
}

/** Times are those of each subtask, everything else is shared among them. */
function readVertex({ process, request, ids: [id = "", vertex = ""] }: Context): RestAnswer {
  const job = process.jobs.get(id);
  const found = job?.vertices.find((one) => one.id === vertex);
  if (job === undefined || found === undefined) return ok([]);
  const gauges = gaugesOf(job, vertex);
  const asked = askedOf(request.path);
  if (asked.length === 0) return ok(Object.keys(gauges).map((name) => ({ id: name })));
  return aggregated(gauges, asked, (name, value) => {
    const each = name.endsWith("TimeMsPerSecond") ? value : value / found.parallelism;
    return { min: each, max: each, avg: each, sum: each * found.parallelism };
  });
}

/** An empty list where one of them does not exist (REST fact 2). */
function aggregated(
  gauges: Readonly<Record<string, number>>,
  asked: readonly string[],
  of: (name: string, value: number) => JsonObject,
): RestAnswer {
  if (!asked.every((name) => Object.hasOwn(gauges, name))) return ok([]);
  return ok(asked.map((name) => ({ id: name, ...of(name, gauges[name] ?? 0) })));
}

function readJobManager({ process, request }: Context): RestAnswer {
  const { total, used } = slotsIn(process);
  const known: Readonly<Record<string, number>> = { taskSlotsTotal: total, taskSlotsAvailable: total - used };
  const names = askedOf(request.path).filter((name) => Object.hasOwn(known, name));
  return ok(names.map((name) => ({ id: name, value: String(known[name]) })));
}

const mebibyte = 2 ** 20;

const memory: Readonly<Record<string, number>> = {
  "Status.JVM.Memory.Heap.Max": 512 * mebibyte,
  "Status.JVM.Memory.Heap.Used": 128 * mebibyte,
  "Status.Flink.Memory.Managed.Used": 0,
  "Status.JVM.Memory.Metaspace.Used": 64 * mebibyte,
  "Status.JVM.GarbageCollector.All.TimeMsPerSecond": 3,
};

function readTaskManagers({ request }: Context): RestAnswer {
  return aggregated(memory, askedOf(request.path), (_, value) => ({ min: value, max: value, avg: value }));
}
