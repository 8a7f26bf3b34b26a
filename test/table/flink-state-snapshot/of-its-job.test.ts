import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { flinkDeployment } from "../../../shared/kinds/flink-deployment/kind.ts";
import { flinkSessionJob } from "../../../shared/kinds/flink-session-job/kind.ts";
import { flinkStateSnapshot } from "../../../shared/kinds/flink-state-snapshot/kind.ts";
import { flinkApplication, flinkSession, highlyAvailable } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import { asCheckpoint, flinkSnapshot } from "../../builders/flink-state-snapshot.ts";
import { kill, removeMetadata } from "../../simulation/flink/acts.ts";
import { conditionOf } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const name = "before-sale";
const ofSessionJob = { jobReference: { kind: "FlinkSessionJob", name: "daily" } };

/** A world that notes what snapshots are asked for, and where. */
function listening(): { readonly world: FlinkWorld; readonly asked: { url: string; body: JsonObject }[] } {
  const world = new FlinkWorld({}, {}, [flinkDeployment, flinkSessionJob, flinkStateSnapshot]);
  const asked: { url: string; body: JsonObject }[] = [];
  world.way = ({ url, method, body }, when) => {
    if (when === "before" && method === "POST" && /[/](savepoints|checkpoints)$/.test(url))
      asked.push({ url, body: JSON.parse(String(body)) });
    return undefined;
  };
  return { world, asked };
}

async function withJob(world: FlinkWorld, flinkConfiguration: JsonObject, cluster: JsonObject = {}): Promise<void> {
  world.artifacts.files.set("https://repo.example.com/daily.jar", "com.example.Daily\n");
  world.cluster.create(flinkSession(cluster));
  await world.follow();
  world.cluster.create(sessionJob({ flinkConfiguration }));
  await world.follow("daily");
}

async function snapshot(world: FlinkWorld, ...changes: readonly JsonObject[]): Promise<void> {
  world.cluster.create(flinkSnapshot(...changes));
  await world.follow(name);
  expect(world.find(name)?.status).toMatchObject({ state: "COMPLETED" });
}

describe("a snapshot of a session job (1.6)", () => {
  const own = "s3://own/savepoints";

  it.each([
    { savepoint: {}, to: own, why: "the job's options stand over its cluster's" },
    { savepoint: { path: "s3://here" }, to: "s3://here", why: "the snapshot names its own" },
  ])("with $savepoint goes to $to: $why", async ({ savepoint, to }) => {
    const { world, asked } = listening();
    await withJob(world, { "state.savepoints.dir": own });
    await snapshot(world, ofSessionJob, { savepoint });
    expect(asked.map(({ body }) => at(body, "target-directory"))).toEqual([to]);
  });

  it("is a checkpoint of the type that the job says", async () => {
    const { world, asked } = listening();
    await withJob(world, { "kubernetes.operator.checkpoint.type": "INCREMENTAL" });
    await snapshot(world, ofSessionJob, asCheckpoint);
    expect(asked.map(({ body }) => at(body, "checkpointType"))).toEqual(["INCREMENTAL"]);
  });
});

describe("a snapshot of a session job that its cluster has lost", () => {
  it.each([
    { ha: false, state: "ABANDONED", why: "a cluster that keeps nothing never knows it again" },
    { ha: true, state: "TRIGGER_PENDING", why: "high availability may bring the job back" },
  ])("is $state with high availability $ha: $why", async ({ ha, state }) => {
    const { world, asked } = listening();
    await withJob(world, {}, ha ? highlyAvailable : {});
    removeMetadata(world);
    kill(world);
    world.skip(15_000);
    await world.follow();
    world.cluster.create(flinkSnapshot(ofSessionJob));
    await world.follow(name);
    expect(world.find(name)?.status).toMatchObject({ state });
    expect(asked).toEqual([]);
  });
});

describe("a snapshot of a job whose spec has changed, and is not deployed yet", () => {
  it("is asked for where the job answers now", async () => {
    const { world, asked } = listening();
    world.cluster.create(flinkApplication());
    await world.follow();
    world.cluster.edit("orders", { spec: { flinkConfiguration: { "rest.port": "9999" } } });
    await snapshot(world);
    expect(asked.map(({ url }) => new URL(url).port)).toEqual(["8081"]);
  });
});

describe("a snapshot of a job that does not run yet (8.1/39, DV-57)", () => {
  it("waits, and is taken once the job runs", async () => {
    const { world, asked } = listening();
    world.cluster.create(flinkApplication());
    await world.pass();
    world.cluster.create(flinkSnapshot());
    await world.pass(name);
    expect(world.find(name)?.status).toMatchObject({ state: "TRIGGER_PENDING" });
    expect([asked, conditionOf(world, "Waiting", name)]).toMatchObject([[], { reason: "JobNotReady" }]);
    await world.follow();
    await world.follow(name);
    expect(world.find(name)?.status).toMatchObject({ state: "COMPLETED" });
  });
});
