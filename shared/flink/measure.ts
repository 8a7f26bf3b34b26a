import { at, type JsonObject } from "../core/json.ts";

/** What a write of a status tells about the life of a resource. */
export interface Measures {
  /** Lifecycle states (1.4); from is empty for the first one. */
  readonly transition: { readonly from: string; readonly to: string } | undefined;
  /** Whether `status.error` tells of something that it did not tell before. */
  readonly failed: boolean;
  /** Seconds from a deploy to the JobManager's first answer. */
  readonly jobManagerSeconds: number | undefined;
}

/**
 * What is to be counted of a write at `now`, in milliseconds.
 *
 * Guarantees: total. The start of a JobManager is measured once for each spec that was not stable before: that of one
 * which Kubernetes or Flink started again by itself has no beginning that anybody wrote down.
 */
export function measureOf(before: JsonObject | undefined, after: JsonObject, now: number): Measures {
  const [from, to] = [before, after].map((status) => at(status, "lifecycleState"));
  const moved = typeof to === "string" && from !== to;
  return {
    transition: moved ? { from: typeof from === "string" ? from : "", to } : undefined,
    failed: at(after, "error") !== undefined && at(after, "error") !== at(before, "error"),
    jobManagerSeconds: isFirstAnswer(before, after) ? secondsSince(after, now) : undefined,
  };
}

function isFirstAnswer(before: JsonObject | undefined, after: JsonObject): boolean {
  const isReady = (status: JsonObject | undefined) => at(status, "jobManagerDeploymentStatus") === "READY";
  const spec = (name: string) => at(before, "reconciliationStatus", name);
  return isReady(after) && !isReady(before) && spec("lastReconciledSpec") !== spec("lastStableSpec");
}

function secondsSince(status: JsonObject, now: number): number | undefined {
  const since = at(status, "reconciliationStatus", "reconciliationTimestamp");
  return typeof since === "number" && since <= now ? (now - since) / 1_000 : undefined;
}
