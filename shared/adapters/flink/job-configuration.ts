import * as z from "zod";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import { readAs } from "./answer.ts";
import type { Ask } from "./call.ts";
import { jobPath } from "./wire.ts";

const pairs = z.array(z.looseObject({ key: z.string(), value: z.string().nullish() }));

/** Options of a job as its JobManager has them; values that are secret come masked. None where Flink does not tell them (404). */
export async function readJobConfiguration(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  signal?: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const path = jobPath(jobId, "jobmanager", "config");
  const answer = await ask({ endpoint, path, what: `read the configuration of job ${jobId}`, signal });
  if (answer.status === 404) return {};
  return readAs(answer, pairs, (options) => Object.fromEntries(options.map(({ key, value }) => [key, value ?? ""])));
}
