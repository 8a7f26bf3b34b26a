import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFromOperator } from "../../shared/adapters/app-manager/event-mark.ts";
import { at } from "../../shared/core/json.ts";
import { conditionsOf, ownRecord } from "../../shared/core/kind.ts";
import { type Deed, endOf } from "../world/history.ts";
import { type Moment, play } from "../world/moments.ts";
import type { World } from "../world/world.ts";
import { seeded, unhurried } from "./json-arbitrary.ts";

const deed = fc.constantFrom<Deed>(
  ...(["askSavepoint", "askRestart", "askBoth", "askBack", "unask", "second", "second", "minute"] as const),
  ...(["scale", "run", "suspend", "cancel", "pause", "resume", "drift", "breakSpec", "mendSpec"] as const),
);
const heard = fc.constantFrom<Moment["heard"]>("never", "once", "twice", "backwards", "look", "look");
const calm: fc.Arbitrary<Moment> = fc.record({ deed, heard });
const rough: fc.Arbitrary<Moment> = fc.record({
  deed,
  heard,
  shot: fc.constantFrom(undefined, undefined, "resetAfterCommit", "resetBeforeCommit", "error"),
  crash: fc.option(
    fc.record({ in: fc.integer({ min: 1, max: 9 }), when: fc.constantFrom("before" as const, "after" as const) }),
    { nil: undefined },
  ),
});

/** A resource whose job runs, and what happens to it. */
function storyOf(moment: fc.Arbitrary<Moment>): fc.Arbitrary<Moment[]> {
  const begun = (["run", "minute", "second"] as const).map((one): Moment => ({ deed: one, heard: "look" }));
  return fc
    .tuple(fc.constantFrom<Deed>("apply", "applyPut"), fc.array(moment, { minLength: 1, maxLength: 12 }))
    .map(([first, moments]) => [{ deed: first, heard: "look" }, ...begun, ...moments]);
}

/** How often the platform was told something that begins so. */
function toldOf({ platform }: World, opening: string): number {
  return platform.state.events.filter(({ metadata: { name }, spec: { message } }) => {
    return isFromOperator({ name, message }) && message.startsWith(`Kubernetes operator ${opening}`);
  }).length;
}

/** Requests of one nonce that were accepted, each by value and number. */
function acceptedOf({ cluster }: World, name: string): number {
  const intents = cluster.changes.flatMap(({ object }) => ownRecord(object)?.intents ?? []);
  return new Set(intents.filter(({ key }) => key === name).map(({ content }) => content)).size;
}

/** How often a condition came to have a reason, as far as it was ever written. */
function begunOf({ cluster }: World, type: string, reason: string): number {
  const reasons = cluster.changes.map(({ object }) => conditionsOf(object).find((one) => one.type === type)?.reason);
  return reasons.filter((one, index) => one === reason && reasons[index - 1] !== reason).length;
}

/** How often the user changed a nonce. */
function changesOf({ cluster }: World, field: string): number {
  const values = cluster.changes.map(({ object }) => at(object.spec, field));
  return values.filter((one, index) => one !== values[index - 1]).length;
}

/** How often something was told, and how often it was there to be told. */
function tallies(world: World): readonly (readonly [told: number, happened: number])[] {
  return [
    [toldOf(world, "created"), 1],
    [toldOf(world, "triggered savepoint"), world.platform.state.savepoints.size],
    [toldOf(world, "triggered job restart"), acceptedOf(world, "restart")],
    [toldOf(world, "does not project"), begunOf(world, "SpecAligned", "SyncDisabled")],
    [toldOf(world, "blocked the savepoint"), changesOf(world, "savepointNonce")],
    [toldOf(world, "blocked the restart"), changesOf(world, "restartNonce")],
  ];
}

describe("what the platform's events are told", unhurried, () => {
  it("nothing twice, whatever is lost, crashes or is heard of twice (X6–X8)", async () => {
    await fc.assert(
      fc.asyncProperty(storyOf(rough), async (moments) => {
        const { world } = await play(moments);
        for (const [told, happened] of tallies(world)) expect(told).toBeLessThanOrEqual(happened);
      }),
      seeded(100),
    );
  });

  it("everything once, as long as nothing goes wrong (R126, R127)", async () => {
    await fc.assert(
      fc.asyncProperty(storyOf(calm), async (moments) => {
        const { world } = await play(moments);
        const [created, , , paused] = tallies(world);
        expect(created).toEqual([1, 1]);
        expect(paused?.[0]).toBe(paused?.[1]);
        const { nonces } = ownRecord(world.cluster.find("my-deployment") ?? { metadata: { name: "" } }) ?? {};
        if (nonces?.savepoint?.processed !== undefined) expect(toldOf(world, "triggered savepoint")).toBeGreaterThan(0);
        if ((nonces?.savepoint?.burnt.length ?? 0) > 0) {
          expect(toldOf(world, "blocked the savepoint")).toBeGreaterThan(0);
        }
      }),
      seeded(60),
    );
  });

  it("or are not told, because they fail: nothing else changes by that (X8)", async () => {
    await fc.assert(
      fc.asyncProperty(storyOf(calm), async (moments) => {
        const sound = await play(moments);
        const broken = await play(moments, (world) => void world.admin.configure({ eventFailure: 1 }));
        expect(endOf(broken.world)).toEqual(endOf(sound.world));
        expect(broken.world.cluster.changes.length).toBe(sound.world.cluster.changes.length);
        expect(toldOf(broken.world, "")).toBe(0);
      }),
      seeded(40),
    );
  });
});
