import { resetNonceOf, sizeBasis, wishAnnotation, writeWish } from "../../../shared/flink/scaling-wish.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

/** Vertices of every simulated job. */
export const vertices = {
  source: "8d66249e32b3bc08f2fae72d32043792",
  work: "674df9b0384c0348e0b9d1034a44c46c",
} as const;

/** The autoscaler switched on, for the configuration of a resource. */
export const autoscaled = { flinkConfiguration: { "job.autoscaler.enabled": "true" } } as const;

/** What the autoscaler writes about a resource as it is now. */
export function wishFor(world: FlinkWorld, name: string, source: number, work: number): string {
  const object = world.find(name);
  if (object === undefined) throw new Error(`there is no ${name}`);
  const nonce = resetNonceOf(object);
  return writeWish({
    uid: object.metadata.uid ?? "",
    decidedAt: world.clock.now(),
    basis: sizeBasis(object),
    ...(nonce !== undefined && { nonce }),
    parallelism: { [vertices.source]: source, [vertices.work]: work },
  });
}

/** The autoscaler wishes another parallelism of both vertices. */
export const wishes =
  (source: number, work: number, name = "orders") =>
  (world: FlinkWorld): void =>
    world.cluster.edit(name, {
      metadata: { annotations: { [wishAnnotation]: wishFor(world, name, source, work) } },
    });
