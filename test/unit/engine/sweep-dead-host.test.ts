import { expect, it } from "vitest";
import { takeTurns } from "../../../shared/adapters/app-manager/take-turns.ts";
import { repeatReads } from "../../../shared/adapters/repeat-reads.ts";
import { conditionsOf } from "../../../shared/core/kind.ts";
import { vvpDeployment } from "../../builders/vvp-deployment.ts";
import { evenChance } from "../../world/even-chance.ts";
import { type Manner, makeSlowHost } from "../../world/slow-transport.ts";
import { World } from "../../world/world.ts";

const size = 1_000;
const namespaces = 10;

/** Which platform namespace the resources of a list are in: one after the other, or all at once. */
const orders = {
  apart: (index: number) => Math.floor((index * namespaces) / size),
  mixed: (index: number) => index % namespaces,
};

/** A world of 1,000 resources in 10 platform namespaces, whose platform does not answer. */
function makeWorld(manner: Manner, order: keyof typeof orders) {
  const world = new World();
  const host = makeSlowHost(world.clock);
  host.meet(manner);
  const ports = { clock: world.clock, random: evenChance };
  const rate = { perSecond: 50, burst: 100 };
  world.way.through = () => {
    const inTurn = repeatReads(takeTurns(host.transport, { ...ports, rate }), ports);
    return {
      ...inTurn,
      send: (request, signal) => inTurn.send({ ...request, url: `http://vvp${request.url}` }, signal),
    };
  };
  world.boot();
  for (let index = 0; index < size; index += 1) {
    const name = `job-${String(index).padStart(4, "0")}`;
    const metadata = { name, namespace: `space-${orders[order](index)}` };
    world.cluster.create(vvpDeployment("PATCH", { metadata: { name }, spec: { deployment: { metadata } } }));
  }
  return { world, host };
}

/** Sweeps once; gives the seconds that it took in virtual time. */
async function sweep(world: World): Promise<number> {
  const from = world.clock.monotonic();
  let seconds: number | undefined;
  const swept = world.sweep().then((report) => {
    seconds = (world.clock.monotonic() - from) / 1_000;
    expect(report).toMatchObject({ seen: size, failed: 0, passes: 0, next: undefined });
  });
  for (let waited = 0; seconds === undefined && waited < 400; waited += 1) await world.clock.advance(1_000);
  await swept;
  return seconds ?? 0;
}

it.each([
  // Three lists in a row, each with its tries, show that it is down, or those that were out at once; then a probe whenever one is due.
  { manner: "hangs", order: "apart", first: { calls: 4, seconds: 120 } },
  { manner: "hangs", order: "mixed", first: { calls: namespaces + 2, seconds: 120 } },
  { manner: "refuses", order: "apart", first: { calls: 8, seconds: 10 } },
  { manner: "refuses", order: "mixed", first: { calls: namespaces, seconds: 10 } },
] as const)(
  "a sweep over 1,000 resources, namespaces $order, of a platform that $manner ends soon, with few calls (AMB-9)",
  async ({ manner, order, first }) => {
    const { world, host } = makeWorld(manner, order);
    expect(await sweep(world)).toBeLessThanOrEqual(first.seconds);
    expect(host.asked.length).toBeLessThanOrEqual(first.calls);
    const judged = world.cluster.all().map((object) => {
      const found = conditionsOf(object).find(({ type }) => type === "Consistent");
      return `${found?.status} ${found?.reason}`;
    });
    expect([judged.length, new Set(judged)]).toEqual([size, new Set(["Unknown AppManagerUnreachable"])]);

    await world.clock.advance(120_000);
    host.asked.length = 0;
    world.trace.length = 0;
    expect(await sweep(world)).toBeLessThanOrEqual(60);
    expect(host.asked.length).toBeLessThanOrEqual(2);
    // What an outage looks like stays as it was told first.
    expect(world.count().writes).toBe(0);
  },
);
