import { describe, expect, it } from "vitest";
import { makeRefreshHandler } from "../../../functions/refresh/handle.ts";
import { readCursor } from "../../../shared/core/cursor.ts";
import { Follower } from "../../../shared/engine/follow.ts";
import { makeMetrics } from "../../../shared/runtime/metrics.ts";
import { vvpDeployment, wanted } from "../../builders/vvp-deployment.ts";
import { evenChance } from "../../world/even-chance.ts";
import { FakeBus } from "../../world/fake-bus.ts";
import { MemoryMirror } from "../../world/memory-mirror.ts";
import { World } from "../../world/world.ts";
import { FakeLease } from "./fake-lease.ts";

const tick = "dev.knative.sources.ping";
const pageMs = 600;

/** A world of three running deployments, read a page each, and a pod of refresh whose budget is two pages. */
async function startWorld() {
  const world = new World();
  const mirror = new MemoryMirror();
  for (const name of ["a", "b", "c"]) {
    const spec = { deployment: { metadata: { name }, spec: { state: "RUNNING" } } };
    world.cluster.create(vvpDeployment("PATCH", { metadata: { name }, spec }));
    await world.pass(name);
  }
  // Later than the overlap something happens again, so that the end of a sweep has something to pass.
  world.clock.skip(900_000);
  world.cluster.edit("a", wanted("CANCELLED"));
  await world.pass("a");
  world.clock.skip(20_000);
  const { list } = world.cluster;
  world.cluster.list = async (...query) => {
    const page = await list.apply(world.cluster, query);
    world.clock.skip(pageMs);
    return page;
  };
  world.trace.length = 0;
  const lease = new FakeLease();
  return { world, mirror, lease };
}

function makePod({ world, mirror, lease }: Awaited<ReturnType<typeof startWorld>>) {
  const bus = new FakeBus();
  const { engine } = world;
  const look = (key: { name: string }) => world.pass(key.name);
  const follower = new Follower({ bus: undefined, look, clock: world.clock, random: evenChance, log: world.log });
  const parts = { engine, follower, bus, look, metrics: makeMetrics(), lease, pageSize: 1, concurrency: 1 };
  const draining = new AbortController().signal;
  const mirroring = { recorder: mirror, bookmarks: mirror };
  const handler = makeRefreshHandler({ ...parts, budgetMs: 2.5 * pageMs, draining, mirror: mirroring });
  const send = (type: string, data?: object) => {
    const body = data === undefined ? "" : JSON.stringify(data);
    const headers = { "ce-specversion": "1.0", "ce-id": "1", "ce-source": "/test", "ce-type": type };
    const all = data === undefined ? headers : { ...headers, "content-type": "application/json" };
    const signal = new AbortController().signal;
    return handler({ headers: Object.entries(all), read: async () => ({ text: body }), signal });
  };
  return { bus, send };
}

const eventLists = ({ trace }: World) =>
  trace.filter((call) => call.to === "platform" && call.path.endsWith("/events"));
const passed = ({ bookmarks }: MemoryMirror) => readCursor([...bookmarks.values()][0]?.text ?? "")?.passed;
const shownOf = ({ created }: MemoryMirror) => [...new Set(created.map(({ involvedObject }) => involvedObject.name))];

/** The first leg of a sweep, and who goes on with it. */
async function handOver(toItself: boolean) {
  const setting = await startWorld();
  const first = makePod(setting);
  const next = toItself ? first : makePod(setting);
  await first.send(tick);
  const { world, mirror } = setting;
  const after = { shown: shownOf(mirror), passed: passed(mirror) };
  expect(await next.send("dev.weir.sweep", first.bus.out[0]?.event)).toEqual({ status: 204 });
  return { first: after, end: { shown: shownOf(mirror), passed: passed(mirror) }, lists: eventLists(world).length };
}

describe("a sweep that is handed over", () => {
  it("mirrors with one list to its end, and moves the cursor then, where the same pod goes on", async () => {
    const { first, end, lists } = await handOver(true);
    expect([first.shown, end.shown, lists]).toEqual([["a", "b"], ["a", "b", "c"], 1]);
    expect((first.passed ?? "") < (end.passed ?? "")).toBe(true);
  });

  it("leaves the cursor where it is when another pod goes on, which does not know what the first one owes", async () => {
    const { first, end, lists } = await handOver(false);
    expect([first.shown, end.shown, lists]).toEqual([["a", "b"], ["a", "b", "c"], 2]);
    expect([end.passed, typeof end.passed]).toEqual([first.passed, "string"]);
  });
});
