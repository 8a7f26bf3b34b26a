import type { Violation } from "../../core/rule.ts";
import type { TaskManagerSize } from "../decide/job-situation.ts";

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

/** The slots of a TaskManager by the job's options, where the platform does not know its size. */
export function taskManagerOf({ taskManager, configuration }: JobContext): TaskManagerSize {
  const slots = Number(configuration["taskmanager.numberOfTaskSlots"] ?? "1");
  return taskManager ?? { slots: Number.isSafeInteger(slots) && slots > 0 ? slots : 1, cpu: 0, memory: 0 };
}
