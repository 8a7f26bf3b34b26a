import type { FlinkConnection } from "../../shared/adapters/flink/client.ts";
import type { JobContext } from "../../shared/autoscaler/cycle/job-context.ts";
import type { FlinkEndpoint } from "../../shared/ports/flink-rest.ts";

/** A cluster that is reached. */
export interface Cluster {
  readonly name: string;
  readonly endpoint: FlinkEndpoint;
  readonly rest: FlinkConnection;
}

/** A job of a cluster at the moment of a cycle. */
export interface StandaloneJob extends JobContext {
  readonly cluster: Cluster;
  /** As its author called it. */
  readonly name: string;
}

/** What a job is kept under: the same id may be on several clusters. */
export function keyOf({ name }: Pick<Cluster, "name">, jobId: string): string {
  return `${name}/${jobId}`;
}
