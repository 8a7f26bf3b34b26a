import * as z from "zod";
import type { ExecutionResult, JobException, JobExceptions } from "../../ports/flink-answers.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import { foreignText } from "../foreign-text.ts";
import { isUnknownJob, readAs, senseless } from "./answer.ts";
import type { Ask } from "./call.ts";
import { toCause } from "./java-errors.ts";
import { failureCause, fromFailureCause, hexId, jobPath } from "./wire.ts";

/** Lines of a stack that are kept. */
const mostLines = 10;

const result = z.looseObject({
  status: z.looseObject({ id: z.enum(["IN_PROGRESS", "COMPLETED"]) }),
  "job-execution-result": z
    .looseObject({
      id: hexId,
      "application-status": z.enum(["SUCCEEDED", "FAILED", "CANCELED", "UNKNOWN"]),
      "failure-cause": failureCause.nullish(),
    })
    .nullish(),
});
const entry = z.looseObject({
  exceptionName: z.string(),
  stacktrace: z.string(),
  timestamp: z.number(),
  taskName: z.string().nullish(),
  endpoint: z.string().nullish(),
  location: z.string().nullish(),
  taskManagerId: z.string().nullish(),
});
const exceptions = z.looseObject({
  "root-exception": z.string().nullish(),
  exceptionHistory: z.looseObject({ entries: z.array(entry), truncated: z.boolean() }),
});
/** How a job ended, and why. */
export async function readExecutionResult(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  signal?: AbortSignal,
): Promise<ExecutionResult | undefined> {
  const path = jobPath(jobId, "execution-result");
  const answer = await ask({ endpoint, path, what: `read the result of job ${jobId}`, signal });
  if (isUnknownJob(answer)) return undefined;
  return readAs(answer, result, ({ status, "job-execution-result": ended }): ExecutionResult => {
    if (status.id === "IN_PROGRESS") return { status: "IN_PROGRESS" };
    if (ended?.id !== jobId) throw senseless(answer, "it is not the result of that job");
    const cause = ended["failure-cause"];
    return {
      status: "COMPLETED",
      applicationStatus: ended["application-status"],
      cause: cause == null ? undefined : fromFailureCause(cause),
    };
  });
}

/** The newest exceptions of a job; those of Flink 1 and of Flink 2. */
export async function readExceptions(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  most: number,
  signal?: AbortSignal,
): Promise<JobExceptions | undefined> {
  const path = `${jobPath(jobId, "exceptions")}?maxExceptions=${most}`;
  const answer = await ask({ endpoint, path, what: `read the exceptions of job ${jobId}`, signal });
  if (isUnknownJob(answer)) return undefined;
  return readAs(answer, exceptions, ({ "root-exception": root, exceptionHistory: { entries, truncated } }) => ({
    history: entries.slice(0, most).map(toException),
    root: root == null ? undefined : toCause(root),
    truncated: truncated || entries.length > most,
  }));
}

function toException(one: z.infer<typeof entry>): JobException {
  const where = one.endpoint ?? one.location ?? undefined;
  return {
    exception: foreignText(one.exceptionName),
    stack: one.stacktrace.split("\n", mostLines).map((line) => foreignText(line)),
    timestamp: one.timestamp,
    taskName: toText(one.taskName),
    endpoint: toText(where),
    taskManagerId: toText(one.taskManagerId),
  };
}

function toText(text: string | null | undefined): string | undefined {
  return text == null ? undefined : foreignText(text);
}
