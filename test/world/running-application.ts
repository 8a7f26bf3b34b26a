import type { JsonObject } from "../../shared/core/json.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { readRecord, recordAnnotation, writeRecord } from "../../shared/core/record.ts";
import { flinkApplication } from "../builders/flink-deployment.ts";
import { FlinkWorld } from "./flink-world.ts";

/** A FlinkDeployment as Weir leaves it when its job runs. */
export async function runningApplication(...changes: readonly JsonObject[]): Promise<KubeObject> {
  const world = new FlinkWorld();
  world.cluster.create(flinkApplication(...changes));
  await world.follow();
  const found = world.find();
  if (found === undefined) throw new Error("the application was not deployed");
  return found;
}

/** The annotation by which a copy of such a resource is one of its own, with a job and a cluster of its own. */
export function recordOfCopy(
  original: KubeObject,
  { uid, jobId, endpoint }: { readonly uid: string; readonly jobId: string; readonly endpoint: string },
): Readonly<Record<string, string>> {
  const reading = readRecord(original);
  if (reading.state !== "own") throw new Error("the resource has no record");
  const memory = { ...reading.record.memory, jobId, endpoint };
  return { [recordAnnotation]: writeRecord({ ...reading.record, uid, memory }) };
}
