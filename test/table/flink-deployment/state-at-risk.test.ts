import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/core/json.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { conditionOf } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

type Options = Readonly<Record<string, string | null>>;

const inMemory = { "state.checkpoints.dir": null } as const;
const unkept = { "execution.checkpointing.externalized-checkpoint-retention": "DELETE_ON_CANCELLATION" } as const;
const noInterval = { "execution.checkpointing.interval": null } as const;
const noSavepoints = { "state.savepoints.dir": null } as const;

/** A job that has run for a while, long enough for a checkpoint or two. */
async function deployed(upgradeMode: string | null, flinkConfiguration: Options, forMs = 60_000) {
  const world = new FlinkWorld();
  world.cluster.create(flinkApplication({ flinkConfiguration, job: { upgradeMode } }));
  await world.follow();
  world.skip(forMs);
  return world;
}

async function edited(world: FlinkWorld, spec: JsonObject): Promise<FlinkWorld> {
  world.cluster.edit("orders", { spec });
  await world.follow();
  return world;
}

const change = { job: { args: ["--env", "prod"] } } as const;

const atRisk = [
  {
    name: "takes no checkpoints, as it was stateless until now",
    before: "stateless",
    edit: { job: { ...change.job, upgradeMode: "last-state" } },
    options: noInterval,
    loss: /takes no checkpoints/,
  },
  {
    name: "was stateless until now, and names no mode any more",
    before: "stateless",
    edit: { job: { ...change.job, upgradeMode: null } },
    options: noInterval,
    loss: /takes no checkpoints/,
  },
  {
    name: "has its checkpoints in the JobManager's memory",
    before: null,
    edit: change,
    options: inMemory,
    loss: /in the memory of the JobManager/,
  },
  {
    name: "loses its checkpoints by a cancel",
    before: "last-state",
    edit: change,
    options: unkept,
    loss: /Flink deletes its checkpoints/,
  },
] as const;

describe("a job of whose state nothing would outlive a stop (issue, 3: only an explicit stateless discards it)", () => {
  it.each(atRisk)("$name: it goes on from a savepoint where one can be taken", async ({ before, edit, options }) => {
    const world = await edited(await deployed(before, options), edit);
    expect(world.kubelet.started).toMatchObject([
      { from: undefined },
      { from: expect.stringMatching(/savepoint/), lost: 0 },
    ]);
  });

  it.each(atRisk)("$name: it runs on where none can, and says why", async ({ before, edit, options, loss }) => {
    const world = await edited(await deployed(before, { ...options, ...noSavepoints }), edit);
    expect(world.kubelet.started).toHaveLength(1);
    const waiting = conditionOf(world, "Waiting");
    expect(waiting).toMatchObject({ status: "True", reason: "StateAtRisk", message: expect.stringMatching(loss) });
    expect(world.find()?.status).toMatchObject({ jobStatus: { state: "RUNNING" } });
  });

  it("goes on once there is a directory for a savepoint, from the savepoint", async () => {
    const world = await edited(await deployed(null, { ...inMemory, ...noSavepoints }), change);
    await edited(world, { flinkConfiguration: { "state.savepoints.dir": "s3://state/savepoints" } });
    expect(world.kubelet.started).toMatchObject([
      { from: undefined },
      { from: expect.stringMatching(/savepoint/), lost: 0 },
    ]);
    expect(conditionOf(world, "Waiting")).toMatchObject({ status: "False" });
  });

  it("goes on from nothing once its user says that there is nothing to lose", async () => {
    const world = await edited(await deployed(null, { ...inMemory, ...noSavepoints }), change);
    await edited(world, { job: { upgradeMode: "stateless" } });
    expect(world.kubelet.started).toMatchObject([{ from: undefined }, { from: undefined }]);
    expect(conditionOf(world, "Waiting")).toMatchObject({ status: "False" });
  });

  it("is not suspended either", async () => {
    const world = await edited(await deployed("last-state", { ...unkept, ...noSavepoints }), {
      job: { state: "suspended" },
    });
    expect(conditionOf(world, "Waiting")).toMatchObject({ status: "True", reason: "StateAtRisk" });
    expect(world.find()?.status).toMatchObject({ jobStatus: { state: "RUNNING" } });
  });
});

describe("checkpoints where nobody sets an interval", () => {
  it.each([
    { mode: null, why: "state is kept where no mode is given" },
    { mode: "savepoint", why: "the guide's SQL job falls back to them" },
    { mode: "stateful", why: "the guide's mode" },
    { mode: "last-state", why: "Apache sets it here alone" },
  ])("are taken with upgradeMode $mode, as $why", async ({ mode }) => {
    const world = await edited(await deployed(mode, { ...noInterval, ...noSavepoints }, 360_000), change);
    expect(world.kubelet.started).toMatchObject([{ from: undefined }, { from: expect.stringMatching(/chk/), lost: 0 }]);
  });
});
