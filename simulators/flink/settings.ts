import { durationOf, firstOf } from "./configuration.ts";
import type { JobSettings } from "./state.ts";

type Configurable = Pick<
  JobSettings,
  "checkpointIntervalMs" | "checkpointDir" | "savepointDir" | "parallelism" | "overrides"
>;

const spellings = {
  checkpointIntervalMs: ["execution.checkpointing.interval"],
  checkpointDir: ["execution.checkpointing.dir", "state.checkpoints.dir"],
  savepointDir: ["execution.checkpointing.savepoint-dir", "state.savepoints.dir"],
} as const;

/** What a configuration says of a job; only that. */
export function jobSettings(configuration: ReadonlyMap<string, string>): Partial<Configurable> {
  const { checkpointIntervalMs, checkpointDir, savepointDir } = spellings;
  const [interval, checkpoints, savepoints] = [checkpointIntervalMs, checkpointDir, savepointDir].map((keys) =>
    firstOf(configuration, ...keys),
  );
  const parallelism = Number(configuration.get("parallelism.default"));
  const overrides = configuration.get("pipeline.jobvertex-parallelism-overrides");
  return {
    ...(parallelism > 0 && { parallelism }),
    ...(overrides !== undefined && { overrides: mapOf(overrides) }),
    ...(interval !== undefined && { checkpointIntervalMs: durationOf(interval) }),
    ...(checkpoints !== undefined && { checkpointDir: checkpoints }),
    ...(savepoints !== undefined && { savepointDir: savepoints }),
  };
}

/** What holds for a job whose configuration says nothing. */
export const usualSettings: JobSettings = {
  checkpointIntervalMs: 0,
  checkpointDir: undefined,
  savepointDir: undefined,
};

/** A map as Flink notes it, `key:number,key:number`. */
function mapOf(text: string): Readonly<Record<string, number>> {
  const pairs = text.split(",").map((pair) => pair.split(":"));
  return Object.fromEntries(pairs.map(([key = "", value]) => [key.trim(), Number(value)]));
}
