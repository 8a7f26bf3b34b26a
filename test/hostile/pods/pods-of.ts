import { at, type JsonObject } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

/** Who makes the TaskManagers: the JobManager, or a Deployment of Weir's. */
export const modes = ["native", "standalone"] as const;
export type Mode = (typeof modes)[number];

/** An application that says nothing of its pods but their account, with this template for both roles, as it comes from the wire. */
export function resourceWith(template: string, mode: Mode): KubeObject {
  const object = flinkApplication({ image: null, mode });
  const text = JSON.stringify({ ...object, spec: { ...(object.spec as JsonObject), podTemplate: "TEMPLATE" } });
  return JSON.parse(text.replace('"TEMPLATE"', () => template)) as KubeObject;
}

/** Pod templates of the Deployments that a pass of the shipped engine makes of a resource, by their names, and its status. */
export async function podsOf(object: KubeObject) {
  const world = new FlinkWorld();
  world.cluster.create(object);
  await world.pass();
  await world.pass();
  const made = world.objects.all("Deployment");
  const pods = made.map(({ metadata, spec }) => [metadata.name, at(spec, "template") as JsonObject] as const);
  return { pods: new Map(pods), status: JSON.stringify(world.find()?.status ?? {}) };
}
