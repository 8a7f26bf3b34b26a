import * as z from "zod";
import { isObject } from "../../core/json.ts";
import type { ClusterConfig, ResourceRequirements } from "../../ports/flink-answers.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import { foreignText } from "../foreign-text.ts";
import { expectDone, isUnknownJob, readAs } from "./answer.ts";
import type { Ask } from "./call.ts";
import { hexId, jobPath } from "./wire.ts";

const config = z.looseObject({ "flink-version": z.string().min(1), "flink-revision": z.string() });
const bound = z.int().positive();
const vertices = z.record(
  hexId,
  z.looseObject({ parallelism: z.looseObject({ lowerBound: bound, upperBound: bound }) }),
);

/** More than any job has; zod makes an issue of each wrong one. */
const mostVertices = 10_000;
const requirements = z
  .custom<z.input<typeof vertices>>(isObject, "it is no object")
  .refine((named) => Object.keys(named).length > 0, "it names no vertex")
  .refine((named) => Object.keys(named).length <= mostVertices, `it names more than ${mostVertices} vertices`)
  .pipe(vertices);

/** What runs on the JobManager. */
export async function readConfig(ask: Ask, endpoint: FlinkEndpoint, signal?: AbortSignal): Promise<ClusterConfig> {
  const answer = await ask({ endpoint, path: "/config", what: "read the version", signal });
  return readAs(answer, config, (wire) => ({
    flinkVersion: foreignText(wire["flink-version"]),
    flinkRevision: foreignText(wire["flink-revision"]),
  }));
}

/** The bounds within which each vertex may be scaled in place. */
export async function readRequirements(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  signal?: AbortSignal,
): Promise<ResourceRequirements | undefined> {
  const path = jobPath(jobId, "resource-requirements");
  const answer = await ask({ endpoint, path, what: `read the requirements of job ${jobId}`, signal });
  if (isUnknownJob(answer)) return undefined;
  return readAs(answer, requirements, (named) =>
    Object.fromEntries(
      Object.entries(named).map(([id, { parallelism }]) => [
        id,
        { lowerBound: parallelism.lowerBound, upperBound: parallelism.upperBound },
      ]),
    ),
  );
}

/** Replaces the bounds of every vertex. */
export async function putRequirements(
  ask: Ask,
  endpoint: FlinkEndpoint,
  jobId: string,
  wanted: ResourceRequirements,
  signal?: AbortSignal,
): Promise<void> {
  const path = jobPath(jobId, "resource-requirements");
  const body = Object.fromEntries(
    Object.entries(wanted).map(([id, { lowerBound, upperBound }]) => [id, { parallelism: { lowerBound, upperBound } }]),
  );
  expectDone(await ask({ endpoint, method: "PUT", path, what: `rescale job ${jobId}`, body, signal }));
}
