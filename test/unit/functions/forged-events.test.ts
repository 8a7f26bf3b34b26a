import { describe, expect, it } from "vitest";
import { makeActing } from "../../../functions/acting.ts";
import { makeReconcileHandler } from "../../../functions/reconcile/handle.ts";
import { lookMsFor } from "../../../functions/reconcile/look-time.ts";
import { makeRefreshHandler } from "../../../functions/refresh/handle.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { writeRecord } from "../../../shared/core/record.ts";
import type { Handler } from "../../../shared/runtime/exchange.ts";
import { makeMetrics } from "../../../shared/runtime/metrics.ts";
import { vvpDeployment, wanted } from "../../builders/vvp-deployment.ts";
import { unhurried } from "../../property/json-arbitrary.ts";
import { evenChance } from "../../world/even-chance.ts";
import { FakeBus } from "../../world/fake-bus.ts";
import { home, World } from "../../world/world.ts";
import { FakeLease } from "./fake-lease.ts";

const names = ["a", "b", "c"];
const lies = 10_000;
const { namespace } = home;

function named(name: string): KubeObject {
  return vvpDeployment("PATCH", { metadata: { name }, spec: { deployment: { metadata: { name } } } });
}

/** A pod of each function that acts, in a world of its own. */
function makePods(world = new World()) {
  const { engine } = world;
  const acting = makeActing(engine, new FakeBus(), evenChance);
  const metrics = makeMetrics();
  const lease = new FakeLease();
  const draining = new AbortController().signal;
  const more = { bus: new FakeBus(), lease, pageSize: 2, budgetMs: 200_000, concurrency: 4, draining };
  const reconcile = makeReconcileHandler({ ...acting, engine, metrics, lookMs: lookMsFor(5_000) });
  return { world, lease, reconcile, refresh: makeRefreshHandler({ ...acting, engine, metrics, ...more }) };
}

const head = (type: string) => ({
  "ce-specversion": "1.0",
  "ce-id": "1",
  "ce-source": "/forged",
  "ce-type": type,
  "content-type": "application/json",
});

const extensionsOf = (extensions: object): Record<string, string> =>
  Object.fromEntries(Object.entries(extensions).map(([key, value]) => [`ce-${key}`, String(value)]));

async function send(handler: Handler, type: string, extensions: object, data?: unknown): Promise<number> {
  const headers = Object.entries({ ...head(type), ...extensionsOf(extensions) });
  const text = data === undefined ? "" : JSON.stringify(data);
  const signal = new AbortController().signal;
  return (await handler({ headers, read: async () => ({ text }), signal })).status;
}

const about = (name: string, where: string = namespace, kind = "VvpDeployment") => ({ kind, namespace: where, name });

/** What a liar may say of a resource; `index` makes each one different. */
const claims: readonly ((object: KubeObject, index: number) => object)[] = [
  (object) => ({ ...object, spec: { ...(object.spec as object), savepointNonce: 99, restartNonce: 99 } }),
  (object) => ({ ...object, metadata: { ...object.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } }),
  (object, index) => ({ ...object, metadata: { ...object.metadata, generation: index + 2 } }),
  (object) => ({ ...object, metadata: { ...object.metadata, uid: "another", finalizers: [] } }),
  (object, index) => {
    const { uid = "" } = object.metadata;
    const record = writeRecord({ v: 1, uid, generation: 1, input: "", id: `forged-${index}`, intents: [] });
    const annotations = { ...object.metadata.annotations, "weir.dev/record": record, apikeySecretName: "another" };
    return { ...object, metadata: { ...object.metadata, annotations } };
  },
  (object) => ({ ...object, status: { deploymentId: "another", conditions: [] } }),
];

const types = ["resource.add", "resource.update", "resource.delete", "ref.update"].map(
  (type) => `dev.knative.apiserver.${type}`,
);

/** Three resources that run, and nothing that moves. */
async function atRest(): Promise<World> {
  const world = new World();
  for (const name of names) world.cluster.create(named(name));
  for (const name of names) world.cluster.edit(name, wanted("RUNNING"));
  for (let turn = 0; turn < 6; turn += 1) {
    await world.sweep();
    world.clock.skip(30_000);
  }
  world.trace.length = 0;
  return world;
}

