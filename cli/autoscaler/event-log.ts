import type { Reporter } from "../../shared/autoscaler/cycle/ports.ts";
import type { StandaloneJob } from "./standalone-job.ts";

/** Something that is told about a job, or about a cluster. */
export interface Event {
  readonly key: string;
  readonly type: "Normal" | "Warning";
  /** Such as `ScalingReport`. */
  readonly reason: string;
  readonly message: string;
}

/** One line for an event; nothing of it can begin a line of its own. */
export function toLine({ key, type, reason, message }: Event, now: number): string {
  const plain = [type, reason, key, message].map((text) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " "));
  return [new Date(now).toISOString(), ...plain].join("  ");
}

/** Tells of jobs by lines. */
export function makeLogReporter(write: (line: string) => void): Reporter<StandaloneJob> {
  return {
    report: async ({ key, now }, { type, event, message }) => {
      write(toLine({ key, type, reason: event, message }, now));
    },
  };
}
