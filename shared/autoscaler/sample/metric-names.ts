import type { VertexReading } from "./reading.ts";

/** A metric of a reading that is asked for by name. */
export type MetricName = Exclude<
  keyof VertexReading,
  "recordsIn" | "recordsOut" | "accumulatedBusyTime" | "runTime" | "accumulatedBackPressure" | "age" | "skew"
>;

/** One metric, and the names under which Flink may have it (2.2). */
export interface MetricRule {
  readonly metric: MetricName;
  readonly of: "all" | "sources" | "others";
  /** What the name equals, or begins and ends with. */
  readonly is?: string;
  readonly begins?: string;
  readonly ends?: string;
  /** `first`: one match is enough; `all`: every match counts. */
  readonly take: "first" | "all";
  /** Without it there is nothing to judge the vertex by. */
  readonly isRequired: boolean;
}

const one = { take: "first", isRequired: true } as const;
const maybe = { take: "first", isRequired: false } as const;
const source = { of: "sources", begins: "Source__" } as const;

/** Every metric that a vertex is asked for. */
export const metricRules: readonly MetricRule[] = [
  { metric: "busyTime", of: "all", is: "busyTimeMsPerSecond", ...one },
  { metric: "backPressure", of: "sources", is: "backPressuredTimeMsPerSecond", ...one },
  { metric: "sourceInPerSecond", ...source, ends: ".numRecordsInPerSecond", ...one },
  { metric: "sourceOutPerSecond", ...source, ends: ".numRecordsOutPerSecond", ...maybe },
  { metric: "sourceIn", ...source, ends: ".numRecordsIn", ...one },
  { metric: "sourceOut", ...source, ends: ".numRecordsOut", ...maybe },
  { metric: "pendingRecords", of: "sources", ends: ".pendingRecords", take: "all", isRequired: false },
  { metric: "inPerSecond", of: "others", is: "numRecordsInPerSecond", ...maybe },
];

/** Names to ask for by what they mean, and required metrics that no name stands for. */
export interface ChosenNames {
  readonly names: ReadonlyMap<MetricName, readonly string[]>;
  readonly missing: readonly MetricName[];
}

/** Chooses among the names of a vertex's metrics those that are needed. */
export function chooseNames(available: readonly string[], isSource: boolean): ChosenNames {
  const names = new Map<MetricName, readonly string[]>();
  const missing: MetricName[] = [];
  for (const rule of metricRules.filter(({ of }) => of === "all" || (of === "sources") === isSource)) {
    const found = available.filter((name) => isNamed(rule, name));
    if (found.length > 0) names.set(rule.metric, rule.take === "all" ? found : found.slice(0, 1));
    else if (rule.isRequired) missing.push(rule.metric);
  }
  return { names, missing };
}

function isNamed({ is, begins = "", ends = "" }: MetricRule, name: string): boolean {
  return is === undefined ? name.startsWith(begins) && name.endsWith(ends) : name === is;
}
