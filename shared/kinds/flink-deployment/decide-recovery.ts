import { nothing, type Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { doubtLeft } from "../../flink/doubt.ts";
import { toMemory } from "../../flink/memory.ts";
import { deployments } from "../../flink/object-kinds.ts";
import { adoptedMemory } from "./adopted-memory.ts";
import { fromMetadata, start } from "./decide-start.ts";
import { removals } from "./removals.ts";
import type { Act, View } from "./view.ts";

type Rule = Decision<View, Plan<Act>>;

/** Leaves a Deployment alone that somebody else made under the cluster's name. */
export const refuseName: Rule = {
  name: "refuse-name",
  why: "What is not ours is neither changed nor deleted, whatever it is called.",
  decide: ({ jobManager, object }) => {
    if (jobManager.found !== "present" || jobManager.ours) return undefined;
    const plan = nothing(`Deployment ${object.metadata.name} exists and does not belong to this resource.`);
    return jobManager.deleting ? { ...plan, revisit: "moving" } : plan;
  },
};

/** Links a cluster that runs to a resource whose record says nothing of it. */
export const adopt: Rule = {
  name: "adopt",
  why: "A record may be lost, which is no reason to stop a job, and none to start a second one.",
  decide: (view) => {
    const { memory, jobManager, object } = view;
    if (memory !== undefined || jobManager.found !== "present" || jobManager.attempt === undefined) return undefined;
    const adopted = adoptedMemory(view);
    if (adopted === undefined) {
      return nothing(
        `Deployment ${object.metadata.name} was made by Weir, and neither record nor status tell what it runs. Take a ` +
          "savepoint, name it in spec.job.initialSavepointPath, and delete the Deployment.",
      );
    }
    const why = `The cluster that runs is taken over as deploy ${adopted.attempt}.`;
    return {
      why,
      actions: [],
      intents: view.record?.intents ?? [],
      memory: { before: toMemory(adopted) },
      revisit: "moving",
    };
  },
};

/** Takes away what an earlier deploy left behind, or a late answer brought into being. */
export const removeStale: Rule = {
  name: "remove-stale",
  why: "A JobManager of another deploy than the one on record would run the same job beside it.",
  decide: ({ jobManager, memory, object }) => {
    if (memory === undefined || jobManager.found !== "present") return undefined;
    if ((jobManager.attempt ?? 0) === memory.attempt && memory.phase !== "stopped") return undefined;
    if (jobManager.deleting) return { ...nothing("An earlier JobManager is on its way down."), revisit: "moving" };
    const { name, namespace = "" } = object.metadata;
    const { uid } = jobManager;
    return {
      why: "A JobManager of an earlier deploy is taken away.",
      actions: [{ type: "kubernetes/delete", kind: deployments, key: { namespace, name }, seen: { uid } }],
      revisit: "moving",
    };
  },
};

/** Brings a JobManager back that somebody took away (2.8). */
export const recover: Rule = {
  name: "recover",
  why: "A cluster that should run and is gone is deployed again, but never without the state that it had, and not while its ConfigMaps could be overwritten by what a deploy before it sent.",
  decide: (view) => {
    const { memory, wanted, jobManager, ha } = view;
    if (memory?.phase !== "deployed" || wanted === undefined || jobManager.found !== "missing") return undefined;
    if (!wanted.recovers) return nothing("The JobManager is gone, and bringing it back is switched off.");
    const left = removals(view);
    if (left.length > 0) {
      return {
        why: "The TaskManagers are taken away, since their JobManager is gone.",
        actions: left,
        revisit: "moving",
      };
    }
    if (isLeavingStill(view)) {
      return { ...nothing("The pods of the cluster are on their way down."), revisit: "moving" };
    }
    if (doubtLeft(view) > 0) {
      return { ...nothing("A deploy that was not confirmed may still be applied."), revisit: "waiting" };
    }
    if (wanted.kind === "session") return start(view, wanted, { from: "nothing" });
    if (wanted.mode === "stateless") return start(view, wanted, { from: "nothing" });
    if (ha.found === "present" && ha.job) return start(view, wanted, fromMetadata(view, memory));
    return nothing(
      "The JobManager is gone, and without high-availability metadata nobody knows the job's last checkpoint. Set " +
        "spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce to start from a path that you know.",
    );
  },
};

/** Of a cluster without a JobManager something is there: a Deployment outlives its pods by a moment, and keeps its name until it is gone. */
export function isLeavingStill({ pods, taskManager }: View): boolean {
  return pods > 0 || taskManager.found === "present";
}
