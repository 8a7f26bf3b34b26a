import * as z from "zod";
import type { FlinkMetrics, MetricAggregate } from "../../ports/flink-metrics.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import { readAs } from "./answer.ts";
import type { Ask } from "./call.ts";
import { readMeasuredJob } from "./measured-job.ts";
import { idOf, jobPath } from "./wire.ts";

const named = z.array(z.looseObject({ id: z.string() }));
const valued = z.array(z.looseObject({ id: z.string(), value: z.string().optional() }));
/** Flink writes a number that it does not know as the text NaN. */
const number = z.union([z.number(), z.literal("NaN").transform(() => Number.NaN)]).optional();
const aggregated = z.array(z.looseObject({ id: z.string(), min: number, max: number, avg: number, sum: number }));

/** The metrics port over whatever carries its calls. */
export function makeFlinkMetrics(ask: Ask): FlinkMetrics {
  return {
    measure: (endpoint, jobId, signal) => readMeasuredJob(ask, endpoint, jobId, signal),
    vertexMetricNames: async (endpoint, jobId, vertex, signal) => {
      const what = `list the metrics of vertex ${vertex}`;
      const answer = await ask({ endpoint, path: vertexPath(jobId, vertex), what, signal });
      return readAs(answer, named, (metrics) => metrics.map(({ id }) => id));
    },
    vertexMetrics: (endpoint, jobId, vertex, names, signal) =>
      readAggregates(ask, endpoint, `${vertexPath(jobId, vertex)}?get=${toQuery(names)}`, signal),
    jobManagerMetrics: async (endpoint, names, signal) => {
      const path = `/jobmanager/metrics?get=${toQuery(names)}`;
      const answer = await ask({ endpoint, path, what: "read the metrics of the JobManager", signal });
      return readAs(
        answer,
        valued,
        (metrics) => new Map(metrics.map(({ id, value }) => [id, Number(value ?? Number.NaN)])),
      );
    },
    taskManagerMetrics: (endpoint, names, signal) =>
      readAggregates(ask, endpoint, `/taskmanagers/metrics?get=${toQuery(names)}&agg=min,max,avg`, signal),
  };
}

async function readAggregates(
  ask: Ask,
  endpoint: FlinkEndpoint,
  path: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, MetricAggregate>> {
  const answer = await ask({ endpoint, path, what: "read aggregated metrics", signal });
  const { NaN: unknown } = Number;
  return readAs(
    answer,
    aggregated,
    (metrics) =>
      new Map(
        metrics.map(({ id, min = unknown, max = unknown, avg = unknown, sum = unknown }) => [
          id,
          { min, max, avg, sum },
        ]),
      ),
  );
}

function vertexPath(jobId: string, vertex: string): string {
  return jobPath(jobId, "vertices", idOf(vertex, "the vertex id"), "subtasks", "metrics");
}

/** Names with commas between them, of which none is within a name. */
function toQuery(names: readonly string[]): string {
  return names.map(encodeURIComponent).join(",");
}
