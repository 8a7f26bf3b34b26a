import { isOperatorError } from "../../core/error.ts";
import type { OperatorRecord } from "../../core/record.ts";
import type { JobLook } from "../../flink/looks.ts";
import { memoryOf, toMemory } from "../../flink/memory.ts";
import type { Asking } from "./asking.ts";

/** The record with what Flink says of itself: one call for each deploy, at the first look at which it runs. */
export async function lookAtCluster(
  { flink, endpoint, asks, signal }: Asking,
  record: OperatorRecord | undefined,
  job: JobLook,
): Promise<OperatorRecord | undefined> {
  const memory = memoryOf(record);
  if (record === undefined || memory?.phase !== "deployed" || memory.build !== undefined) return record;
  const runs =
    job.found === "job" ? job.job.state === "RUNNING" : job.found === "missing" && memory.jobId === undefined;
  if (!asks || !runs) return record;
  try {
    const { flinkVersion: version, flinkRevision: revision } = await flink.config(endpoint, signal);
    return { ...record, memory: toMemory({ ...memory, build: { version, revision } }) };
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return record;
  }
}
