import * as z from "zod";
import type { JobVertex } from "../../ports/flink-answers.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import { foreignText } from "../foreign-text.ts";
import { isUnknownJob, readAs, senseless } from "./answer.ts";
import type { Ask } from "./call.ts";
import { hexId, jobPath } from "./wire.ts";

/** What every reading of a job takes of a vertex. */
export const vertex = z.looseObject({
  id: hexId,
  name: z.string(),
  parallelism: z.int(),
  maxParallelism: z.int().nullish(),
  status: z.string(),
});

/** A vertex in Weir's terms; Flink says -1 for a bound that it does not have. */
export function toVertex({ id, name, parallelism, maxParallelism, status }: z.infer<typeof vertex>): JobVertex {
  const most = maxParallelism ?? -1;
  return {
    id,
    name: foreignText(name),
    parallelism,
    maxParallelism: most < 1 ? undefined : most,
    status: foreignText(status),
  };
}

/** Which job, where, and what a fault says that was being done. */
export interface About {
  readonly endpoint: FlinkEndpoint;
  readonly jobId: string;
  readonly what: string;
  readonly signal?: AbortSignal | undefined;
}

/** Reads `GET /jobs/:id`; undefined for a job that the JobManager does not know, `Malformed` for an answer about another. */
export async function readOneJob<Wire extends { readonly jid: string }, Result>(
  ask: Ask,
  { endpoint, jobId, what, signal }: About,
  schema: z.ZodType<Wire>,
  toResult: (wire: Wire) => Result,
): Promise<Result | undefined> {
  const answer = await ask({ endpoint, path: jobPath(jobId), what, signal });
  if (isUnknownJob(answer)) return undefined;
  return readAs(answer, schema, (wire) => {
    if (wire.jid !== jobId) throw senseless(answer, "it is about another job");
    return toResult(wire);
  });
}
