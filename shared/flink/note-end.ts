import type { FailureCause } from "../ports/flink-answers.ts";
import { rootOf } from "./failure.ts";
import { isTerminal, type JobLook } from "./looks.ts";
import type { EndedJob, FlinkMemory } from "./memory.ts";
import { stateAtEnd } from "./state-at-end.ts";

/** What is seen of the end of a job. */
export interface EndSeen {
  readonly job: JobLook;
  /** The user named an upgrade mode, so that state which cannot be found is not passed over. */
  readonly namesMode: boolean;
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
  /** The causes of a failure, where they are known. */
  readonly failure?: FailureCause | undefined;
  /** How many of them are kept. */
  readonly most: number;
}

/**
 * The memory with how its job ended by itself, which Flink tells for an hour and only as long as its JobManager lives; a
 * job that is seen to live has not ended, whatever was seen before.
 */
export function noteEnd(memory: FlinkMemory, { job, namesMode, now, failure, most }: EndSeen): FlinkMemory {
  if (memory.phase !== "deployed" || job.found !== "job") return memory;
  const { ended: before, ...living } = memory;
  const { state } = job.job;
  if (!isTerminal(state)) return living;
  const restore = stateAtEnd(job, memory.origin, namesMode) ?? memory.origin;
  const known = before?.state === state ? before : undefined;
  return {
    ...living,
    ended: { state, at: known?.at ?? now, restore, ...(failure ? whyOf(failure, most) : whyOfEnd(known)) },
  };
}

function whyOf(failure: FailureCause, most: number): Pick<EndedJob, "why" | "causes"> {
  const causes = failure.slice(0, most);
  return { why: rootOf(failure), ...(causes.length > 0 && { causes }) };
}

function whyOfEnd(known: EndedJob | undefined): Pick<EndedJob, "why" | "causes"> {
  const { why, causes } = known ?? {};
  return { ...(why !== undefined && { why }), ...(causes !== undefined && { causes }) };
}

/** Flink's word for a job that nobody asked to stop: what it says now, else how the job ended; undefined where nobody knows. */
export function jobStateOf(job: JobLook, memory: Pick<FlinkMemory, "ended"> | undefined): string | undefined {
  return job.found === "job" ? job.job.state : memory?.ended?.state;
}
