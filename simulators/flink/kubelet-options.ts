import type { Durations, JobBehaviour } from "./state.ts";

/** How long pods take, in milliseconds, and what Flink is. */
export interface KubeletOptions {
  readonly version: string;
  readonly startMs: number;
  readonly stopMs: number;
  /** How much longer TaskManagers take to go that a native JobManager made; none where nothing is said. */
  readonly lingerMs?: number;
  /** How much longer a Deployment that goes is there than its pods; none where nothing is said. */
  readonly outliveMs?: number;
  /** Between the start of a JobManager's process and the first answer of its REST; none where nothing is said. */
  readonly restAfterMs?: number;
  /** How long a JobManager takes to remove all that is kept of a job that has ended; none where nothing is said. */
  readonly cleanUpMs?: number;
  /** How long after a Deployment was made its first status is written; at once where nothing is said. */
  readonly firstStatusMs?: number;
  readonly durations: Durations;
  /** What jobs do besides counting, by the name of their cluster. */
  readonly behaviour: (name: string) => JobBehaviour;
}
