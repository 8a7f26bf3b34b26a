import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { each } from "../../shared/engine/each.ts";

/** Vertices of every job: a source, and what follows it one after the other. */
export const vertexCount = 10;

/** Records a second that each job reads; the share of its time that each vertex is busy, which is what is aimed at. */
const rate = 1_000;
const busy = 0.7;
const parallelism = 4;

/** How long a JobManager takes to answer, in milliseconds. */
const latencyMs = 5;

const recorded = join(import.meta.dirname, "../fixtures/flink-rest/session-2.2");
const read = (name: string) => JSON.parse(readFileSync(join(recorded, `${name}.json`), "utf8")).response.body;
const template = read("job");
const [sourceTemplate, workTemplate] = template.vertices;
const names: readonly { readonly id: string }[] = read("vertex-source-subtasks-metrics-list");

/** Flink's REST of many clusters, each with one job and at a port of its own. */
export interface FlinkClusters {
  /** By the number of the cluster. */
  readonly urls: readonly string[];
  /** Requests since the last reset, and how many of them were under way at once at most. */
  count(): { readonly calls: number; readonly mostAtOnce: number };
  reset(): void;
  close(): Promise<void>;
}

/** Starts them; what they answer has the fields and the size of what Flink 2.2 was recorded to answer. */
export async function startFlinkClusters(clusters: number, now: () => number): Promise<FlinkClusters> {
  const since = now() - 600_000;
  const counted = { calls: 0, underWay: 0, mostAtOnce: 0 };
  const servers = Array.from({ length: clusters }, () =>
    createServer((request, response) => {
      counted.calls += 1;
      counted.underWay += 1;
      counted.mostAtOnce = Math.max(counted.mostAtOnce, counted.underWay);
      response.on("close", () => {
        counted.underWay -= 1;
      });
      setTimeout(() => {
        response.writeHead(200, { "content-type": "application/json; charset=UTF-8" });
        response.end(JSON.stringify(answer(request.url ?? "", since, now())));
      }, latencyMs);
    }),
  );
  await each(servers, 50, (server) => new Promise((resolve) => server.listen(0, "127.0.0.1", resolve)));
  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    count: () => ({ calls: counted.calls, mostAtOnce: counted.mostAtOnce }),
    reset: () => void Object.assign(counted, { calls: 0, mostAtOnce: 0 }),
    close: () => each(servers, 50, end),
  };
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

const vertexId = (index: number) => index.toString(16).padStart(32, "0");

function answer(url: string, since: number, now: number): unknown {
  const [path = "", query] = url.split("?get=");
  const records = Math.floor((rate * (now - since)) / 1_000);
  if (!path.includes("/vertices/")) return jobOf(path.slice("/jobs/".length), records, since, now);
  if (query === undefined) return names;
  return query.split(",").map((name) => {
    const value = shareOf(decodeURIComponent(name), records, now - since);
    return { id: decodeURIComponent(name), min: value, max: value, avg: value, sum: value * parallelism };
  });
}

/** Of one subtask. */
function shareOf(name: string, records: number, ms: number): number {
  if (name === "accumulateBusyTimeMs") return busy * ms;
  if (name === "accumulateIdleTimeMs") return (1 - busy) * ms;
  if (name === "busyTimeMsPerSecond") return busy * 1_000;
  return name.includes("numRecords") ? records / parallelism : 0;
}

function jobOf(jid: string, records: number, since: number, now: number) {
  const indices = Array.from({ length: vertexCount }, (_, index) => index);
  const ms = (now - since) * parallelism;
  const counts = {
    ...{ "read-records-complete": true, "write-records-complete": true, "write-records": records },
    ...{ "accumulated-busy-time": busy * ms, "accumulated-idle-time": (1 - busy) * ms },
  };
  const vertices = indices.map((index) => {
    const base = index === 0 ? sourceTemplate : workTemplate;
    const metrics = { ...base.metrics, ...counts, "read-records": index === 0 ? 0 : records };
    return { ...base, id: vertexId(index), parallelism, "start-time": since, duration: now - since, metrics };
  });
  const [first, next] = template.plan.nodes;
  const nodes = indices.map((index) =>
    index === 0
      ? { ...first, id: vertexId(index), parallelism }
      : { ...next, id: vertexId(index), parallelism, inputs: [{ ...next.inputs[0], id: vertexId(index - 1) }] },
  );
  const times = { "start-time": since, duration: now - since, now };
  const timestamps = { ...template.timestamps, CREATED: since, INITIALIZING: since, RUNNING: since };
  return { ...template, jid, ...times, timestamps, vertices, plan: { ...template.plan, jid, nodes } };
}
