import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { highlyAvailable } from "../../builders/flink-deployment.ts";
import { addJob, deployed, withCluster } from "../../world/flink-scenes.ts";
import type { FlinkWorld } from "../../world/flink-world.ts";

const operator = (key: string, value: string) => ({ flinkConfiguration: { [`kubernetes.operator.${key}`]: value } });
const pathOf = (world: FlinkWorld, name = "orders") =>
  at(world.find(name)?.status, "jobStatus", "upgradeSavepointPath");

/** What a client sees from an edit until nothing moves, each pair once: word of the life cycle, and state of the job. */
async function seen(world: FlinkWorld, name: string, edit: () => void): Promise<string[]> {
  edit();
  const words: string[] = [];
  for (let look = 0; look < 40; look += 1) {
    await (name === "orders" ? world.pass() : world.passJob(name));
    const { status } = world.find(name) ?? {};
    const word = `${at(status, "lifecycleState")} ${at(status, "jobStatus", "state")}`;
    if (word !== words.at(-1)) words.push(word);
    world.skip(500);
  }
  return words;
}

async function atRest(...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  const world = await deployed(highlyAvailable, ...changes);
  world.skip(12_000);
  await world.follow();
  return world;
}

async function edit(world: FlinkWorld, spec: JsonObject): Promise<void> {
  world.cluster.edit("orders", { spec });
  await world.follow();
  world.skip(12_000);
}

const changes = [
  { name: "a restart by nonce", spec: { restartNonce: 7 }, why: "the spec ran before, this deploy did not" },
  { name: "another image", spec: { image: "registry.example.com/orders:2" }, why: "2.4" },
  {
    name: "a start from a path",
    spec: { job: { initialSavepointPath: "s3://known", savepointRedeployNonce: 1 } },
    why: "2.8",
  },
];

describe("the word STABLE (2.4, 2.14, DV-55)", () => {
  it.each(changes)("comes after $name once the job runs: $why", async ({ spec }) => {
    const world = await atRest();
    world.kubelet.storage.set("s3://known", { path: "s3://known", count: 0, isSavepoint: true });
    const words = await seen(world, "orders", () => world.cluster.edit("orders", { spec }));
    expect(words.filter((word) => word.startsWith("STABLE"))).toEqual(["STABLE RUNNING"]);
    expect(words).toContain("DEPLOYED RECONCILING");
  });

  it("comes after a resume once the job runs", async () => {
    const world = await atRest();
    await edit(world, { job: { state: "suspended" } });
    const words = await seen(world, "orders", () =>
      world.cluster.edit("orders", { spec: { job: { state: "running" } } }),
    );
    expect(words.filter((word) => word.startsWith("STABLE"))).toEqual(["STABLE RUNNING"]);
  });

  it("comes after a recovery once the job runs", async () => {
    const world = await atRest();
    const words = await seen(world, "orders", () => world.objects.remove("Deployment", "flink", "orders"));
    expect(words.slice(words.findIndex((word) => word.startsWith("UPGRADING")))).not.toContain("STABLE RECONCILING");
    expect(words.at(-1)).toBe("STABLE RUNNING");
  });

  it("stays while Flink restarts the job by itself: nothing was deployed", async () => {
    const world = await atRest();
    const words = await seen(world, "orders", () => {
      for (const process of world.kubelet.processes(world.clock.now()))
        for (const job of process.jobs.values()) job.state = "RESTARTING";
    });
    expect(words[0]).toBe("STABLE RESTARTING");
  });

  it("comes for a session job once it runs", async () => {
    const world = await addJob(await withCluster());
    world.skip(12_000);
    const words = await seen(world, "daily", () => world.cluster.edit("daily", { spec: { restartNonce: 7 } }));
    // The first is the run before: it goes on while the jar of the next is looked at.
    expect(words.filter((word) => word.startsWith("STABLE"))).toEqual(["STABLE RUNNING", "STABLE RUNNING"]);
    expect(words.indexOf("STABLE RUNNING")).toBe(0);
    expect(words.at(-1)).toBe("STABLE RUNNING");
  });
});

describe("upgradeSavepointPath (1.4)", () => {
  it("is what the last start went by: a savepoint, Flink's own metadata, nothing", async () => {
    const world = await atRest({ job: { upgradeMode: "savepoint" } });
    expect(pathOf(world)).toBeUndefined();
    await edit(world, { restartNonce: 1 });
    expect(pathOf(world)).toEqual(expect.stringContaining("/savepoint-"));
    await edit(world, { restartNonce: 2, job: { upgradeMode: "last-state" } });
    expect(pathOf(world)).toBe("KUBERNETES_OPERATOR_LAST_STATE");
    await edit(world, { restartNonce: 3, job: { upgradeMode: "stateless" } });
    expect(pathOf(world)).toBeUndefined();
  });

  it("of a session job is no savepoint of before once it was started without state", async () => {
    const world = await addJob(await withCluster());
    world.skip(12_000);
    await seen(world, "daily", () => world.cluster.edit("daily", { spec: { restartNonce: 1 } }));
    expect(pathOf(world, "daily")).toEqual(expect.stringContaining("/savepoint-"));
    const stateless = { restartNonce: 2, job: { upgradeMode: "stateless" } };
    await seen(world, "daily", () => world.cluster.edit("daily", { spec: stateless }));
    expect(pathOf(world, "daily")).toBeUndefined();
  });
});

describe("savepointInfo.lastPeriodicSavepointTimestamp (1.4)", () => {
  const last = (world: FlinkWorld) => at(world.find()?.status, "jobStatus", "savepointInfo");

  it("is when the last one was taken by its period, whatever was taken since", async () => {
    const world = await deployed(operator("periodic.savepoint.interval", "5 min"));
    world.skip(300_000);
    await world.follow();
    const { lastPeriodicSavepointTimestamp: taken, lastSavepoint } = last(world) as JsonObject;
    expect([typeof taken, taken]).toEqual(["number", at(lastSavepoint, "timeStamp")]);
    world.skip(1_000);
    await edit(world, { job: { savepointTriggerNonce: 1 } });
    expect(last(world)).toMatchObject({
      lastPeriodicSavepointTimestamp: taken,
      lastSavepoint: { triggerType: "MANUAL" },
    });
  });
});
