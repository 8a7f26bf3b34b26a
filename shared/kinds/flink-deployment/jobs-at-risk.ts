import type { Plan } from "../../core/action.ts";
import type { KubeObject } from "../../core/object.ts";
import type { JobManagerLook } from "../../flink/looks.ts";
import { shown } from "./decide-tenants.ts";
import type { Act, View } from "./view.ts";

/** Annotation of a session cluster: while it is `"true"`, its jobs may lose their state by a change of the cluster. */
export const stateLossAnnotation = "weir.dev/allow-state-loss";

/** True where jobs go with a session cluster that is changed, as nothing tells the next JobManager of them. */
export function endsJobs({ object, wanted }: Pick<View, "object" | "wanted">): boolean {
  return wanted?.kind === "session" && !wanted.keepsHa && !mayLoseState(object);
}

function mayLoseState({ metadata }: KubeObject): boolean {
  return metadata.annotations?.[stateLossAnnotation] === "true";
}

/** The plan that leaves a session cluster as it is, for the jobs whose state would go with it; undefined where there are none. */
export function holdForJobs(view: View): Plan<Act> | undefined {
  const { tenants, jobManager } = view;
  if (tenants.found === "unasked" || !endsJobs(view)) return undefined;
  if (tenants.found === "unreachable" || isSilent(jobManager)) {
    const fault = tenants.found === "unreachable" ? `: ${tenants.fault.message}` : ".";
    const why = `The change ends the cluster's jobs, and whether it runs any cannot be asked${fault}`;
    return { why, until: `It goes on when the JobManager answers. ${otherwise}`, actions: [], revisit: "waiting" };
  }
  const names = [
    ...(tenants.stateful.length === 0 ? [] : [`of FlinkSessionJobs ${shown(tenants.stateful)}`]),
    ...(tenants.unmanaged.length === 0 ? [] : [`that no FlinkSessionJob stands for, ${shown(tenants.unmanaged)}`]),
  ];
  if (names.length === 0) return undefined;
  return { why: `The change would lose the state of jobs ${names.join(", and ")}.`, until: wayOut(view), actions: [] };
}

const otherwise = `Or set the annotation ${stateLossAnnotation} to "true", and their state is lost.`;

/** How a user gets on; what lies in metadata that the change cannot take along is only saved by a JobManager that reads it. */
function wayOut({ jobManager, memory }: View): string {
  const isThere = jobManager.found === "present" && jobManager.available;
  return memory?.ha === true && !isThere
    ? `Their state is in high-availability metadata: take the change of flinkVersion or high availability back. ${otherwise}`
    : `Suspend them, delete or cancel them, or give them upgradeMode stateless; the change then goes on. ${otherwise}`;
}

/** A JobManager that has run and does not answer its probe, for no reason that Kubernetes tells: its jobs may run on. */
function isSilent(jobManager: JobManagerLook): boolean {
  if (jobManager.found !== "present" || jobManager.available || jobManager.deleting) return false;
  return !jobManager.neverAvailable && jobManager.trouble === undefined;
}
