import type { Realizer } from "../../shared/autoscaler/cycle/ports.ts";
import type { DesiredState } from "../../shared/autoscaler/state/state.ts";
import { isOperatorError } from "../../shared/core/error.ts";
import { keyOf } from "../../shared/core/object.ts";
import { wishAnnotation, writeWish } from "../../shared/flink/scaling-wish.ts";
import type { Cluster } from "../../shared/ports/cluster.ts";
import type { AutoscaledJob } from "./autoscaled-job.ts";

/**
 * Writes what is desired as the wish of the resource; the pass that this sets off carries it out, in place where Flink takes
 * it and by an upgrade where not. `spec` is never written.
 *
 * Guarantees: no call while the wish stands; else one write, which has the resource as it was listed as its precondition, so
 * that no earlier decision replaces a later one. A lost race is left to the next cycle, which says the same again.
 * Caveats: options of memory are not wished.
 */
export function makeRealizer(cluster: Pick<Cluster, "patch">): Realizer<AutoscaledJob> {
  return {
    realize: async (job, desired) => {
      const text = textOf(job, desired);
      if (job.object.metadata.annotations?.[wishAnnotation] !== text) await annotate(cluster, job, text);
    },
  };
}

/** Takes the wish of a resource away that is not scaled by itself any more. */
export async function withdrawWish(
  cluster: Pick<Cluster, "patch">,
  resource: Pick<AutoscaledJob, "names" | "object">,
): Promise<void> {
  await annotate(cluster, resource, null);
}

function textOf({ owner, basis, nonce }: AutoscaledJob, { decidedAt, parallelism }: DesiredState): string {
  return writeWish({ uid: owner.uid, decidedAt, basis, ...(nonce !== undefined && { nonce }), parallelism });
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
