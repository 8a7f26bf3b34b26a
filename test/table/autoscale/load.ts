import type { JsonObject } from "../../../shared/core/json.ts";
import type { Load } from "../../../simulators/flink/state.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { adaptive } from "../../simulation/flink/acts.ts";
import { autoscaled } from "../../simulation/flink/wishes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

/** More comes in than four subtasks of the work can do. */
export const tooMuch: Load = { arrivals: 1_000, source: 1_000, work: 200 };

/** An application that is scaled by itself and gets a load, when it has come to run. */
export async function loaded(load: Load, ...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = new FlinkWorld({ behaviour: () => ({ load }) });
  world.cluster.create(flinkApplication(adaptive, autoscaled, ...changes));
  await world.follow();
  return world;
}

/** How large its job runs: source, work. */
export function sizesIn(world: FlinkWorld): readonly number[] {
  const process = world.kubelet.process("flink", "orders", world.clock.now());
  return [...(process?.jobs.values() ?? [])].flatMap(({ vertices }) => vertices.map(({ parallelism }) => parallelism));
}

/** Options by which a job is judged after three minutes. */
export const quick = {
  flinkConfiguration: { "job.autoscaler.stabilization.interval": "1 min", "job.autoscaler.metrics.window": "2 min" },
} as const;
