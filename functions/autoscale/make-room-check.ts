import type { ResourceCheck } from "../../shared/autoscaler/cycle/ports.ts";
import { isOperatorError } from "../../shared/core/error.ts";
import { at } from "../../shared/core/json.ts";
import { sessionJobNames } from "../../shared/flink/api.ts";
import type { AutoscaledJob } from "./autoscaled-job.ts";
import type { JobReporter } from "./make-reporter.ts";
import type { RoomView } from "./room-view.ts";

/** What gives the right that a look at the cluster takes. */
const remedy =
  "kubernetes.operator.cluster.resource-view.refresh-interval needs the right to list nodes and pods of all namespaces: install the component cluster-room (autoscale.clusterRoom.enabled of the chart), or unset it";

/**
 * Whether the nodes have room for more TaskManagers; for as many or fewer nobody is asked.
 *
 * Guarantees: what cannot be known is told, and holds up no job, as in the reference.
 */
export function makeRoomCheck(view: RoomView, { trouble }: Pick<JobReporter, "trouble">): ResourceCheck<AutoscaledJob> {
  return {
    hasRoomFor: async (job, { before, after }, { cpu, memory }, signal) => {
      if (after <= before) return true;
      try {
        const taskManagers = isShared(job) ? { more: after - before } : { all: after };
        return await view.take({ ...flinkClusterOf(job), taskManagers, size: { cpu, memory } }, signal);
      } catch (error) {
        if (!isOperatorError(error)) throw error;
        const help = error.code === "Denied" ? `; ${remedy}` : "";
        await trouble(job, `The job is scaled without knowing whether the cluster has room: ${error.message}${help}`);
        return true;
      }
    },
  };
}

function isShared({ names }: AutoscaledJob): boolean {
  return names.kind === sessionJobNames.kind;
}

function flinkClusterOf(job: AutoscaledJob): { readonly namespace: string; readonly name: string } {
  const { namespace, name } = job.owner;
  return { namespace, name: isShared(job) ? String(at(job.object.spec, "deploymentName") ?? "") : name };
}
