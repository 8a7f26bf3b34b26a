import type { JobContext } from "../../autoscaler/cycle/job-context.ts";
import type { Realizer } from "../../autoscaler/cycle/ports.ts";
import type { ResourceRequirements } from "../../ports/flink-answers.ts";
import type { FlinkEndpoint, FlinkRest } from "../../ports/flink-rest.ts";

/** What rescales a job by itself, without whoever deployed it. */
export interface InPlace<Job extends JobContext> {
  readonly rest: Pick<FlinkRest, "resourceRequirements" | "rescale">;
  readonly endpointOf: (job: Job) => FlinkEndpoint;
  /** Told of each rescale that Flink has taken, as a sentence. */
  readonly onRescale?: (job: Job, message: string, signal: AbortSignal) => Promise<void>;
}

/**
 * Gives a running job its size through its resource requirements: each vertex up to what is desired of it (1.7).
 *
 * Guarantees: one read, and a write only where something is to change; vertices of which nothing is desired stay as they are.
 * Caveats: takes Flink's adaptive scheduler, from 1.18 on; other options that are desired are left out.
 */
export function makeInPlaceRealizer<Job extends JobContext>({
  rest,
  endpointOf,
  onRescale,
}: InPlace<Job>): Realizer<Job> {
  return {
    realize: async (job, { parallelism }, signal) => {
      if (job.jobId === undefined || job.status !== "RUNNING") return;
      const present = await rest.resourceRequirements(endpointOf(job), job.jobId, signal);
      if (present === undefined) return;
      const wanted = changeRequirements(present, parallelism);
      if (wanted === undefined) return;
      await rest.rescale(endpointOf(job), job.jobId, wanted, signal);
      await onRescale?.(job, sentenceOf(present, wanted), signal);
    },
  };
}

/** The requirements with what is desired; undefined where that is what they are. */
export function changeRequirements(
  present: ResourceRequirements,
  desired: Readonly<Record<string, number>>,
): ResourceRequirements | undefined {
  let isChanged = false;
  const wanted = Object.entries(present).map(([id, bounds]) => {
    const upperBound = desired[id];
    if (upperBound === undefined || (bounds.lowerBound === 1 && bounds.upperBound === upperBound)) return [id, bounds];
    isChanged = true;
    return [id, { lowerBound: 1, upperBound }];
  });
  return isChanged ? Object.fromEntries(wanted) : undefined;
}

function sentenceOf(present: ResourceRequirements, wanted: ResourceRequirements): string {
  const changes = Object.entries(wanted).filter(([id, bounds]) => bounds !== present[id]);
  const sizes = changes.map(
    ([id, { upperBound }]) => `${upperBound} subtasks of ${id} (up to ${present[id]?.upperBound} before)`,
  );
  return `Flink was asked for ${sizes.join(", ")}.`;
}
