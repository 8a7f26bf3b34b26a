import { nothing, type Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { onlyWhileDeleting } from "../../core/deletion-rules.ts";
import { doubtLeft } from "../../flink/doubt.ts";
import { toMemory } from "../../flink/memory.ts";
import { configMaps } from "../../flink/object-kinds.ts";
import { saveLast } from "./decide-last-savepoint.ts";
import { awaitSessionJobs, awaitUnmanagedJobs } from "./decide-tenants.ts";
import { awaitPods, removals } from "./removals.ts";
import type { Act, View } from "./view.ts";

type Rule = Decision<View, Plan<Act>>;

const releaseWithNothingBehind: Rule = {
  name: "release-with-nothing-behind",
  why: "What was never deployed leaves nothing behind, whatever its spec says: it can always be deleted.",
  decide: ({ memory, jobManager }) =>
    memory === undefined && jobManager.found === "missing"
      ? { why: "Nothing was ever deployed; the resource is let go.", actions: [], release: true }
      : undefined,
};

const awaitDoubtfulDeploy: Rule = {
  name: "await-doubtful-deploy",
  why: "A deploy of unknown outcome may still be applied; letting go now would leave a cluster without an owner.",
  decide: (view) =>
    doubtLeft(view) > 0
      ? { ...nothing("A deploy that was not confirmed may still be applied."), revisit: "waiting" }
      : undefined,
};

const takeDown: Rule = {
  name: "take-down",
  why: "The pods go before the metadata, or a JobManager that still lives would write it anew.",
  decide: (view) => {
    const { jobManager, taskManager, memory, now } = view;
    const actions = removals(view);
    const before = memory && toMemory({ ...memory, phase: "stopping", at: now, state: { from: "nothing" } });
    const claim =
      memory?.phase === "deployed" || memory?.phase === "starting" ? { memory: { before }, intents: [] } : {};
    if (actions.length > 0)
      return { why: "The cluster is taken down.", actions, ...(claim as object), revisit: "moving" };
    return jobManager.found === "present" || taskManager.found === "present" || view.pods > 0
      ? awaitPods(view)
      : undefined;
  },
};

const forgetMetadata: Rule = {
  name: "forget-metadata",
  why: "Flink's metadata has no owner; what is left of it would be taken up by the next cluster of the same name.",
  decide: ({ ha, object }) => {
    const { namespace = "" } = object.metadata;
    const maps = ha.found === "present" ? ha.maps : [];
    return {
      why: "The cluster is gone; its metadata is deleted and the resource is let go.",
      actions: maps.map(({ name, uid }) => ({
        type: "kubernetes/delete" as const,
        kind: configMaps,
        key: { namespace, name },
        seen: { uid },
      })),
      release: true,
    };
  },
};

/** What happens to a resource with a deletionTimestamp, in this order (2.8, 3.8). */
export const deletionChain: readonly Rule[] = onlyWhileDeleting([
  releaseWithNothingBehind,
  awaitDoubtfulDeploy,
  awaitSessionJobs,
  awaitUnmanagedJobs,
  saveLast,
  takeDown,
  forgetMetadata,
]);
