import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Settings } from "../../simulators/app-manager/knobs.ts";
import { type Deed, Deliveries, deeds, endOf, tickToRest } from "../world/history.ts";
import { World } from "../world/world.ts";
import { seeded } from "./json-arbitrary.ts";

const others = Object.keys(deeds).filter((name) => name !== "apply" && name !== "applyPut") as Deed[];
const stories = fc.tuple(
  fc.constantFrom<Deed>("apply", "applyPut"),
  fc.array(fc.constantFrom(...others), { maxLength: 10 }),
);

/** Ways in which a real platform may differ from the simulated one, where no document says how it is. */
const dialect: Settings = { pageSize: 1, deleteStatus: 204, nullInPatch: "ignored", refusedDeleteStatus: 409 };

async function play([first, rest]: readonly [Deed, readonly Deed[]], settings: Settings): Promise<World> {
  const world = new World();
  world.admin.configure(settings);
  const deliveries = new Deliveries(world);
  for (const name of [first, ...rest]) {
    deeds[name](world);
    await deliveries.drain();
  }
  await tickToRest(world);
  return world;
}

describe("a platform that speaks another dialect", () => {
  it("is led to the same end by any story", async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        const world = await play(story, dialect);
        expect(endOf(world)).toEqual(endOf(await play(story, {})));
        expect(world.admin.violations()).toEqual([]);
      }),
      seeded(40),
    );
  });
});
