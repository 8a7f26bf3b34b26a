import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { example } from "../builders/vvp-deployment.ts";
import { type Deed, Deliveries, deeds, endOf, momentary, tickToRest } from "../world/history.ts";
import { settledWorld } from "../world/scenario.ts";
import { World } from "../world/world.ts";
import { seeded, unhurried } from "./json-arbitrary.ts";

/** An application, and then any of these deeds. */
function stories(some: readonly Deed[]): fc.Arbitrary<readonly Deed[]> {
  return fc
    .tuple(fc.constantFrom<Deed>("apply", "applyPut"), fc.array(fc.constantFrom(...some), { maxLength: 7 }))
    .map(([first, rest]) => [first, ...rest]);
}

const all = Object.keys(deeds) as Deed[];
const story = stories(all);

/** Nobody is told of drift; whether a pause comes before or after its correction is a matter of luck. So are nonces. */
const told = stories(all.filter((name) => name !== "drift" && !momentary.includes(name)));

/** What came to pass in between does not matter for where these end; a replacement would reset the defaults. */
const levels = stories(["run", "suspend", "cancel", "scale", "mendSpec", "second", "minute"]).filter(
  ([first]) => first === "apply",
);

type Shot = NonNullable<Parameters<World["admin"]["configure"]>[0]["next"]>[number];
const fault = fc.constantFrom<Shot>(
  { kind: "throttle", retryAfterSeconds: 5 },
  { kind: "error", status: 400 },
  { kind: "error", status: 403 },
  { kind: "error", status: 404 },
  { kind: "error", status: 409 },
  { kind: "error", status: 503 },
  { kind: "resetBeforeCommit" },
  { kind: "resetAfterCommit" },
  { kind: "htmlNotFound" },
  { kind: "garbage" },
);
const method = fc.constantFrom("GET" as const, "POST" as const, "PUT" as const, "PATCH" as const, "DELETE" as const);

describe("the operator does not feed itself", unhurried, () => {
  it("the events of its own writes come to an end, whatever the platform answers and for as long as it does", async () => {
    await fc.assert(
      fc.asyncProperty(story, fault, method, async (deedsOf, shot, on) => {
        const world = new World();
        world.admin.configure({ next: Array.from({ length: 500 }, () => ({ ...shot, method: on })) });
        const deliveries = new Deliveries(world);
        for (const name of deedsOf) {
          deeds[name](world);
          await deliveries.drain();
        }
        expect(world.admin.violations()).toEqual([]);
      }),
      seeded(400),
    );
  });

  it("a thousand deliveries of any event of a settled resource write nothing", async () => {
    const world = await settledWorld("PATCH");
    const told = [...world.cluster.changes];
    for (let count = 0; count < 1_000; count += 1) {
      const change = told[count % told.length];
      if (change !== undefined) await world.deliver(change);
    }
    expect(world.count().writes).toBe(0);
    expect(world.trace.filter((call) => call.to === "platform" && call.method !== "GET")).toEqual([]);
  });

  it("a thousand deliveries of its own last write call nobody", async () => {
    const world = await settledWorld("PUT");
    const echo = world.cluster.changes.at(-1);
    for (let count = 0; count < 1_000; count += 1) if (echo !== undefined) await world.deliver(echo);
    expect(world.trace).toEqual([]);
  });
});

describe("every resource comes to its end", unhurried, () => {
  it("passes repeated without anything happening write nothing from the third on", async () => {
    await fc.assert(
      fc.asyncProperty(story, async (deedsOf) => {
        const world = new World();
        for (const name of deedsOf) {
          deeds[name](world);
          await world.pass("my-deployment");
        }
        world.clock.skip(120_000);
        for (let count = 0; count < 8; count += 1) await world.pass("my-deployment");
        world.clock.skip(5_000);
        for (let count = 0; count < 3; count += 1) await world.pass("my-deployment");
        world.trace.length = 0;
        await world.pass("my-deployment");
        expect(world.count().writes).toBe(0);
      }),
      seeded(300),
    );
  });

  it("with every event dropped, ticks alone bring it to the same end", async () => {
    await fc.assert(
      fc.asyncProperty(told, async (deedsOf) => {
        const [heard, unheard] = [new World(), new World()];
        const deliveries = new Deliveries(heard);
        for (const name of deedsOf) {
          deeds[name](heard);
          await deliveries.drain();
          deeds[name](unheard);
          await unheard.sweep();
        }
        await tickToRest(heard);
        await tickToRest(unheard);
        expect(endOf(unheard)).toEqual(endOf(heard));
      }),
      seeded(200),
    );
  });

  it("with its events in any order and number, the end is the same", async () => {
    await fc.assert(
      fc.asyncProperty(levels, fc.infiniteStream(fc.nat()), async (deedsOf, chance) => {
        const [orderly, wild] = [new World(), new World()];
        const deliveries = new Deliveries(orderly);
        for (const name of deedsOf) {
          deeds[name](orderly);
          await deliveries.drain();
          deeds[name](wild);
          const { changes } = wild.cluster;
          for (let count = 0; count < 3 && changes.length > 0; count += 1) {
            const change = changes[(chance.next().value ?? 0) % changes.length];
            if (change !== undefined) await wild.deliver(change);
          }
        }
        await tickToRest(orderly);
        await tickToRest(wild);
        expect(endOf(wild)).toEqual(endOf(orderly));
      }),
      seeded(200),
    );
  });

  it("and a resource that was refused is not asked for again and again by ticks", async () => {
    const world = new World();
    world.cluster.create(example("PATCH"));
    world.admin.configure({
      next: Array.from({ length: 50 }, () => ({ kind: "error", status: 400, method: "POST" as const })),
    });
    for (let tick = 0; tick < 30; tick += 1) {
      await world.sweep();
      world.clock.skip(120_000);
    }
    const sent = world.trace.filter((call) => call.to === "platform" && call.method === "POST");
    expect(sent).toHaveLength(6);
  });
});
