import { Histogram, type Registry } from "prom-client";

type LifeMeter = Histogram<"resourcens" | "resourcetype">;

/** How long the resources of a namespace were in a lifecycle state, and on the way from one to another; by Apache's names (7.1). */
export interface LifeMeters {
  readonly stay: (state: string) => LifeMeter;
  readonly lifecycle: (transition: string) => LifeMeter;
}

/** Makes one for each state and transition that is asked for; who asks has few, which are words. */
export function makeLifeMeters(registers: Registry[]): LifeMeters {
  const made = new Map<string, LifeMeter>();
  const meter = (group: string, help: string) => (word: string) => {
    const name = `flink_k8soperator_namespace_Lifecycle_${group}_${word}_TimeSeconds`;
    const known = made.get(name) ?? makeMeter(name, `${help} ${word}`, registers);
    made.set(name, known);
    return known;
  };
  return {
    stay: meter("State", "Seconds for which resources were"),
    lifecycle: meter("Transition", "Seconds of the transition"),
  };
}

function makeMeter(name: string, help: string, registers: Registry[]): LifeMeter {
  return new Histogram({
    name,
    help,
    labelNames: ["resourcens", "resourcetype"],
    buckets: [1, 5, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 21_600, 86_400],
    registers,
  });
}
