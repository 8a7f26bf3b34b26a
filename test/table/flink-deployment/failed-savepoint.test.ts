import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { cameUp, conditionOf } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const grace = (value: string) => ({ "kubernetes.operator.savepoint.trigger.grace-period": value });
const ask = (nonce: number | null) => ({ spec: { job: { savepointTriggerNonce: nonce } } });
const directory = (path: string) => ({ spec: { flinkConfiguration: { "state.savepoints.dir": path } } });
const broken = { flinkConfiguration: { "state.savepoints.dir": "broken:/nowhere" } };

const info = (world: FlinkWorld) => at(world.find()?.status, "jobStatus", "savepointInfo");
const savepoints = (world: FlinkWorld) => [...world.kubelet.storage.values()].filter((one) => one.isSavepoint);
const failures = (world: FlinkWorld) => world.events.filter(({ reason }) => reason === "SavepointError");

/** Looks as often as the tick does, each time to the end of what moves. */
async function wait(world: FlinkWorld, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    world.skip(60_000);
    await world.follow("orders", 5);
  }
}

describe("a savepoint of a running job that fails, or takes long (DV-68)", () => {
  it("is followed to its end, however long after the grace period", async () => {
    const world = new FlinkWorld({ durations: { jobStartMs: 1_000, cancelMs: 500, savepointMs: 1_800_000 } });
    world.cluster.create(flinkApplication({ flinkConfiguration: grace("1 min") }));
    await world.follow();
    world.cluster.edit("orders", ask(1));
    await wait(world, 27);
    expect(info(world)).toMatchObject({ triggerType: "MANUAL", savepointHistory: [] });
    await wait(world, 6);
    expect(failures(world)).toEqual([]);
    expect(info(world)).toMatchObject({ lastSavepoint: { location: savepoints(world)[0]?.path, triggerNonce: 1 } });
  });

  it("is asked for again while not all tasks run, and is taken once they do", async () => {
    const world = new FlinkWorld({ behaviour: () => ({ tasksAfterMs: 60_000 }) });
    world.cluster.create(flinkApplication());
    await world.follow();
    world.cluster.edit("orders", ask(1));
    await world.follow("orders", 150);
    expect(savepoints(world)).toHaveLength(1);
    expect(info(world)).toMatchObject({ lastSavepoint: { triggerNonce: 1 } });
    expect(failures(world).length).toBeGreaterThan(1);
    expect(failures(world)[0]?.message).toMatch(/It is asked for again in 10 s\.$/);
  });

  it("is consumed after the grace period, and the job was STABLE all the while", async () => {
    const world = await cameUp({ flinkConfiguration: { ...broken.flinkConfiguration, ...grace("1 min") } });
    world.cluster.edit("orders", ask(1));
    await world.follow("orders", 5);
    expect(conditionOf(world, "Ready")).toMatchObject({ status: "True" });
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
    await world.follow("orders", 150);
    const tries = failures(world);
    expect(tries.length).toBeGreaterThan(2);
    expect(tries.length).toBeLessThan(6);
    expect(tries.at(-1)?.message).not.toMatch(/again/);
    await wait(world, 10);
    expect(failures(world)).toEqual(tries);
  });

  it.each<{ name: string; why: string; next: JsonObject; expected: unknown }>([
    { name: "a nonce that is taken back", why: "nobody wants it any more", next: ask(null), expected: [] },
    { name: "another nonce", why: "one savepoint is as good for both", next: ask(2), expected: [{ triggerNonce: 2 }] },
    {
      name: "another change",
      why: "it is still owed once the job runs again",
      next: {},
      expected: [{ triggerNonce: 1 }],
    },
  ])("$name: $why", async ({ next, expected }) => {
    const world = await cameUp({ ...broken, job: { upgradeMode: "last-state" } });
    world.cluster.edit("orders", ask(1));
    await world.follow("orders", 5);
    expect(failures(world)).toHaveLength(1);
    world.cluster.edit("orders", next);
    world.cluster.edit("orders", directory("s3://state/savepoints"));
    await world.follow("orders", 200);
    const listed = at(info(world), "savepointHistory");
    expect(listed).toMatchObject(expected as JsonObject[]);
    expect(listed).toHaveLength((expected as JsonObject[]).length);
  });

  it("is asked for again for a period, whose next one counts from its end", async () => {
    const period = { "kubernetes.operator.periodic.savepoint.interval": "30 min" };
    const world = new FlinkWorld({ behaviour: () => ({ tasksAfterMs: 35 * 60_000 }) });
    world.cluster.create(flinkApplication({ flinkConfiguration: period }));
    await world.follow();
    await wait(world, 42);
    expect(at(info(world), "lastSavepoint", "triggerType")).toBe("PERIODIC");
    expect(failures(world).length).toBeGreaterThan(1);
    await wait(world, 15);
    expect(savepoints(world)).toHaveLength(1);
  });
});
