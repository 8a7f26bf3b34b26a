import type { Violation } from "../../core/rule.ts";
import type { TaskManagerSize } from "../decide/job-situation.ts";
import { readBuffers } from "../tuning/network-memory.ts";

/** A job at the moment of a cycle, as its platform knows it. */
export interface JobContext {
  /** What the platform calls the job; its state is kept under this name. */
  readonly key: string;
  /** 32 hex digits; undefined while there is none. */
  readonly jobId: string | undefined;
  /** Flink's word; nothing is measured unless it is `RUNNING`. */
  readonly status: string;
  /** All options that hold for the job, flat. */
  readonly configuration: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What one TaskManager has, as far as the platform knows. */
  readonly taskManager?: TaskManagerSize;
  /** What the platform finds odd about the options; told with what the core finds. */
  readonly warnings?: readonly Violation[];
  /** Milliseconds between two cycles; absent where the platform does not know that. */
  readonly samplePeriod?: number | undefined;
  /** Why the platform cannot scale the job, whatever would be decided: `it needs …`. Then it is neither measured nor scaled. */
  readonly obstacle?: string | undefined;
}

/** A TaskManager by the job's options, as far as the platform does not know it: its slots, and how it buffers. */
export function taskManagerOf({
  taskManager,
  configuration,
}: Pick<JobContext, "taskManager" | "configuration">): TaskManagerSize {
  const slots = Number(configuration["taskmanager.numberOfTaskSlots"] ?? "1");
  const size = taskManager ?? { slots: Number.isSafeInteger(slots) && slots > 0 ? slots : 1, cpu: 0, memory: 0 };
  return { buffers: readBuffers(configuration), ...size };
}
