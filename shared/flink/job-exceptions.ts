import { hashOf } from "../core/hash.ts";
import type { Settings } from "../core/settings.ts";
import { timestampOf } from "../core/timestamp.ts";
import type { JobException, JobOverview } from "../ports/flink-answers.ts";
import { readOptions } from "./options/read-options.ts";
import type { Word } from "./word.ts";

/** Which exceptions of a job were told, whatever their number. */
export interface Told {
  /** `last-modification` of the job as of the last answer that is surely not older. */
  readonly modified: number;
  /** The newest exception that was told, in milliseconds since the epoch by the JobManager's clock. */
  readonly until: number;
}

/** How much is told of exceptions (5.2). */
export interface ExceptionLimits {
  /** Exceptions that one pass tells at most. */
  readonly count: number;
  /** Lines of each stack at most. */
  readonly lines: number;
}

/** Options of the operator alone, whatever a resource says. */
export function exceptionLimitsOf({
  flinkConfiguration = {},
  flinkDefaults: defaults = "guide",
}: Settings): ExceptionLimits {
  const { values } = readOptions(flinkConfiguration, { defaults, scope: "operator" });
  return { count: values.exceptionEvents, lines: values.exceptionEventLines };
}

/** States of a job in which something has gone wrong. */
const troubled: ReadonlySet<string> = new Set(["RESTARTING", "FAILING", "FAILED"]);

/** True where there may be an exception that was not told: a job that came up and is steady is not asked. */
export function owesExceptions(told: Told | undefined, { state, lastModification }: JobOverview): boolean {
  return told === undefined ? troubled.has(state) : told.modified !== lastModification;
}

/** How old an answer about exceptions may be, in milliseconds: Flink remembers one for `web.refresh-interval`, 3 s. */
const staleMs = 5_000;

/** What is told once these exceptions are; undefined where nobody asked for them. */
export function noteTold(
  before: Told | undefined,
  { state, lastModification }: JobOverview,
  history: readonly JobException[] | undefined,
  now: number,
): Told | undefined {
  if (history === undefined) {
    return before ?? (state === "RUNNING" ? { modified: lastModification, until: 0 } : undefined);
  }
  const isFresh = Math.abs(now - lastModification) >= staleMs;
  const until = Math.max(before?.until ?? 0, ...history.map(({ timestamp }) => timestamp));
  return { modified: isFresh ? lastModification : (before?.modified ?? 0), until };
}

/** Within this time the same exception is told once, in milliseconds. */
const oncePerMs = 1_800_000;

/** Exceptions as Kubernetes Events, oldest first; the same one, but for numbers in it, is the same Event for half an hour. */
export function tellExceptions(
  exceptions: readonly JobException[],
  deploy: number,
  { lines }: ExceptionLimits,
): Word[] {
  return exceptions.toReversed().map((one): Word => {
    const { exception, stack, timestamp, taskName, endpoint } = one;
    const kind = [exception, stack[0] ?? "", taskName ?? ""].map((text) => text.replaceAll(/[0-9a-f]{8,}|\d+/g, "#"));
    const where = [taskName === undefined ? "" : ` in ${taskName}`, endpoint === undefined ? "" : ` on ${endpoint}`];
    const [head = exception, ...rest] = stack.slice(0, lines);
    const when = `${timestampOf(timestamp).slice(0, 19)}Z`;
    const message = [`${head} (${when}${where.join("")})`, ...rest].join("\n  ");
    const id = `exception/${deploy}/${Math.floor(timestamp / oncePerMs)}/${hashOf(kind)}`;
    return { id, type: "Warning", reason: "JobException", message };
  });
}
