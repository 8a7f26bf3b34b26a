import type { KubeObject } from "../../core/object.ts";
import { jobIdOf } from "../../flink/ids.ts";
import type { FlinkMemory } from "../../flink/memory.ts";

/** The name under which the jar of a job is uploaded, so that it is found again by whoever comes after. */
export function jarNameOf(jobId: string): string {
  return `${jobId}.jar`;
}

/** Names of the jars that this deploy and the one before it may have left. */
export function ownJarNames({ metadata }: KubeObject, { attempt }: FlinkMemory): readonly string[] {
  return [attempt, attempt - 1].map((number) => jarNameOf(jobIdOf(metadata.uid ?? "", number)));
}
