import type { JsonValue } from "../../../shared/core/json.ts";
import { Deliveries, deeds, endOf, tickToRest } from "../../world/history.ts";
import { World } from "../../world/world.ts";
import type { Chapter, Moment, Plan } from "./plan.ts";

/** The name of the resource in the world in memory. */
export const remembered = "my-deployment";

/** Where each chapter of a plan ends when nothing goes wrong, played in memory and in virtual time. */
export async function expectedEnds(plan: Plan): Promise<JsonValue[]> {
  const world = new World();
  if (plan.taken) world.admin.createDeployment("default", remembered, foreignSpec);
  const ends: JsonValue[] = [];
  for (const chapter of plan.chapters) ends.push(await endAfter(world, plan, chapter));
  return ends;
}

/** What the owner of a taken name has there. */
export const foreignSpec = {
  state: "CANCELLED",
  deploymentTargetName: "default",
  template: {
    spec: { artifact: { kind: "JAR", jarUri: "s3://theirs/job.jar" }, engineVersionName: "vera-4.1-flink-1.20" },
  },
};

async function endAfter(world: World, { mode }: Plan, { moments }: Chapter): Promise<JsonValue> {
  const deliveries = new Deliveries(world);
  deliveries.drop();
  for (const { deed } of moments) {
    deeds[namedFor(mode, deed)](world);
    await deliveries.drain(200);
    world.clock.skip(5_000);
    await world.pass(remembered);
    await deliveries.drain(200);
  }
  await tickToRest(world);
  return endOf(world);
}

/** The deed in the mode of the plan. */
export function namedFor(mode: Plan["mode"], deed: Moment["deed"]): Moment["deed"] {
  return deed === "apply" && mode === "PUT" ? "applyPut" : deed;
}
