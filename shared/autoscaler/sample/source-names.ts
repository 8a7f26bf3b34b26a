import { type Aggregate, mergeAggregates } from "./reading.ts";

/** What a source is asked for besides what the job tells of it, all in one call. */
export const sourceMeanings = [
  "pendingRecords",
  "recordsIn",
  "recordsOut",
  "sourceIn",
  "sourceOut",
  "busyTime",
  "accumulatedBusyTime",
  "accumulatedBackPressure",
  "accumulatedIdleTime",
] as const;

/** One of those. */
export type SourceMeaning = (typeof sourceMeanings)[number];

/** Names of a source's metrics by what they mean; a meaning without a name is absent. */
export type SourceNames = Readonly<Partial<Record<SourceMeaning, readonly string[]>>>;

const ofOperators = (name: string, ends: string) => name.startsWith("Source__") && name.endsWith(ends);

const rules: Readonly<Record<SourceMeaning, (name: string) => boolean>> = {
  pendingRecords: (name) => name.endsWith(".pendingRecords"),
  recordsIn: (name) => name === "numRecordsIn",
  recordsOut: (name) => name === "numRecordsOut",
  sourceIn: (name) => ofOperators(name, ".numRecordsIn"),
  sourceOut: (name) => ofOperators(name, ".numRecordsOut"),
  busyTime: (name) => name === "busyTimeMsPerSecond",
  accumulatedBusyTime: (name) => name === "accumulateBusyTimeMs",
  accumulatedBackPressure: (name) => name === "accumulateBackPressuredTimeMs",
  accumulatedIdleTime: (name) => name === "accumulateIdleTimeMs",
};

/** The names of a source's metrics that are to be asked for; every operator of the vertex counts, where it has several. */
export function chooseSourceNames(available: readonly string[]): SourceNames {
  const found = sourceMeanings.map((meaning) => [meaning, available.filter(rules[meaning])] as const);
  return Object.fromEntries(found.filter(([, names]) => names.length > 0));
}

/** What was answered, by what it means; absent where nothing was. */
export function readSourceValues(
  names: SourceNames,
  values: ReadonlyMap<string, Aggregate>,
): Partial<Record<SourceMeaning, Aggregate>> {
  const read: Partial<Record<SourceMeaning, Aggregate>> = {};
  for (const meaning of sourceMeanings) {
    const merged = mergeAggregates((names[meaning] ?? []).flatMap((name) => values.get(name) ?? []));
    if (merged !== undefined) read[meaning] = merged;
  }
  return read;
}
