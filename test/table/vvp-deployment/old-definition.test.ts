import { describe, expect, it } from "vitest";
import { OperatorError } from "../../../shared/core/error.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../shared/core/json.ts";
import { vvpDeployment, wanted } from "../../builders/vvp-deployment.ts";
import { World } from "../../world/world.ts";

const name = "my-deployment";

type Patch = World["cluster"]["patch"];

/** A world whose API server has another definition of the kind: it does with a write of the status what `write` makes of it. */
function worldWhere(write: (patch: JsonObject) => JsonObject): World {
  const world = new World();
  const patch: Patch = world.cluster.patch.bind(world.cluster);
  world.cluster.patch = async (names, key, body, subresource) =>
    patch(names, key, subresource === "status" ? write(body) : body, subresource);
  world.cluster.create(vvpDeployment("PATCH", wanted("RUNNING")));
  return world;
}

/** Without the members of that name, however deep. */
function pruned(value: JsonValue, member: string): JsonValue {
  if (Array.isArray(value)) return value.map((item) => pruned(item, member));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== member)
      .map(([key, inner]) => [key, pruned(inner as JsonValue, member)]),
  );
}

/** Ticks, and what the events of all changes lead to. */
async function live(world: World, ticks: number): Promise<void> {
  for (let tick = 0; tick < ticks; tick += 1) {
    await world.clock.advance(60_000);
    await world.sweep();
    for (let events = 0; world.cluster.changes.length > 0; events += 1) {
      expect(events, "events that lead to events without end").toBeLessThan(20);
      const [change] = world.cluster.changes.splice(0);
      if (change !== undefined) await world.deliver(change).catch(() => {});
    }
  }
}

/** How often the platform was told to make the deployment. */
const creations = (world: World) =>
  world.trace.filter((call) => call.to === "platform" && call.method === "POST" && call.path.endsWith("/deployments"));

describe("a definition of the kind that is older than the functions (perf-reliability 4.4)", () => {
  it.each([
    { member: "observedGeneration", why: "it stands in each condition" },
    { member: "conditions", why: "with it all that people read is gone" },
    { member: "deploymentId", why: "what is known of the deployment stands in the record" },
  ])("prunes $member of the status: the job runs, and no write leads to another one ($why)", async ({ member }) => {
    const world = worldWhere((patch) => pruned(patch, member) as JsonObject);
    await live(world, 4);
    expect(creations(world)).toHaveLength(1);
    const before = world.cluster.find(name)?.metadata.resourceVersion;
    world.trace.length = 0;
    await live(world, 3);
    expect(world.cluster.find(name)?.metadata.resourceVersion).toBe(before);
    expect(world.count().writes).toBeLessThanOrEqual(3);
    expect(creations(world)).toEqual([]);
  });

  it("has no status subresource: the deployment is made once, and no look leads to another one", async () => {
    const world = worldWhere(() => {
      throw new OperatorError("Missing", "the server could not find the requested resource");
    });
    await live(world, 5);
    expect(creations(world)).toHaveLength(1);
    expect(world.cluster.find(name)?.status).toBeUndefined();
  });
});
