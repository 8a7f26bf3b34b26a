import { at, type JsonObject } from "../../shared/core/json.ts";
import { flinkApplication, flinkSession } from "../builders/flink-deployment.ts";
import { sessionJob } from "../builders/flink-session-job.ts";
import { FlinkWorld } from "./flink-world.ts";

/** A world in which the application `orders` came up, and 12 s have gone since. */
export async function cameUp(...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = new FlinkWorld();
  world.cluster.create(flinkApplication(...changes));
  await world.follow();
  world.skip(12_000);
  return world;
}

/** The same; of how it came up neither calls nor Events are known any more. */
export async function deployed(...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  return forgetting(await cameUp(...changes));
}

/** A world with the session cluster `orders`, at rest, and with the jar of the job `daily`. */
export async function withCluster(...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = new FlinkWorld();
  world.artifacts.files.set("https://repo.example.com/daily.jar", "com.example.Daily\n");
  world.cluster.create(flinkSession(...changes));
  await world.follow();
  return world;
}

/** Adds the job `daily` to a session cluster, and looks at it until it runs. */
export async function addJob(world: FlinkWorld, ...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  world.cluster.create(sessionJob(...changes));
  await lookAtJob(world);
  return world;
}

/** So many passes over the job `daily`, a second apart. */
export async function lookAtJob(world: FlinkWorld, passes = 20): Promise<void> {
  for (let pass = 0; pass < passes; pass += 1) {
    await world.passJob("daily");
    world.skip(1_000);
  }
}

/** Drops the calls and Events so far. */
export function forgetting(world: FlinkWorld): FlinkWorld {
  world.events.length = 0;
  world.trace.length = 0;
  return world;
}

/** The condition of that type of `orders`, or of another resource. */
export function conditionOf(world: FlinkWorld, type: string, name = "orders") {
  const conditions = at(world.find(name)?.status, "conditions");
  return Array.isArray(conditions) ? conditions.find((one) => at(one, "type") === type) : undefined;
}

/** Warnings so far, but those about exceptions of the job. */
export const warningsOf = (world: FlinkWorld) =>
  world.events
    .filter(({ type, reason }) => type === "Warning" && reason !== "JobException")
    .map(({ reason, message }) => `${reason}: ${message}`);
