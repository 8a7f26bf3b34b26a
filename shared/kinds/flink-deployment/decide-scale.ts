import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import {
  type Beside,
  beginScaling,
  finishScaling,
  isScaledInPlace,
  rescale,
  type ScalingMemory,
} from "../../flink/decide-rescale.ts";
import { configMaps, deployments } from "../../flink/object-kinds.ts";
import type { Act, View } from "./view.ts";
import type { Wanted } from "./wanted.ts";

type Rule = Decision<View, Plan<Act>>;

/** Hands another size to what runs, and falls back to an upgrade where Flink does not take it (2.10). */
export const scale: Rule = {
  name: "scale",
  why: "Before an upgrade, which has the same end at the price of a restart.",
  decide: (view) => {
    const { memory, wanted, now } = view;
    if (memory === undefined || wanted?.resize === undefined || !isScaledInPlace(memory, wanted)) return undefined;
    const begun = beginScaling(memory, wanted, now);
    const { resize } = wanted;
    return resize.way === "task-managers"
      ? scaleTaskManagers(view, begun, wanted)
      : rescale(view, begun, { ...wanted, resize }, besideJob(view, begun, wanted));
  },
};

function scaleTaskManagers(view: View, memory: ScalingMemory, wanted: Wanted): Plan<Act> | undefined {
  if (view.taskManager.found !== "present" || view.taskManager.deleting) return undefined;
  return finishScaling(memory, wanted, patchOf(view, wanted), "The TaskManagers are scaled in place.");
}

/** What is asked of Flink also goes into the configuration from which a JobManager without memory starts it anew. */
function besideJob(view: View, { attempt, jobId = "", origin }: ScalingMemory, wanted: Wanted): Beside<Act> {
  const patch = patchOf(view, wanted);
  const ahead = () => {
    const { objects } = wanted.objects({ attempt, jobId, restore: origin });
    const files = objects?.filter(({ kind }) => kind === configMaps);
    const applied = files?.map((one) => ({ type: "kubernetes/apply" as const, ...one }));
    return applied && [...applied, ...(isMore(view, wanted) ? patch : [])];
  };
  return { ahead, after: patch };
}

function isMore({ taskManager }: View, { resize }: Wanted): boolean {
  return taskManager.found === "present" && (resize?.to.taskManagers ?? 0) > (taskManager.replicas ?? 0);
}

/** The number of a standalone cluster's TaskManagers; of this very Deployment, and of none that comes after it. */
function patchOf({ object, taskManager }: View, { resize, standalone }: Wanted): Act[] {
  const replicas = resize?.to.taskManagers;
  if (!standalone || replicas === undefined || taskManager.found !== "present") return [];
  if (taskManager.replicas === replicas) return [];
  const { name, namespace = "" } = object.metadata;
  const key = { namespace, name: `${name}-taskmanager` };
  const patch = { metadata: { uid: taskManager.uid }, spec: { replicas } };
  return [{ type: "kubernetes/patch", kind: deployments, key, patch }];
}
