import { Histogram, type Registry } from "prom-client";
import { timedTransitions } from "../flink/life-times.ts";
import { lifecycleStates } from "../flink/schema/life-cycle-status.ts";

type Label = "resourcens" | "resourcetype";
type ByName = ReadonlyMap<string, Histogram<Label>>;

/** How long the resources of a namespace were in a lifecycle state, and on the way from one to another; by Apache's names (7.1). */
export interface LifeMeters {
  readonly stays: ByName;
  readonly lifecycles: ByName;
}

/** Makes one for each state and each transition. */
export function makeLifeMeters(registers: Registry[]): LifeMeters {
  const each = (group: string, names: readonly string[], help: (name: string) => string): ByName =>
    new Map(
      names.map((name) => [
        name,
        new Histogram({
          name: `flink_k8soperator_namespace_Lifecycle_${group}_${name}_TimeSeconds`,
          help: help(name),
          labelNames: ["resourcens", "resourcetype"] as const,
          buckets: [1, 5, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 21_600, 86_400],
          registers,
        }),
      ]),
    );
  return {
    stays: each("State", lifecycleStates, (name) => `Seconds for which resources were ${name}`),
    lifecycles: each("Transition", timedTransitions, (name) => `Seconds of the transition ${name}`),
  };
}
