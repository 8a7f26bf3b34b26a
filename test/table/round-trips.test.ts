import { describe, expect, it } from "vitest";
import { isEcho } from "../../shared/core/input.ts";
import { deploymentSpec, example } from "../builders/vvp-deployment.ts";
import { settledWorld, subject } from "../world/scenario.ts";
import { World } from "../world/world.ts";

/** Calls to the API server / calls to the platform / writes among the former; Secret reads are counted apart. */
interface Row {
  readonly name: string;
  readonly why: string;
  readonly world: () => Promise<World>;
  readonly act: (world: World) => void;
  readonly trips: readonly [api: number, platform: number, writes: number];
  readonly secrets: number;
  /** Whether the event of each of its own writes is an echo, which costs nothing at all. */
  readonly echoes: readonly boolean[];
}

const parallel = deploymentSpec({ template: { spec: { parallelism: 4 } } });
const settled = () => settledWorld("PATCH");

const lostRaces = (verb: "patch" | "patch status", races: number) =>
  Array.from({ length: races }, () => ({ verb, code: "Conflict" as const }));

async function updated(): Promise<World> {
  const world = await settled();
  world.cluster.edit(subject, parallel);
  await world.pass(subject);
  return world;
}

const rows: readonly Row[] = [
  {
    name: "create",
    why: "look, intent, creation, record, status, announcement; the intent's own event is no echo: a crash may follow it",
    world: async () => new World(),
    act: (world) => void world.cluster.create(example("PATCH")),
    trips: [4, 3, 3],
    secrets: 1,
    echoes: [false, true, true],
  },
  {
    name: "create in PUT mode",
    why: "the mode makes no difference",
    world: async () => new World(),
    act: (world) => void world.cluster.create(example("PUT")),
    trips: [4, 3, 3],
    secrets: 1,
    echoes: [false, true, true],
  },
  {
    name: "no-op",
    why: "one look at each side",
    world: settled,
    act: () => {},
    trips: [1, 1, 0],
    secrets: 0,
    echoes: [],
  },
  {
    name: "update",
    why: "two looks, the update, record, status, announcement",
    world: settled,
    act: (world) => world.cluster.edit(subject, parallel),
    trips: [3, 3, 2],
    secrets: 0,
    echoes: [true, true],
  },
  {
    name: "update in PUT mode",
    why: "one write more, ahead of the PUT: it may outlive its sender (S8), and must not follow an old read (S2); its event is an echo",
    world: () => settledWorld("PUT"),
    act: (world) => world.cluster.edit(subject, parallel),
    trips: [4, 3, 3],
    secrets: 0,
    echoes: [true, true, true],
  },
  {
    name: "the look after an update",
    why: "ConfigUpdated becomes SpecUnchanged",
    world: updated,
    act: () => {},
    trips: [2, 1, 1],
    secrets: 0,
    echoes: [true],
  },
  {
    name: "delete",
    why: "two looks, the DELETE, the finalizer; the last event tells of an object that is gone",
    world: settled,
    act: (world) => world.cluster.remove(subject),
    trips: [2, 2, 1],
    secrets: 0,
    echoes: [false],
  },
  {
    name: "delete what is gone already",
    why: "no DELETE for what the platform says is not there, and whose list says that it is AppManager who says so",
    world: settled,
    act: (world) => {
      world.admin.deleteDeployment("default", subject);
      world.cluster.remove(subject);
    },
    trips: [2, 3, 1],
    secrets: 0,
    echoes: [false],
  },
  {
    name: "no-op after a minute",
    why: "the Secret is read once a minute",
    world: settled,
    act: (world) => world.clock.skip(60_000),
    trips: [1, 1, 0],
    secrets: 1,
    echoes: [],
  },
];

describe("round trips", () => {
  it.each(rows)("$name: $trips ($why)", async ({ world: make, act, trips, secrets, echoes }) => {
    const world = await make();
    act(world);
    const before = world.cluster.changes.length;
    world.trace.length = 0;
    await world.pass(subject);
    const { api, platform, writes, secrets: read } = world.count();
    expect([api, platform, writes]).toEqual(trips);
    expect(read).toBe(secrets);
    const own = world.cluster.changes.slice(before);
    expect(own.map(({ object }) => isEcho(object, world.kind.inputs))).toEqual(echoes);
  });

  it("an echo costs nothing, and the user's edit right after it does not count as one", async () => {
    const world = await updated();
    const echo = world.cluster.changes.at(-1);
    world.trace.length = 0;
    if (echo !== undefined) await world.deliver(echo);
    expect(world.trace).toEqual([]);
    world.cluster.edit(subject, deploymentSpec({ template: { spec: { parallelism: 8 } } }));
    const edit = world.cluster.changes.at(-1);
    if (edit !== undefined) await world.deliver(edit);
    expect(world.count()).toEqual({ api: 3, platform: 3, writes: 2, secrets: 0 });
  });

  it("a lost race costs one more round, no write is made twice, and one event tells of it", async () => {
    const world = await settled();
    world.cluster.edit(subject, parallel);
    world.cluster.faults = [{ verb: "patch", code: "Conflict" }];
    world.trace.length = 0;
    const { end } = await world.pass(subject);
    expect(end).toBe("settled");
    expect(world.count()).toEqual({ api: 5, platform: 5, writes: 3, secrets: 0 });
  });

  it("two lost races are left to a later look where nothing was sent", async () => {
    const world = await updated();
    world.cluster.faults = lostRaces("patch status", 2);
    world.trace.length = 0;
    expect((await world.pass(subject)).end).toBe("moving");
    expect(world.count()).toEqual({ api: 4, platform: 2, writes: 2, secrets: 0 });
  });

  it.each([
    { races: 4, end: "settled", trips: [11, 11, 6], why: "no later look would know of the update" },
    { races: 5, end: "moving", trips: [10, 10, 5], why: "no pass goes on for ever" },
  ])("$races lost races of an update that is on no record: $end, $trips ($why)", async ({ races, end, trips }) => {
    const world = await settled();
    world.cluster.edit(subject, parallel);
    world.cluster.faults = lostRaces("patch", races);
    world.trace.length = 0;
    expect((await world.pass(subject)).end).toBe(end);
    const { api, platform, writes } = world.count();
    expect([api, platform, writes]).toEqual(trips);
  });
});
