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

/**
 * Every metric of a cycle, as `AutoScaler.jobVertexID.<id>.<name>`; NaN where a number is unknown, as a recommendation is
 * while the window fills (5.2). What would be changed is recommended once any vertex is outside of its band (2.14).
 */
export function gaugesOf({ evaluation, decision }: Judged): readonly (readonly [name: string, value: number])[] {
  const decided = decision === undefined || decision.kind === "pressure" ? undefined : decision.vertices;
  const changes = decision !== undefined && "changes" in decision ? decision.changes : [];
  const wanted = new Map(changes.map(({ vertex, to }) => [vertex.id, to]));
  return [...(evaluation?.vertices ?? [])].flatMap(([id, vertex]) => {
    const vertexDecision = decided?.get(id);
    const recommended = decision === undefined ? Number.NaN : (wanted.get(id) ?? vertex.parallelism);
    const measured = vertexGauges.map(([name, of]) => [name, of(vertex)] as const);
    const decisions = [
      ["RECOMMENDED_PARALLELISM.Current", recommended],
      ["EXPECTED_PROCESSING_RATE.Current", vertexDecision?.expected ?? vertexDecision?.change?.expected ?? Number.NaN],
    ] as const;
    return [...measured, ...decisions].map(([name, value]) => [`AutoScaler.jobVertexID.${id}.${name}`, value] as const);
  });
}
