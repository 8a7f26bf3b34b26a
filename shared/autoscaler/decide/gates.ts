import { findPeriod } from "./excluded-periods.ts";
import type { JobBlock, JobSituation, PlannedChange } from "./job-situation.ts";
import { findQuotaBreach, type QuotaBreach } from "./quota.ts";

type Gate = (situation: JobSituation, changes: readonly PlannedChange[]) => JobBlock | undefined;

/**
 * What may keep a decision from being carried out, in the order of the reference (2.14): a user's own word comes before the
 * quota, so that advice is given also where the quota would not allow it, and memory is recommended between both.
 */
export const gates: readonly {
  readonly name: JobBlock["by"];
  readonly of: "user" | "resources";
  readonly gate: Gate;
}[] = [
  {
    name: "scaling-disabled",
    of: "user",
    gate: ({ options }) => (options.scalingEnabled ? undefined : { by: "scaling-disabled" }),
  },
  {
    name: "excluded-period",
    of: "user",
    gate: ({ options, now }) => {
      const period = findPeriod(options.excludedPeriods, now);
      return period && { by: "excluded-period", period };
    },
  },
  {
    name: "quota",
    of: "resources",
    gate: (situation, changes) => {
      const breach = quotaBreachOf(situation, changes);
      return breach && { by: "quota", breach };
    },
  },
];

/** The first of the gates that keeps some changes from being carried out. */
export function firstBlock(
  of: "user" | "resources",
  situation: JobSituation,
  changes: readonly PlannedChange[],
): JobBlock | undefined {
  for (const one of gates) {
    const block = one.of === of ? one.gate(situation, changes) : undefined;
    if (block !== undefined) return block;
  }
  return undefined;
}

function quotaBreachOf(
  { options, taskManager }: JobSituation,
  changes: readonly PlannedChange[],
): QuotaBreach | undefined {
  const grouped = changes.filter(({ vertex }) => vertex.slotSharingGroup !== undefined);
  return findQuotaBreach({
    groups: [...Map.groupBy(grouped, ({ vertex }) => vertex.slotSharingGroup).values()],
    slotsPerTaskManager: taskManager.slots,
    taskManagerCpu: taskManager.cpu,
    taskManagerMemory: taskManager.memory,
    ...options,
  });
}
