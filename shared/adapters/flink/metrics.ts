import * as z from "zod";
import type { RestartMetrics } from "../../ports/flink-answers.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import { readAs } from "./answer.ts";
import type { Ask } from "./call.ts";
import { jobPath } from "./wire.ts";

const metrics = z.array(z.looseObject({ id: z.string(), value: z.string() }));

/** How often a job has restarted, as of the poll before this one (fact 1). */
export async function readRestarts(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  signal?: AbortSignal,
): Promise<RestartMetrics> {
  const path = `${jobPath(jobId, "metrics")}?get=numRestarts,fullRestarts`;
  const answer = await ask({ endpoint, path, what: `read the metrics of job ${jobId}`, signal });
  return readAs(answer, metrics, (values) => {
    const countOf = (name: string) => toCount(values.find(({ id }) => id === name)?.value);
    return { numRestarts: countOf("numRestarts"), fullRestarts: countOf("fullRestarts") };
  });
}

function toCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
