import { isSource } from "../graph/job-graph.ts";
import type { Growth } from "../learn/growth.ts";
import type { LoadPoint } from "../learn/load.ts";
import type { JobSample } from "../sample/job-sample.ts";
import { isProcessingBacklog } from "./backlog.ts";
import { sourceCatchUpRate } from "./demand.ts";
import { type Evaluation, evaluateProcesses, type JobEvaluation, type VertexEvaluation } from "./evaluate-job.ts";
import { achievableRates, type PerVertex, type Ratio, spreadRates } from "./flow.ts";
import { type KnownVertex, knowVertex, type VertexSurroundings } from "./known-vertex.ts";
import { type LoadView, viewLoad } from "./load-view.ts";
import { type Demand, requiredCapacity, thresholdsOf, utilizationBand } from "./required-capacity.ts";

/** A vertex as the profile `improved` sees it. */
export interface ImprovedVertex extends VertexEvaluation {
  readonly growth: Growth;
  /** Every parallelism that it may be given, rising. */
  readonly candidates: readonly number[];
  /** Records per second that it should be able to do; NaN where that is unknown. */
  readonly wanted: number;
  /** By how many times what comes to it exceeds the most that it can be made to do; at most 1 where it does not. */
  readonly shortage: number;
}

/** A job as the profile `improved` sees it. */
export interface ImprovedEvaluation extends JobEvaluation {
  readonly load: LoadView;
  readonly vertices: ReadonlyMap<string, ImprovedVertex>;
}

/** What is evaluated, and what is known besides. */
export type ImprovedInput = Evaluation & VertexSurroundings;

/** What is the same whatever comes in. */
interface Fixed {
  readonly input: ImprovedInput;
  readonly isBacklogged: boolean;
  readonly ratio: Ratio;
  readonly known: readonly KnownVertex[];
  /** Records per second with which each vertex is to work off what waits. */
  readonly catchUp: PerVertex;
}

/** Demand, capacity and goal of every vertex, by all that is known of the job; what is unknown is NaN. */
export function evaluateImproved(input: ImprovedInput): ImprovedEvaluation {
  const fixed = fix(input);
  const { learned, now, parameters, samples } = input;
  const load = viewLoad(learned, (one) => exceeds(one, fixed), now, parameters);
  const demands = demandsOf(load.rates, fixed);
  const vertices = fixed.known.map((one) => [one.vertex.id, evaluateVertex(one, demands, fixed)] as const);
  const { isBacklogged } = fixed;
  return { isBacklogged, vertices: new Map(vertices), load, processes: evaluateProcesses(samples) };
}

function fix(input: ImprovedInput): Fixed {
  const { graph, options, learned, samples } = input;
  const vertices = [...graph.vertices.values()];
  const ratio: Ratio = (from, to) => learned.ratios[from]?.[to] ?? Number.NaN;
  const lagOf = (id: string) => latestLag(samples, id);
  const catchUp = spreadRates(graph, (id) => sourceCatchUpRate(lagOf(id), options.catchUpDuration), ratio);
  const arriving = learned.loads.at(-1)?.rates ?? {};
  const lags = vertices.filter(isSource).map(({ id }) => ({ lag: lagOf(id), rate: arriving[id] ?? Number.NaN }));
  const isBacklogged = isProcessingBacklog(lags, options.backlogLagThreshold);
  return { input, isBacklogged, ratio, known: vertices.map((vertex) => knowVertex(vertex, input)), catchUp };
}

function latestLag(samples: readonly JobSample[], source: string): number {
  return samples.at(-1)?.vertices[source]?.lag ?? 0;
}

/** Records per second that come to a vertex and that it is to work off besides, and by how much that is more than it can do. */
interface Bounded extends Demand {
  readonly shortage: number;
}

type Demands = ReadonlyMap<string, Bounded>;

/** What comes to every vertex and what it is to work off besides, neither more than the job can be made to process. */
function demandsOf(rates: Readonly<Record<string, number>>, { input, ratio, known, catchUp }: Fixed): Demands {
  const arriving = spreadRates(input.graph, (id) => rates[id] ?? Number.NaN, ratio);
  const of = (rate: PerVertex, id: string) => rate.get(id) ?? Number.NaN;
  const wanted = new Map(known.map(({ vertex: { id } }) => [id, of(arriving, id) + of(catchUp, id)] as const));
  const most = new Map(known.map((one) => [one.vertex.id, one.most] as const));
  const achievable = achievableRates(input.graph, wanted, most, ratio);
  const entries = known.map(({ vertex: { id }, most }) => {
    const demand = Math.min(of(arriving, id), of(achievable, id));
    const catchUpRate = Math.max(0, of(achievable, id) - demand);
    return [id, { demand, catchUpRate, shortage: of(arriving, id) / most }] as const;
  });
  return new Map(entries);
}

/** True where a vertex cannot do what a look brought; one of which anything is unknown cannot be told to. */
function exceeds({ rates }: LoadPoint, fixed: Fixed): boolean {
  const demands = demandsOf(rates, fixed);
  return fixed.known.some(({ vertex: { id }, growth }) => {
    const demand = demands.get(id);
    return demand !== undefined && growth.capacity < thresholds(demand, fixed).scaleUp;
  });
}

function thresholds(demand: Demand, { input: { options, restartTime }, isBacklogged }: Fixed) {
  return thresholdsOf(demand, utilizationBand(options, isBacklogged), { ...options, restartTime });
}

const unknownDemand: Bounded = { demand: Number.NaN, catchUpRate: Number.NaN, shortage: Number.NaN };

function evaluateVertex({ vertex, growth, candidates }: KnownVertex, demands: Demands, fixed: Fixed): ImprovedVertex {
  const { id, parallelism, maxParallelism, partitions } = vertex;
  const { options, restartTime, samples } = fixed.input;
  const demand = demands.get(id) ?? unknownDemand;
  const wanted = requiredCapacity(demand, options.utilizationTarget, { ...options, restartTime });
  const lag = isSource(vertex) ? { lag: latestLag(samples, id) } : {};
  const { capacity } = growth;
  return {
    ...{ ...demand, ...thresholds(demand, fixed), parallelism, maxParallelism, partitions, ...lag },
    ...{ load: samples.at(-1)?.vertices[id]?.load ?? Number.NaN, capacity, growth, candidates, wanted },
  };
}
