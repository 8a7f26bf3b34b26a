import { toConfigurationChanges } from "../../../shared/autoscaler/tuning/tune-memory.ts";
import { resetNonceOf, sizeBasis, wishAnnotation, writeWish } from "../../../shared/flink/scaling-wish.ts";
import { memoryBasis } from "../../../shared/flink/tuned-memory.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

/** Vertices of every simulated job. */
export const vertices = {
  source: "8d66249e32b3bc08f2fae72d32043792",
  work: "674df9b0384c0348e0b9d1034a44c46c",
} as const;

/** The autoscaler switched on, for the configuration of a resource. */
export const autoscaled = { flinkConfiguration: { "job.autoscaler.enabled": "true" } } as const;

/** Memory tuned as well. */
export const tuned = { flinkConfiguration: { "job.autoscaler.memory.tuning.enabled": "true" } } as const;

/** Options of Flink for TaskManagers of so many mebibytes, of which a quarter is heap. */
export function tunedMemory(mebibytes: number) {
  const total = mebibytes * 2 ** 20;
  return toConfigurationChanges({
    ...{ total, network: 2 ** 23, metaspace: 2 ** 26, heap: total / 4, managed: 0 },
    ...{ managedFraction: 0, overheadFraction: 0.1 },
  });
}

/** What the autoscaler writes about a resource as it is now. */
export function wishFor(world: FlinkWorld, name: string, source: number, work: number, mebibytes?: number): string {
  const object = world.find(name);
  if (object === undefined) throw new Error(`there is no ${name}`);
  const nonce = resetNonceOf(object);
  return writeWish({
    uid: object.metadata.uid ?? "",
    decidedAt: world.clock.now(),
    basis: sizeBasis(object),
    ...(nonce !== undefined && { nonce }),
    parallelism: { [vertices.source]: source, [vertices.work]: work },
    ...(mebibytes !== undefined && { memory: { basis: memoryBasis(object), ...tunedMemory(mebibytes) } }),
  });
}

/** The autoscaler wishes another parallelism, and another memory of TaskManagers. */
export const wishesMemory =
  (source: number, work: number, mebibytes: number) =>
  (world: FlinkWorld): void =>
    world.cluster.edit("orders", {
      metadata: { annotations: { [wishAnnotation]: wishFor(world, "orders", source, work, mebibytes) } },
    });

/** The autoscaler wishes another parallelism of both vertices. */
export const wishes =
  (source: number, work: number, name = "orders") =>
  (world: FlinkWorld): void =>
    world.cluster.edit(name, {
      metadata: { annotations: { [wishAnnotation]: wishFor(world, name, source, work) } },
    });
