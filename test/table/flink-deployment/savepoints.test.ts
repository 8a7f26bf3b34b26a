import { describe, expect, it } from "vitest";
import { at } from "../../../shared/core/json.ts";
import { cameUp } from "../../world/flink-scenes.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

const info = (world: FlinkWorld) => at(world.find()?.status, "jobStatus", "savepointInfo");
const savepoints = (world: FlinkWorld) => [...world.kubelet.storage.values()].filter((one) => one.isSavepoint);
const ask = (nonce: number | null) => ({ spec: { job: { savepointTriggerNonce: nonce } } });

describe("savepoints of a running job (8.1/37, 38)", () => {
  it("a nonce takes one; the same again and null take none; another takes another", async () => {
    const world = await cameUp();
    world.cluster.edit("orders", ask(1));
    await world.follow();
    expect(savepoints(world)).toHaveLength(1);
    const [first] = savepoints(world);
    expect(info(world)).toMatchObject({
      lastSavepoint: { location: first?.path, triggerType: "MANUAL", triggerNonce: 1, formatType: "NATIVE" },
      savepointHistory: [{ location: first?.path }],
    });
    expect(info(world)).not.toHaveProperty("triggerId");
    world.cluster.edit("orders", ask(null));
    await world.follow();
    world.cluster.edit("orders", ask(1));
    await world.follow();
    expect(savepoints(world)).toHaveLength(1);
    world.cluster.edit("orders", ask(2));
    await world.follow();
    expect(savepoints(world)).toHaveLength(2);
    expect(at(info(world), "savepointHistory")).toHaveLength(2);
    expect(world.kubelet.started).toHaveLength(1);
  });

  it("one that is there from the beginning asks for nothing", async () => {
    const world = await cameUp({ job: { savepointTriggerNonce: 5 } });
    expect(savepoints(world)).toEqual([]);
  });

  it("one that comes with an upgrade is taken once the job runs again (2.14)", async () => {
    const world = await cameUp();
    world.cluster.edit("orders", { spec: { image: "registry.example.com/orders:2", ...ask(7).spec } });
    await world.follow();
    const taken = at(info(world), "savepointHistory");
    expect(taken).toMatchObject([{ triggerType: "UPGRADE" }, { triggerType: "MANUAL", triggerNonce: 7 }]);
  });

  it("one that fails is told, and does the job no harm", async () => {
    const world = await cameUp({ flinkConfiguration: { "state.savepoints.dir": "broken:/nowhere" } });
    world.cluster.edit("orders", ask(1));
    await world.follow("orders", 5);
    expect(savepoints(world)).toEqual([]);
    expect(world.events.map(({ reason }) => reason)).toContain("SavepointError");
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
    expect(info(world)).toEqual({ savepointHistory: [] });
  });

  it("what another operator left in the status as being taken is not: its savepoints stay, and nothing else", async () => {
    const world = await cameUp();
    const lastSavepoint = { location: "s3://older/1", timeStamp: 1, triggerType: "MANUAL", formatType: "CANONICAL" };
    const past = { lastSavepoint, savepointHistory: [lastSavepoint], lastPeriodicSavepointTimestamp: 1 };
    const pending = { triggerId: "a".repeat(32), triggerTimestamp: 2, triggerType: "PERIODIC", formatType: "NATIVE" };
    world.cluster.edit("orders", { status: { jobStatus: { savepointInfo: { ...past, ...pending } } } });
    await world.follow();
    expect(info(world)).toEqual(past);
    world.cluster.edit("orders", ask(1));
    await world.pass();
    expect(info(world)).toMatchObject({ ...past, triggerType: "MANUAL" });
  });

  it("a period takes them while the job runs, and none while it is suspended", async () => {
    const world = await cameUp({ flinkConfiguration: { "kubernetes.operator.periodic.savepoint.interval": "60s" } });
    for (let minute = 0; minute < 3; minute += 1) {
      world.skip(61_000);
      await world.follow();
    }
    expect(savepoints(world)).toHaveLength(3);
    expect(at(info(world), "lastSavepoint", "triggerType")).toBe("PERIODIC");
    world.cluster.edit("orders", { spec: { job: { state: "suspended" } } });
    await world.follow();
    world.skip(200_000);
    await world.follow();
    expect(savepoints(world)).toHaveLength(4);
  });

  it("the status keeps as many as the options say", async () => {
    const world = await cameUp({ flinkConfiguration: { "kubernetes.operator.savepoint.history.max.count": "2" } });
    for (const nonce of [1, 2, 3]) {
      world.cluster.edit("orders", ask(nonce));
      await world.follow();
    }
    expect(at(info(world), "savepointHistory")).toMatchObject([{ triggerNonce: 2 }, { triggerNonce: 3 }]);
  });
});

describe("how many the status lists", () => {
  const history = (world: FlinkWorld) => at(info(world), "savepointHistory");
  const older = Array.from({ length: 120 }, (_, index) => ({ timeStamp: index, location: `s3://older/${index}` }));
  const limits = { "max.count": "1000000", "max.age": "36500 d" };
  const generous = Object.fromEntries(
    Object.entries(limits).map(([key, value]) => [`kubernetes.operator.savepoint.history.${key}`, value]),
  );

  it.each([
    {
      name: "as many as the options say, with the clean-up off",
      why: "DV-28: that is about resources and files, and Apache's history ends by its options all the same",
      options: {
        "kubernetes.operator.savepoint.cleanup.enabled": "false",
        "kubernetes.operator.savepoint.history.max.count": "2",
      },
      before: [],
      expected: 2,
    },
    {
      name: "a hundred, however many the options say",
      why: "they are part of an object, which has a greatest size",
      options: generous,
      before: older,
      expected: 100,
    },
  ])("$name: $why", async ({ options, before, expected }) => {
    const world = await cameUp({ flinkConfiguration: options });
    const savepointInfo = { savepointHistory: before };
    world.cluster.edit("orders", { status: { jobStatus: { savepointInfo } } });
    for (const nonce of [1, 2, 3]) {
      world.cluster.edit("orders", ask(nonce));
      await world.follow();
    }
    expect(history(world)).toHaveLength(expected);
    expect(at(info(world), "lastSavepoint", "triggerNonce")).toBe(3);
    expect(savepoints(world)).toHaveLength(3);
  });
});

describe("savepoints by a Quartz cron (2.8)", () => {
  it("takes one at each of its times, none before the first, and none for those that it slept through but the last", async () => {
    const every = { flinkConfiguration: { "kubernetes.operator.periodic.savepoint.interval": "0 0 * * * ?" } };
    const world = await cameUp(every);
    const hour = 3_600_000;
    const toNextHour = hour - (world.clock.now() % hour);
    world.skip(toNextHour - 30_000);
    await world.follow();
    expect(savepoints(world)).toEqual([]);
    world.skip(31_000);
    await world.follow();
    expect(savepoints(world)).toHaveLength(1);
    world.skip(60_000);
    await world.follow();
    expect(savepoints(world)).toHaveLength(1);
    world.skip(3 * hour);
    await world.follow();
    expect(savepoints(world)).toHaveLength(2);
  });
});
