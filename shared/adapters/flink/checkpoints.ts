import * as z from "zod";
import type { Checkpoint, Checkpoints, RestoredCheckpoint } from "../../ports/flink-answers.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import { foreignText } from "../foreign-text.ts";
import { isAbsent, isUnknownJob, readAs, senseless } from "./answer.ts";
import type { Ask } from "./call.ts";
import { jobPath, pathText, toTime } from "./wire.ts";

/** What Flink gives as the path of a checkpoint in the JobManager's memory. */
const notAddressable = "<checkpoint-not-externally-addressable>";

const count = z.int().nonnegative();
const checkpoint = z.looseObject({
  id: count,
  status: z.enum(["IN_PROGRESS", "COMPLETED", "FAILED"]),
  is_savepoint: z.boolean(),
  checkpoint_type: z.string().nullish(),
  trigger_timestamp: z.number(),
  latest_ack_timestamp: z.number().nullish(),
  state_size: z.number().nullish(),
  external_path: pathText.nullish(),
  discarded: z.boolean().nullish(),
  failure_message: z.string().nullish(),
});
const restored = z.looseObject({
  id: count,
  restore_timestamp: z.number(),
  is_savepoint: z.boolean(),
  external_path: pathText.nullish(),
});
const statistics = z.looseObject({
  counts: z.looseObject({ restored: count, total: count, in_progress: count, completed: count, failed: count }),
  latest: z.looseObject({
    completed: checkpoint.nullish(),
    savepoint: checkpoint.nullish(),
    failed: checkpoint.nullish(),
    restored: restored.nullish(),
  }),
  history: z.array(checkpoint),
});

const off: Checkpoints = {
  enabled: false,
  counts: { restored: 0, total: 0, inProgress: 0, completed: 0, failed: 0 },
  completed: undefined,
  savepoint: undefined,
  failed: undefined,
  restored: undefined,
  history: [],
};

/** The checkpoints of a job; all of them have to be readable, since one that is not there may be taken once more. */
export async function readCheckpoints(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  signal?: AbortSignal,
): Promise<Checkpoints | undefined> {
  const path = jobPath(jobId, "checkpoints");
  const answer = await ask({ endpoint, path, what: `read the checkpoints of job ${jobId}`, signal });
  if (isUnknownJob(answer)) return undefined;
  if (isAbsent(answer, "Checkpointing has not been enabled")) return off;
  return readAs(answer, statistics, toCheckpoints);
}

function toCheckpoints({ counts, latest, history }: z.infer<typeof statistics>): Checkpoints {
  return {
    enabled: true,
    counts: {
      restored: counts.restored,
      total: counts.total,
      inProgress: counts.in_progress,
      completed: counts.completed,
      failed: counts.failed,
    },
    completed: ifGiven(latest.completed, toCheckpoint),
    savepoint: ifGiven(latest.savepoint, toCheckpoint),
    failed: ifGiven(latest.failed, toCheckpoint),
    restored: ifGiven(latest.restored, toRestored),
    history: history.map(toCheckpoint).sort((one, other) => other.id - one.id),
  };
}

function ifGiven<Wire, Value>(wire: Wire | null | undefined, to: (wire: Wire) => Value): Value | undefined {
  return wire == null ? undefined : to(wire);
}

function toCheckpoint(wire: z.infer<typeof checkpoint>): Checkpoint {
  const isDone = wire.status === "COMPLETED";
  return {
    id: wire.id,
    status: wire.status,
    isSavepoint: wire.is_savepoint,
    type: ifGiven(wire.checkpoint_type, (text) => foreignText(text)),
    triggerTimestamp: wire.trigger_timestamp,
    latestAckTimestamp: isDone ? ifGiven(wire.latest_ack_timestamp, toTime) : undefined,
    stateSize: ifGiven(wire.state_size, toTime),
    externalPath: toExternalPath(wire.external_path),
    discarded: wire.discarded ?? false,
    failureMessage: ifGiven(wire.failure_message, (text) => foreignText(text)),
  };
}

function toRestored(wire: z.infer<typeof restored>): RestoredCheckpoint {
  return {
    id: wire.id,
    restoreTimestamp: wire.restore_timestamp,
    isSavepoint: wire.is_savepoint,
    externalPath: toExternalPath(wire.external_path),
  };
}

function toExternalPath(path: string | null | undefined): string | undefined {
  return path === notAddressable ? undefined : (path ?? undefined);
}

/** One checkpoint of a job; undefined also where it fell out of the history. */
export async function readCheckpoint(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  checkpointId: number,
  signal?: AbortSignal,
): Promise<Checkpoint | undefined> {
  const path = jobPath(jobId, "checkpoints", "details", String(checkpointId));
  const answer = await ask({ endpoint, path, what: `read checkpoint ${checkpointId} of job ${jobId}`, signal });
  if (isUnknownJob(answer) || isAbsent(answer, "Could not find checkpointing statistics")) return undefined;
  const found = readAs(answer, checkpoint, toCheckpoint);
  if (found.id !== checkpointId) throw senseless(answer, "it is about another checkpoint");
  return found;
}
