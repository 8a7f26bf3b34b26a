import type { Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import type { Act, View } from "./view.ts";

type Rule = Decision<View, Plan<Act>>;

const option = (name: string) => `set kubernetes.operator.session.deletion.${name} to false`;

/** Names at most that one sentence shows. */
const mostShown = 5;

/** Some names as a list, the first ones where there are many. */
export function shown(names: readonly string[]): string {
  const more = names.length - mostShown;
  return names.slice(0, mostShown).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Keeps a session cluster while FlinkSessionJobs name it (2.8, 8.1/48). */
export const awaitSessionJobs: Rule = {
  name: "await-session-jobs",
  why: "Their jobs would go with the cluster, and with them what was not saved.",
  decide: ({ lastWishes, tenants }) =>
    lastWishes.awaitsSessionJobs && tenants.found !== "unasked" && tenants.sessionJobs.length > 0
      ? {
          why: `The cluster is used by FlinkSessionJobs: ${shown(tenants.sessionJobs)}.`,
          until: `Delete them, or ${option("block-on-session-jobs")}.`,
          actions: [],
          revisit: "waiting",
        }
      : undefined,
};

/** Keeps a session cluster while it runs jobs that no FlinkSessionJob stands for. */
export const awaitUnmanagedJobs: Rule = {
  name: "await-unmanaged-jobs",
  why: "Somebody started them by hand and expects them to run.",
  decide: ({ lastWishes, tenants }) => {
    if (!lastWishes.awaitsUnmanagedJobs || tenants.found === "unasked") return undefined;
    const until = `Cancel them, or ${option("block-on-unmanaged-jobs")}.`;
    if (tenants.found === "unreachable") {
      const why = `Whether the cluster runs jobs cannot be asked: ${tenants.fault.message}`;
      return { why, until, actions: [], revisit: "waiting" };
    }
    const why = `The cluster runs jobs that no FlinkSessionJob stands for: ${shown(tenants.unmanaged)}.`;
    return tenants.unmanaged.length > 0 ? { why, until, actions: [], revisit: "waiting" } : undefined;
  },
};
