import { describe, expect, it } from "vitest";
import type { NoAnswer } from "../../../shared/adapters/http.ts";
import { conditionsOf } from "../../../shared/core/kind.ts";
import { orAborted } from "../../../shared/engine/or-aborted.ts";
import { pass } from "../../../shared/engine/pass.ts";
import { sweep } from "../../../shared/engine/sweep.ts";
import { settledWorld, subject } from "../../world/scenario.ts";
import type { World } from "../../world/world.ts";

const outOfTime = new DOMException("the pass took too long", "TimeoutError");

/** A settled world whose platform says nothing any more; the look is ended once it waits there. */
async function silent(why?: DOMException): Promise<{ world: World; signal: AbortSignal }> {
  const world = await settledWorld("PATCH");
  const ending = new AbortController();
  const send = async (_: unknown, signal = new AbortController().signal): Promise<NoAnswer> => {
    ending.abort(why);
    await orAborted(new Promise(() => {}), signal, undefined);
    return { why: "no answer in the time that was left", sent: true, cause: "time" };
  };
  world.way.through = (usual) => ({ ...usual, send });
  world.boot();
  world.trace.length = 0;
  return { world, signal: ending.signal };
}

const reachable = (world: World) => {
  const object = world.cluster.find(subject);
  return object && conditionsOf(object).find(({ type }) => type === "AppManagerReachable")?.status;
};

const passOf = (world: World, signal: AbortSignal) => pass(world.engine, world.kind, world.key(subject), signal);

function sweepOf({ engine, kind }: World, signal: AbortSignal) {
  const options = { engine, portsForPage: () => engine.ports, follow: () => {}, pageSize: 500, concurrency: 1 };
  const one = (key: Parameters<typeof pass>[2], ends: AbortSignal) => pass(engine, kind, key, ends);
  return sweep({ ...options, pass: one, budgetMs: 200_000 }, undefined, signal);
}

describe("a look that ends because its process ends or its carrier went away", () => {
  it("says nothing about the platform: the pass writes nothing and the resource is looked at again", async () => {
    const { world, signal } = await silent();
    expect(await passOf(world, signal)).toMatchObject({ end: "moving", actions: [], rule: undefined });
    expect([world.count().writes, reachable(world)]).toEqual([0, reachable(await settledWorld("PATCH"))]);
  });

  it("is left to the next sweep, which begins with it", async () => {
    const { world, signal } = await silent();
    expect(await sweepOf(world, signal)).toMatchObject({ statusWrites: 0, quiet: 0, next: expect.anything() });
    expect(world.count().writes).toBe(0);
  });
});

describe("a look whose time is over", () => {
  it("did wait for the platform, and says that it gave no answer", async () => {
    const { world, signal } = await silent(outOfTime);
    expect(await passOf(world, signal)).toMatchObject({ end: "waiting" });
    expect(world.count().writes).toBeGreaterThan(0);
    expect(JSON.stringify(world.cluster.find(subject)?.status)).toContain("AppManagerUnreachable");
  });
});
