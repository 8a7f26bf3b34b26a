import type { Realizer } from "../../shared/autoscaler/cycle/ports.ts";
import type { DesiredState } from "../../shared/autoscaler/state/state.ts";
import { isOperatorError } from "../../shared/core/error.ts";
import { keyOf } from "../../shared/core/object.ts";
import type { Settings } from "../../shared/core/settings.ts";
import { wishAnnotation, writeWish } from "../../shared/flink/scaling-wish.ts";
import { type MemoryWish, objectionToMemory } from "../../shared/flink/tuned-memory.ts";
import type { Cluster } from "../../shared/ports/cluster.ts";
import type { AutoscaledJob } from "./autoscaled-job.ts";
import type { JobReporter } from "./make-reporter.ts";

/**
 * Writes what is desired as the wish of the resource; the pass that this sets off carries it out, in place where Flink takes
 * it and by an upgrade where not, as for other memory. `spec` is never written.
 *
 * Guarantees: no call while the wish stands; else one write, which has the resource as it was listed as its precondition, so
 * that no earlier decision replaces a later one. A lost race is left to the next cycle, which says the same again. Memory
 * with which Flink would not start is told, and not wished.
 */
export function makeRealizer(
  cluster: Pick<Cluster, "patch">,
  settings: Settings,
  { trouble }: Pick<JobReporter, "trouble">,
): Realizer<AutoscaledJob> {
  return {
    realize: async (job, desired) => {
      const { memory, objection } = memoryOf(job, desired, settings);
      const text = textOf(job, desired, memory);
      if (job.object.metadata.annotations?.[wishAnnotation] !== text) await annotate(cluster, job, text);
      if (objection !== undefined) await trouble(job, objection);
    },
  };
}

function memoryOf(
  { object, memoryBasis: basis }: AutoscaledJob,
  { configuration }: DesiredState,
  settings: Settings,
): { readonly memory?: MemoryWish; readonly objection?: string } {
  if (configuration === undefined || basis === undefined) return {};
  const why = objectionToMemory(object, configuration, settings);
  if (why === undefined) return { memory: { basis, ...configuration } };
  return { objection: `The memory of TaskManagers is not tuned, as none would start with what is recommended: ${why}` };
}

/** Takes the wish of a resource away that is not scaled by itself any more. */
export async function withdrawWish(
  cluster: Pick<Cluster, "patch">,
  resource: Pick<AutoscaledJob, "names" | "object">,
): Promise<void> {
  await annotate(cluster, resource, null);
}

function textOf(
  { owner: { uid }, basis, nonce }: AutoscaledJob,
  { decidedAt, parallelism }: DesiredState,
  memory: MemoryWish | undefined,
): string {
  const said = { basis, ...(nonce !== undefined && { nonce }) };
  return writeWish({ uid, decidedAt, ...said, parallelism, ...(memory && { memory }) });
}

async function annotate(
  cluster: Pick<Cluster, "patch">,
  { names, object }: Pick<AutoscaledJob, "names" | "object">,
  text: string | null,
): Promise<void> {
  const { resourceVersion = "" } = object.metadata;
  try {
    await cluster.patch(names, keyOf(names.kind, object), {
      metadata: { resourceVersion, annotations: { [wishAnnotation]: text } },
    });
  } catch (error) {
    const isLost = isOperatorError(error) && (error.code === "Conflict" || error.code === "Missing");
    if (!isLost) throw error;
  }
}
