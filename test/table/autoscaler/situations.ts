import type { VertexSituation } from "../../../shared/autoscaler/decide/decide-vertex.ts";
import type { JobSituation } from "../../../shared/autoscaler/decide/job-situation.ts";
import type { VertexEvaluation } from "../../../shared/autoscaler/evaluate/evaluate-job.ts";
import { thresholdsOf, utilizationBand } from "../../../shared/autoscaler/evaluate/required-capacity.ts";
import {
  type JobGraph,
  makeJobGraph,
  type Vertex,
  type VertexDescription,
} from "../../../shared/autoscaler/graph/job-graph.ts";
import type { AutoscalerOptions } from "../../../shared/autoscaler/options/options.ts";
import { usualOptions } from "../../../shared/autoscaler/options/read-options.ts";

/** The graph of some vertices, each of which reads by key from those that are named. */
export function graphOf(
  inputs: Readonly<Record<string, readonly string[]>>,
  rest: Partial<VertexDescription> = {},
): JobGraph {
  const described = Object.entries(inputs).map(([id, from]) => ({
    id,
    parallelism: 6,
    maxParallelism: 128,
    inputs: from.map((one) => ({ from: one, strategy: "HASH" as const })),
    ...rest,
  }));
  const graph = makeJobGraph(described);
  if (graph === undefined) throw new Error("a graph needs a vertex");
  return graph;
}

/** A vertex that is evaluated with 12,000 records per second and 200 to catch up with, as in 2.25. */
export function evaluationOf(
  rest: Partial<VertexEvaluation>,
  options: AutoscalerOptions = usualOptions(),
  isBacklogged = false,
): VertexEvaluation {
  const demand = { demand: 12_000, catchUpRate: 200, ...rest };
  const thresholds = thresholdsOf(demand, utilizationBand(options, isBacklogged), options);
  return {
    ...{ parallelism: 6, maxParallelism: 128, partitions: 0, load: 0.5, capacity: 15_000 },
    ...thresholds,
    ...demand,
  };
}

/** A keyed vertex to be decided about, at minute 0. */
export function vertexSituation(
  rest: Partial<VertexEvaluation>,
  set: Partial<AutoscalerOptions> = {},
  more: Partial<VertexSituation> = {},
): VertexSituation {
  const options = { ...usualOptions(), ...set };
  const vertex = graphOf({ source: [], work: ["source"] }).vertices.get("work") as Vertex;
  const evaluation = evaluationOf(rest, options);
  const { restartTime } = options;
  return { vertex, evaluation, records: [], delayed: undefined, options, restartTime, now: 0, ...more };
}

/** A job of keyed vertices to be decided about, by what is evaluated of each. */
export function jobSituation(
  evaluations: Readonly<Record<string, Partial<VertexEvaluation>>>,
  set: Partial<AutoscalerOptions> = {},
  more: Partial<JobSituation> = {},
): JobSituation {
  const options = { ...usualOptions(), ...set };
  const [first = "", ...others] = Object.keys(evaluations);
  const inputs = Object.fromEntries([[first, []], ...others.map((id) => [id, [first]])]);
  const graph = graphOf(inputs, { slotSharingGroup: "all" });
  const vertices = new Map(Object.entries(evaluations).map(([id, rest]) => [id, evaluationOf(rest, options)]));
  const unknown = Number.NaN;
  const processes = {
    ...{ slotsUsed: 6, gcPressure: unknown, heapUsage: unknown },
    ...{ heapUsed: unknown, managedUsed: unknown, metaspaceUsed: unknown },
  };
  return {
    graph,
    evaluation: { isBacklogged: false, vertices, processes },
    ...{ history: {}, delayed: {}, excluded: new Set<string>() },
    ...{ options, restartTime: options.restartTime, now: 0, taskManager: { slots: 2, cpu: 1, memory: 1_024 } },
    ...more,
  };
}
