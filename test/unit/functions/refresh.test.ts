import { describe, expect, it } from "vitest";
import { makeRefreshHandler } from "../../../functions/refresh/handle.ts";
import { OperatorError } from "../../../shared/core/error.ts";
import { Follower } from "../../../shared/engine/follow.ts";
import { makeMetrics } from "../../../shared/runtime/metrics.ts";
import { vvpDeployment } from "../../builders/vvp-deployment.ts";
import { evenChance } from "../../world/even-chance.ts";
import { FakeBus } from "../../world/fake-bus.ts";
import { World } from "../../world/world.ts";
import { FakeLease } from "./fake-lease.ts";

function makePod({ withBus = true, budgetMs = 200_000 } = {}) {
  const world = new World();
  const lease = new FakeLease();
  const bus = withBus ? new FakeBus() : undefined;
  const draining = new AbortController();
  const look = (key: { name: string }) => world.pass(key.name);
  const { engine } = world;
  const follower = new Follower({ bus, look, clock: world.clock, random: evenChance, log: world.log });
  const parts = { engine, follower, bus, look, metrics: makeMetrics(), lease, pageSize: 1, budgetMs, concurrency: 4 };
  const handler = makeRefreshHandler({ ...parts, draining: draining.signal });
  const send = (type: string, data?: object) => {
    const body = data === undefined ? "" : JSON.stringify(data);
    const headers = { "ce-specversion": "1.0", "ce-id": "1", "ce-source": "/test", "ce-type": type };
    const all = data === undefined ? headers : { ...headers, "content-type": "application/json" };
    const signal = new AbortController().signal;
    return handler({ headers: Object.entries(all), read: async () => ({ text: body }), signal });
  };
  for (const name of ["a", "b", "c"]) world.cluster.create(named(name));
  return { world, lease, bus, draining, send, lists: () => world.trace.filter(({ to }) => to === "api").length };
}

function named(name: string) {
  return vvpDeployment("PATCH", { metadata: { name }, spec: { deployment: { metadata: { name } } } });
}

const tick = "dev.knative.sources.ping";
const goesOn = { holder: "somebody", kind: "VvpDeployment", namespace: "", continue: "" };

describe("refresh", () => {
  it("sweeps at a tick, and gives the lease back", async () => {
    const { world, lease, send } = makePod();
    expect(await send(tick)).toEqual({ status: 204 });
    expect([world.passes.length, lease.asked, lease.holder]).toEqual([3, ["acquire", "release"], undefined]);
  });

  it("leaves a tick out while another sweep has the lease", async () => {
    const { lease, send, lists } = makePod();
    lease.holder = "another";
    expect(await send(tick)).toEqual({ status: 204 });
    expect([lists(), lease.holder]).toEqual([0, "another"]);
  });

  it("hands over with its lease when the budget is spent, and goes on from there", async () => {
    const { world, lease, bus, send } = makePod({ budgetMs: 1_000 });
    const { list } = world.cluster;
    world.cluster.list = async (...query) => {
      const page = await list.apply(world.cluster, query);
      world.clock.skip(600);
      return page;
    };
    await send(tick);
    const [carrier] = bus?.out ?? [];
    expect(carrier?.event).toMatchObject({ type: "dev.weir.sweep", holder: lease.holder, continue: "from-b" });
    expect(lease.asked).toEqual(["acquire"]);
    // Each leg hands over to the next, which has a holder of its own.
    const holders = new Set<string>();
    for (const { event } of bus?.carriers ?? []) {
      holders.add((event as { holder: string }).holder);
      expect(await send("dev.weir.sweep", event)).toEqual({ status: 204 });
    }
    expect([holders.size, lease.asked.slice(1)]).toEqual([2, ["takeOver", "takeOver", "release"]]);
    expect([world.passes.length, lease.holder]).toEqual([3, undefined]);
  });

  it("goes on past its budget where there is no way to hand over", async () => {
    const { world, lease, send } = makePod({ withBus: false, budgetMs: 0 });
    await send(tick);
    expect([world.passes.length, lease.holder]).toEqual([3, undefined]);
  });

  it.each([
    { name: "nobody has the lease", why: "a forged event must not take it", holder: undefined },
    { name: "another has the lease", why: "two sweeps would do everything twice", holder: "another" },
  ])("does not go on with a sweep where $name", async ({ holder }) => {
    const { lease, send, lists } = makePod();
    lease.holder = holder;
    expect(await send("dev.weir.sweep", goesOn)).toEqual({ status: 204 });
    expect([lists(), lease.holder]).toEqual([0, holder]);
  });

  it("gives the lease back when the process drains, so that the next tick is not left out", async () => {
    const { world, lease, bus, draining, send } = makePod();
    draining.abort();
    await send(tick);
    expect([world.passes.length, lease.holder, bus?.carriers]).toEqual([0, undefined, []]);
  });

  it("gives the lease back and asks for the tick again when the API server fails", async () => {
    const { world, lease, send } = makePod();
    world.cluster.list = async () => {
      throw new OperatorError("Unavailable", "the API server does not answer");
    };
    expect((await send(tick)).status).toBe(503);
    expect(lease.holder).toBeUndefined();
  });

  it.each([
    {
      name: "given back",
      why: "the API server went away in the middle of a sweep",
      troubles: [undefined, "lost", "lost"],
    },
    { name: "taken", why: "it was taken, and the answer was lost", troubles: ["answer lost"] },
  ] as const)("takes up a lease of which nobody knows whether it was $name ($why)", async ({ troubles }) => {
    const { world, lease, send, lists } = makePod();
    lease.troubles.push(...troubles);
    expect((await send(tick)).status).toBe(503);
    expect(lease.holder).toBeDefined();
    const before = lists();
    const both = await Promise.all([send(tick), send(tick)]);
    expect(both).toEqual([{ status: 204 }, { status: 204 }]);
    // One of them sweeps, the other finds the lease taken.
    expect([lists() - before > 0, lease.holder, lease.asked.slice(-3)]).toEqual([
      true,
      undefined,
      ["acquire", "acquire", "release"],
    ]);
    expect(world.passes.length).toBeGreaterThan(2);
  });

  it("gives the lease back when the hand-over is lost", async () => {
    const { world, lease, bus, send } = makePod({ budgetMs: 1_000 });
    const { list } = world.cluster;
    world.cluster.list = async (...query) => {
      const page = await list.apply(world.cluster, query);
      world.clock.skip(600);
      return page;
    };
    await send(tick);
    bus?.out[0]?.fail();
    await new Promise((resolve) => setImmediate(resolve));
    expect(lease.holder).toBeUndefined();
  });
});
