import type { JobReading } from "../../../shared/autoscaler/sample/reading.ts";

/** What a controller sees of a job in one control period: no more than Flink's REST API tells. */
export interface Look {
  /** Milliseconds since the beginning. */
  readonly at: number;
  readonly status: "RUNNING" | "RESTARTING";
  /** Undefined while the job restarts, and where nothing was answered. */
  readonly reading: JobReading | undefined;
}

/** The parallelism that vertices are to have, by id. */
export type Wish = Readonly<Record<string, number>>;

/** Something that scales one job. */
export interface Controller {
  /** Undefined: nothing is wanted. What the job has already costs nothing to wish. */
  look(look: Look): Promise<Wish | undefined>;
}

/** A way to scale jobs; each run has a controller of its own. */
export interface ControllerKind {
  readonly name: string;
  readonly about: string;
  readonly make: () => Controller;
}
