import type { FlinkEndpoint, FlinkRest } from "../../ports/flink-rest.ts";

/** Whom to ask about the job that is on record. */
export interface Asking {
  readonly flink: FlinkRest;
  readonly endpoint: FlinkEndpoint;
  /** False where no JobManager of ours can answer. */
  readonly asks: boolean;
  readonly signal: AbortSignal;
}
