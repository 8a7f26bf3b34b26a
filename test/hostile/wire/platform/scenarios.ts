import type { JsonObject } from "../../../../shared/core/json.ts";
import { vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { tickToRest } from "../../../world/history.ts";
import { World } from "../../../world/world.ts";
import { resource } from "../worlds.ts";

/** A moment at which a pass makes a certain call of the platform. */
export interface Scenario {
  readonly name: string;
  readonly world: () => Promise<World>;
  /** The call whose answer is replaced. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: RegExp;
  /** True where an answer that is in order is the last word, so that a lie in it leads to another end. */
  readonly believes?: true;
  /** What follows from such a lie at most. */
  readonly follows?: string;
}

const one = /\/deployments\/[^/]+$/;
const all = /\/deployments$/;
const savepoints = /\/savepoints/;

async function resting(mode: "PATCH" | "PUT" = "PATCH", patch: JsonObject = {}): Promise<World> {
  const world = new World();
  world.cluster.create(vvpDeployment(mode, patch));
  await tickToRest(world);
  return world;
}

async function edited(patch: JsonObject, mode: "PATCH" | "PUT" = "PATCH", before: JsonObject = {}): Promise<World> {
  const world = await resting(mode, before);
  world.cluster.edit(resource.name, patch);
  return world;
}

const running = wanted("RUNNING");
const askedFor = { spec: { savepointNonce: 1 } };

/** Moments of every call that a pass makes of the platform. */
export const scenarios: readonly Scenario[] = [
  { name: "a look at rest", world: () => resting(), method: "GET", path: one },
  { name: "a look before a change", world: () => edited(running), method: "GET", path: one },
  {
    name: "a look before a savepoint",
    world: () => edited(askedFor, "PATCH", running),
    method: "GET",
    path: one,
    believes: true,
  },
  { name: "a look before a deletion", world: leaving, method: "GET", path: one, believes: true },
  { name: "a list, where the deployment is not found", world: vanished, method: "GET", path: all },
  { name: "a creation", world: async () => created(), method: "POST", path: all, believes: true },
  { name: "a change", world: () => edited(running), method: "PATCH", path: one },
  { name: "a replacement", world: () => edited(running, "PUT"), method: "PUT", path: one, believes: true },
  { name: "a deletion", world: leaving, method: "DELETE", path: one, believes: true },
  {
    name: "a savepoint",
    world: () => edited(askedFor, "PATCH", running),
    method: "POST",
    path: savepoints,
    believes: true,
  },
  {
    name: "a list of savepoints in doubt",
    world: doubtful,
    method: "GET",
    path: savepoints,
    believes: true,
    follows: "POST savepoints",
  },
  { name: "an announcement", world: () => edited(askedFor, "PATCH", running), method: "POST", path: /\/events$/ },
];

function created(): World {
  const world = new World();
  world.cluster.create(vvpDeployment("PATCH"));
  return world;
}

async function leaving(): Promise<World> {
  const world = await resting();
  world.cluster.remove(resource.name);
  return world;
}

async function vanished(): Promise<World> {
  const world = await resting();
  world.admin.deleteDeployment("default", resource.name);
  return world;
}

/** The answer to the request for a savepoint was lost, and its quarantine is over. */
async function doubtful(): Promise<World> {
  const world = await edited(askedFor, "PATCH", running);
  world.admin.configure({ next: [{ kind: "resetAfterCommit", method: "POST" }] });
  await world.pass(resource.name);
  world.clock.skip(61_000);
  return world;
}
