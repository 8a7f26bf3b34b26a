import { at, type JsonValue } from "../core/json.ts";
import { type FlinkConfiguration, flatten } from "./configuration.ts";
import { layer } from "./layers.ts";
import { type JobLook, latestSnapshot } from "./looks.ts";
import { optionOf } from "./spellings.ts";

/** What the configuration of a job that runs says of the state that it would leave behind. */
export interface Stakes {
  /** It takes checkpoints by its options. To Flink's REST a streaming job without any is one that has none yet. */
  readonly takesCheckpoints: boolean;
  /** Its checkpoints stay where they are when it is cancelled. */
  readonly keepsCheckpoints: boolean;
  /** A batch job: it takes no checkpoints, and begins anew by its nature. */
  readonly isBatch: boolean;
}

/** Whether Flink keeps the checkpoints of a job that is cancelled. */
export const checkpointRetention = "execution.checkpointing.externalized-checkpoint-retention";

/**
 * The stakes of a job that was started with the options of `spec` over those of `defaults`; options that nobody gives are
 * the ones that Weir fills in. What the job's own code sets is not told.
 */
export function stakesOf(defaults: FlinkConfiguration, spec: JsonValue | undefined): Stakes {
  const options = layer(defaults, flatten(at(spec, "flinkConfiguration")).configuration);
  const read = (key: string) => optionOf(options, key)?.trim().toUpperCase();
  return {
    takesCheckpoints:
      read("execution.checkpointing.interval") !== undefined || at(spec, "job", "upgradeMode") !== "stateless",
    keepsCheckpoints: (read(checkpointRetention) ?? "RETAIN_ON_CANCELLATION") === "RETAIN_ON_CANCELLATION",
    isBatch: read("execution.runtime-mode") === "BATCH",
  };
}

/** Why a job that is cancelled leaves nothing to go on from; undefined where it does, or where there is nothing to lose. */
export function lossAtCancel(
  look: JobLook,
  { takesCheckpoints, keepsCheckpoints, isBatch }: Stakes,
): string | undefined {
  if (look.found !== "job" || look.checkpoints === undefined || isBatch) return undefined;
  const { job, checkpoints } = look;
  const latest = latestSnapshot(checkpoints);
  // Flink itself begins such a job anew whenever it fails, so that only one that runs has something to lose.
  if (latest === undefined) return job.state === "RUNNING" && !takesCheckpoints ? "it takes no checkpoints" : undefined;
  if (latest.externalPath === undefined) return "its last checkpoint lies in the memory of the JobManager";
  const { completed } = checkpoints;
  const isCheckpoint = completed?.id === latest.id && !completed.isSavepoint;
  return isCheckpoint && !keepsCheckpoints
    ? `Flink deletes its checkpoints with it (${checkpointRetention})`
    : undefined;
}

/** Why a stop with that loss waits, as a sentence, and what ends the wait, as another. */
export function holdFor(loss: string, { hasSavepointDir }: { readonly hasSavepointDir: boolean }) {
  const what = `Nothing of the job's state would outlive a stop: ${loss}, and`;
  const orStateless = "set spec.job.upgradeMode to stateless where there is no state to lose.";
  return hasSavepointDir
    ? {
        why: `${what} a savepoint can only be taken of a running job.`,
        until: `It goes on when the job is RUNNING; or ${orStateless}`,
      }
    : {
        why: `${what} there is no directory for a savepoint.`,
        until: `Set state.savepoints.dir, and a savepoint is taken first; or ${orStateless}`,
      };
}
