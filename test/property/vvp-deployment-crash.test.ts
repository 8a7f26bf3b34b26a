import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Deed, Deliveries, deeds, endOf, tickToRest } from "../world/history.ts";
import { World } from "../world/world.ts";
import { seeded, unhurried } from "./json-arbitrary.ts";

/** A process that dies at a call of a port, before the call takes effect or right after. */
interface Crash {
  readonly at: number;
  readonly when: "before" | "after";
}

const stories: readonly (readonly Deed[])[] = [
  ["apply", "second", "second"],
  ["applyPut", "run", "second", "second"],
  ["apply", "run", "second", "second", "suspend", "second", "second", "cancel"],
  ["apply", "scale", "mendSpec", "second"],
  ["apply", "breakSpec", "second", "mendSpec"],
  ["apply", "second", "remove", "second"],
  ["apply", "run", "second", "second", "remove", "cancel", "second", "second"],
];

/** Makes the process of a world die at a call; whatever it tries after that never leaves it. */
function arm(world: World, { at, when }: Crash): { readonly calls: () => number } {
  let calls = 0;
  let dead = false;
  const probe = (_call: unknown, moment: "before" | "after") => {
    if (dead) throw new Error("the process is dead");
    if (moment === "before") calls += 1;
    if (calls !== at || moment !== when) return;
    dead = true;
    throw new Error("the process dies");
  };
  world.cluster.probe = probe;
  world.way.probe = probe;
  return { calls: () => calls };
}

function revive(world: World): void {
  world.cluster.probe = () => {};
  world.way.probe = () => {};
  world.boot();
}

/** Plays a story with crashes, each followed by a new process that knows nothing; ends with ticks alone. */
async function play(story: readonly Deed[], crashes: readonly Crash[]): Promise<World> {
  const world = new World();
  const deliveries = new Deliveries(world);
  const rest = [...crashes];
  let next = rest.shift();
  if (next !== undefined) arm(world, next);
  for (const name of story) {
    deeds[name](world);
    try {
      await deliveries.drain(200);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith("the process")) throw error;
      revive(world);
      next = rest.shift();
      if (next !== undefined) arm(world, next);
    }
  }
  revive(world);
  await tickToRest(world);
  // A full replacement resets what a creation left to the platform's defaults: let every story end with an update.
  deeds.scale(world);
  await tickToRest(world);
  return world;
}

async function callsOf(story: readonly Deed[]): Promise<number> {
  const world = new World();
  const { calls } = arm(world, { at: -1, when: "before" });
  const deliveries = new Deliveries(world);
  for (const name of story) {
    deeds[name](world);
    await deliveries.drain();
  }
  return calls();
}

describe("a crash at any call", unhurried, () => {
  it.each(stories.map((story) => ({ story })))(
    "leads to the same end, with one deployment at most: $story",
    async ({ story }) => {
      const expected = endOf(await play(story, []));
      const total = await callsOf(story);
      expect(total).toBeGreaterThan(4);
      for (let at = 1; at <= total; at += 1) {
        for (const when of ["before", "after"] as const) {
          const world = await play(story, [{ at, when }]);
          expect({ at, when, end: endOf(world), violations: world.admin.violations() }).toEqual({
            at,
            when,
            end: expected,
            violations: [],
          });
        }
      }
    },
  );

  it("and another one later, as well", async () => {
    const crash = fc.record({
      at: fc.integer({ min: 1, max: 14 }),
      when: fc.constantFrom("before" as const, "after" as const),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...stories.filter(([first]) => first === "apply")),
        crash,
        crash,
        async (story, first, second) => {
          const world = await play(story, [first, second]);
          expect(endOf(world)).toEqual(endOf(await play(story, [])));
          expect(world.admin.violations()).toEqual([]);
        },
      ),
      seeded(150),
    );
  });

  it("never sends a creation twice within the quarantine", async () => {
    for (let at = 1; at <= 12; at += 1) {
      for (const when of ["before", "after"] as const) {
        const world = await play(["apply", "second", "second", "second"], [{ at, when }]);
        const sent = world.trace
          .filter((call) => call.to === "platform")
          .filter(({ method, path }) => {
            return method === "POST" && path.endsWith("/deployments");
          });
        const times = sent.map((call) => call.at);
        const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
        expect(gaps.filter((gap) => gap < 60_000)).toEqual([]);
        expect(world.platform.state.rows.size).toBe(1);
      }
    }
  });
});
