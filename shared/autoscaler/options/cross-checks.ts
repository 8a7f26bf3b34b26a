import type { AutoscalerOptions, OptionName } from "./options.ts";

/** What must hold between options. */
export interface CrossCheck {
  readonly name: string;
  readonly why: string;
  /** `deny`: the reference refuses it too (3.1). `warn`: it does not, and then decides by something nobody meant. */
  readonly severity: "deny" | "warn";
  /** The option that is told to be wrong. */
  readonly option: OptionName;
  readonly message: string;
  readonly holds: (options: AutoscalerOptions) => boolean;
}

/** All cross-checks; those that only matter with a switch on hold while it is off. */
export const crossChecks: readonly CrossCheck[] = [
  {
    name: "utilization-max",
    why: "3.1: a band that ends below its target would ask for the next rescale right after each one",
    severity: "deny",
    option: "utilizationMax",
    message: "must be a number from utilization.target to 1",
    holds: ({ utilizationMax, utilizationTarget }) =>
      utilizationMax === undefined || utilizationMax >= utilizationTarget,
  },
  {
    name: "utilization-min",
    why: "3.1: the same at the other end",
    severity: "deny",
    option: "utilizationMin",
    message: "must be a number from 0 to utilization.target",
    holds: ({ utilizationMin, utilizationTarget }) =>
      utilizationMin === undefined || utilizationMin <= utilizationTarget,
  },
  {
    name: "parallelism-bounds",
    why: "both bounds are widened to the present parallelism, so that a contradiction stays silent",
    severity: "warn",
    option: "minParallelism",
    message: "is more than vertex.max-parallelism",
    holds: ({ minParallelism, maxParallelism }) => minParallelism <= maxParallelism,
  },
  {
    name: "observations-in-history",
    why: "a history that never holds enough observations never tells a coefficient",
    severity: "warn",
    option: "observedScalabilityMinObservations",
    message: "is more than history.max.count, so that it is never reached",
    holds: ({ observedScalability, observedScalabilityMinObservations, historyMaxCount }) =>
      !observedScalability || observedScalabilityMinObservations <= historyMaxCount,
  },
  {
    name: "catch-up-after-restart",
    why: "what piles up in a restart would have to be worked off in less time than it took to pile up",
    severity: "warn",
    option: "catchUpDuration",
    message: "is shorter than restart.time, so that every rescale asks for more than twice the capacity",
    holds: ({ catchUpDuration, restartTime }) => catchUpDuration === 0 || catchUpDuration >= restartTime,
  },
  {
    name: "two-ways-to-align",
    why: "the reference reads the older option only where the newer one is not set",
    severity: "warn",
    option: "keyGroupAdjustMode",
    message: "has no effect beside scaling.parallelism-alignment.mode",
    holds: ({ keyGroupAdjustMode, alignmentMode }) => keyGroupAdjustMode === undefined || alignmentMode === undefined,
  },
];
