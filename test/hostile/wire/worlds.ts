import { vvpDeployment, wanted } from "../../builders/vvp-deployment.ts";
import { tickToRest } from "../../world/history.ts";
import { World } from "../../world/world.ts";

/** The resource that every world has. */
export const resource = { kind: "VvpDeployment", namespace: "my-deploy-namespace", name: "my-deployment" } as const;

/** A world whose one resource is mirrored and at rest. */
export async function restingWorld(): Promise<World> {
  const world = new World();
  world.cluster.create(vvpDeployment("PATCH"));
  await tickToRest(world);
  world.trace.length = 0;
  world.lines.length = 0;
  return world;
}

/** A world whose one resource was just edited, so that the next look sends something. */
export async function editedWorld(): Promise<World> {
  const world = await restingWorld();
  world.cluster.edit(resource.name, wanted("RUNNING"));
  return world;
}
