import * as z from "zod";
import { OperatorError } from "../../core/error.ts";
import { type FailureCause, type JobState, jobStates } from "../../ports/flink-answers.ts";
import { foreignText } from "../foreign-text.ts";
import { toCause } from "./java-errors.ts";

const states: ReadonlySet<string> = new Set(jobStates);

/** Characters of a path at most; longer ones are no path of a file system that Flink knows. */
const longestPath = 4_096;

/** An id of a job, a vertex or a trigger. */
export const hexId = z.string().regex(/^[0-9a-f]{32}$/);

/** Where files are; kept exactly, since a job is restored from it. */
export const pathText = z
  .string()
  .min(1)
  .max(longestPath)
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), "it is no path");

/** What Flink keeps of an exception; its serialized form is not read. */
export const failureCause = z.looseObject({
  class: z.string().nullish(),
  "stack-trace": z.string().nullish(),
});

/** The chain of causes of a failure. */
export function fromFailureCause(cause: z.infer<typeof failureCause>): FailureCause {
  return toCause(cause["stack-trace"] || cause.class || "");
}

/** A state in Weir's terms, and Flink's own word for it. */
export function toState(word: string): { readonly state: JobState; readonly rawState: string } {
  const rawState = foreignText(word);
  return { state: states.has(rawState) ? (rawState as JobState) : "RECONCILING", rawState };
}

/** Milliseconds since the epoch, of which Flink says -1 where there are none. */
export function toTime(ms: number): number | undefined {
  return ms < 0 ? undefined : ms;
}

/** The path below a job; `Rejected`, and nothing sent, for an id that is none. */
export function jobPath(jobId: string, ...rest: readonly string[]): string {
  return ["/jobs", idOf(jobId, "the job id"), ...rest].join("/");
}

/** An id that is fit to be sent. */
export function idOf(text: string, what: string): string {
  if (hexId.safeParse(text).success) return text;
  throw new OperatorError("Rejected", `${what} ${JSON.stringify(foreignText(text))} is not 32 hex digits`);
}
