import type { JobDecision } from "../decide/job-situation.ts";
import type { JobEvaluation, VertexEvaluation } from "../evaluate/evaluate-job.ts";

/** What a cycle evaluated and decided, as far as it came. */
export interface Judged {
  readonly evaluation?: JobEvaluation;
  readonly decision?: JobDecision;
}

/** Metrics of a vertex under the reference's names (5.2): the number, and whether it is an average or the current one. */
const vertexGauges: readonly (readonly [name: string, of: (vertex: VertexEvaluation) => number])[] = [
  ["LOAD.Average", ({ load }) => load],
  ["TRUE_PROCESSING_RATE.Average", ({ capacity }) => capacity],
  ["TARGET_DATA_RATE.Average", ({ demand }) => demand],
  ["CATCH_UP_DATA_RATE.Current", ({ catchUpRate }) => catchUpRate],
  ["LAG.Current", ({ lag }) => lag ?? Number.NaN],
  ["PARALLELISM.Current", ({ parallelism }) => parallelism],
  ["MAX_PARALLELISM.Current", ({ maxParallelism }) => maxParallelism],
  ["NUM_SOURCE_PARTITIONS.Current", ({ partitions }) => partitions],
  ["SCALE_UP_RATE_THRESHOLD.Current", ({ scaleUp }) => scaleUp],
  ["SCALE_DOWN_RATE_THRESHOLD.Current", ({ scaleDown }) => scaleDown],
];

/** The names of all metrics of a vertex, in the order of `vertexNumbersOf`. */
export const gaugeNames: readonly string[] = [
  ...vertexGauges.map(([name]) => name),
  ...["RECOMMENDED_PARALLELISM.Current", "EXPECTED_PROCESSING_RATE.Current"],
];

/**
 * The metrics of each vertex of a cycle; NaN where a number is unknown, as a recommendation is while the window fills (5.2).
 * What would be changed is recommended once any vertex is outside of its band (2.14).
 */
export function vertexNumbersOf({ evaluation, decision }: Judged): ReadonlyMap<string, readonly number[]> {
  const decided = decision === undefined || decision.kind === "pressure" ? undefined : decision.vertices;
  const changes = decision !== undefined && "changes" in decision ? decision.changes : [];
  const wanted = new Map(changes.map(({ vertex, to }) => [vertex.id, to]));
  const numbers = [...(evaluation?.vertices ?? [])].map(([id, vertex]) => {
    const of = decided?.get(id);
    const recommended = decision === undefined ? Number.NaN : (wanted.get(id) ?? vertex.parallelism);
    const expected = of?.expected ?? of?.change?.expected ?? Number.NaN;
    return [id, [...vertexGauges.map(([, measure]) => measure(vertex)), recommended, expected]] as const;
  });
  return new Map(numbers);
}

/** Every metric of a cycle, as `AutoScaler.jobVertexID.<id>.<name>`. */
export function gaugesOf(judged: Judged): readonly (readonly [name: string, value: number])[] {
  return [...vertexNumbersOf(judged)].flatMap(([id, numbers]) =>
    gaugeNames.map((name, index) => [`AutoScaler.jobVertexID.${id}.${name}`, numbers[index] ?? Number.NaN] as const),
  );
}
