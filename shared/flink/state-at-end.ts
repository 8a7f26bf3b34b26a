import { isTerminal, type JobLook, latestSnapshot } from "./looks.ts";
import type { Restore } from "./restore.ts";

/**
 * Where the state of a job is that has ended; undefined while it has not. A job that never completed a snapshot goes on
 * from its own origin. One whose checkpoints lie nowhere that outlives the cluster has lost them, which is an answer only
 * where the user never asked for state to be kept.
 */
export function stateAtEnd(look: JobLook, origin: Restore, namesMode: boolean): Restore | undefined {
  if (look.found !== "job" || !isTerminal(look.job.state)) return undefined;
  const { checkpoints, job } = look;
  const latest = checkpoints && latestSnapshot(checkpoints);
  if (latest?.externalPath !== undefined) return { from: "savepoint", path: latest.externalPath };
  const counts = checkpoints?.counts;
  const none = latest === undefined && counts !== undefined && counts.completed + counts.restored === 0;
  if (none || job.state === "FINISHED" || !namesMode) return origin;
  const why =
    latest === undefined ? "its checkpoints are gone" : "its last checkpoint lies nowhere that outlives the cluster";
  return { from: "unknown", why };
}