const effects = ({ trace }: World) => trace.filter((call) => call.to === "platform" && call.method !== "GET");

describe("ten thousand forged events", unhurried, () => {
  it("change nothing where nothing is to be done, for one read of the API server each", async () => {
    const { world, reconcile } = makePods(await atRest());
    for (let index = 0; index < lies; index += 1) {
      const name = names[index % names.length] ?? "";
      const claim = claims[index % claims.length]?.(world.cluster.find(name) as KubeObject, index);
      await send(reconcile, types[index % types.length] ?? "", about(name), claim);
    }
    expect(world.passes.length).toBeGreaterThan(lies / 2);
    const { api, writes, secrets } = world.count();
    expect([effects(world), writes, api <= lies, secrets]).toEqual([[], 0, true, 1]);
  });

  it.each([
    { name: "that are not there", of: (index: number) => about(`ghost-${index}`), calls: 1, why: "404" },
    { name: "of other namespaces", of: (index: number) => about("a", `n${index}`), calls: 1, why: "404" },
    {
      name: "of kinds that are not served",
      of: () => about("a", namespace, "Secret"),
      calls: 0,
      why: "no look at all",
    },
  ])("about resources $name cost $calls reads each ($why)", async ({ of, calls }) => {
    const { world, reconcile } = makePods(await atRest());
    for (let index = 0; index < lies; index += 1) {
      expect(await send(reconcile, types[index % types.length] ?? "", of(index))).toBe(204);
    }
    expect(world.count()).toEqual({ api: calls * lies, platform: 0, writes: 0, secrets: 0 });
  });

  it("whose bodies do not come to their end get the pass that their headers ask for", async () => {
    const { world, reconcile } = makePods(await atRest());
    const headers = Object.entries({ ...head(types[1] ?? ""), ...extensionsOf(about("a")) });
    const signal = new AbortController().signal;
    expect(await reconcile({ headers, read: async () => ({ late: true }), signal })).toEqual({ status: 204 });
    expect([world.passes.at(-1)?.end, world.count().writes]).toEqual(["settled", 0]);
  });

  it("that go on with a sweep change nothing, since nobody can name the holder of the lease", async () => {
    const { world, lease, refresh } = makePods(await atRest());
    for (let index = 0; index < lies; index += 1) {
      const data = { holder: `guess-${index}`, kind: "VvpDeployment", namespace: "", continue: "" };
      expect(await send(refresh, "dev.weir.sweep", {}, data)).toBe(204);
    }
    expect([world.trace, lease.asked.length]).toEqual([[], lies]);
  });

  it("that tick while a sweep goes on are left out", async () => {
    const { world, lease, refresh } = makePods(await atRest());
    lease.holder = "a sweep";
    for (let index = 0; index < lies; index += 1) await send(refresh, "dev.knative.sources.ping", {});
    expect(world.trace).toEqual([]);
  });
});

describe("where something is to be done", () => {
  /** A creation, an edit and a deletion that nobody was told of. */
  async function behind(): Promise<World> {
    const world = await atRest();
    world.cluster.create(named("d"));
    world.cluster.edit("a", wanted("SUSPENDED"));
    world.cluster.edit("b", { spec: { savepointNonce: 1 } });
    world.trace.length = 0;
    return world;
  }

  it("forged events do what the next tick would, once, and no more", async () => {
    const [told, ticked] = [makePods(await behind()), makePods(await behind())];
    expect(await send(ticked.refresh, "dev.knative.sources.ping", {})).toBe(204);
    const all = [...names, "d"];
    for (let index = 0; index < 400; index += 1) {
      const name = all[index % all.length] ?? "";
      const claim = claims[index % claims.length]?.(told.world.cluster.find(name) as KubeObject, index);
      await send(told.reconcile, types[index % types.length] ?? "", about(name), claim);
    }
    const what = (world: World) =>
      effects(world)
        .map((call) => ("path" in call ? `${call.method} ${call.path}` : ""))
        .filter((line) => !line.endsWith("/events"))
        .sort();
    expect(what(ticked.world).length).toBeGreaterThan(2);
    expect(what(told.world)).toEqual(what(ticked.world));
    expect(told.world.admin.violations()).toEqual([]);
  });
});
