import { describe, expect, it } from "vitest";
import { jar, start } from "./start.ts";

const jobId = "000000000000000000000000000000a1";
const otherId = "000000000000000000000000000000a2";
const [first, second] = ["00000000000000000000000000000051", "00000000000000000000000000000052"];
const savepoint = (triggerId: string) => ({ triggerId, targetDirectory: undefined, formatType: "CANONICAL" }) as const;

/** A cluster with one job that runs, started as a session job is. */
async function withJob(version = "1.20.5") {
  const world = await start({ version });
  const { flink, endpoint, wait } = world;
  const jarId = await flink.uploadJar(endpoint, { fileName: "orders.jar", content: jar("Orders") });
  const flinkVersion = version;
  const run = (id: string, savepointPath?: string) =>
    flink.runJar(endpoint, jarId, {
      ...{ flinkVersion, jobId: id, programArgs: ["--arrivals", "100", "--work", "50"], parallelism: 2 },
      ...(savepointPath !== undefined && { savepointPath }),
    });
  expect(await run(jobId)).toBe("STARTED");
  wait(2_500);
  const stored = () => world.site.cluster.storage.filter(({ isSavepoint }) => isSavepoint);
  return { ...world, jarId, run, stored };
}

describe.each(["1.20.5", "2.2.1"])("the adapter that ships, against simulated Flink %s", (version) => {
  it("uploads a jar, runs it under an id of its choice once, and deletes it", async () => {
    const { flink, endpoint, jarId, run } = await withJob(version);
    expect(await flink.jars(endpoint)).toMatchObject([{ id: jarId, name: "orders.jar" }]);
    expect(await run(jobId), "a repeat makes no second one").toBe("EXISTED");
    expect(await flink.overview(endpoint)).toMatchObject([{ jobId, state: "RUNNING" }]);
    expect((await flink.config(endpoint)).flinkVersion).toBe(version);
    await flink.deleteJar(endpoint, jarId);
    await flink.deleteJar(endpoint, jarId);
    expect(await flink.jars(endpoint)).toEqual([]);
  });

  it("takes one savepoint for one trigger id, however often it is sent", async () => {
    const { flink, endpoint, wait, stored } = await withJob(version);
    await flink.savepoint(endpoint, jobId, savepoint(first));
    await flink.savepoint(endpoint, jobId, savepoint(first));
    expect(await flink.savepointStatus(endpoint, jobId, first)).toMatchObject({ status: "IN_PROGRESS" });
    wait(1_500);
    expect(await flink.savepointStatus(endpoint, jobId, first)).toMatchObject({ status: "COMPLETED" });
    await flink.savepoint(endpoint, jobId, savepoint(first));
    wait(1_500);
    await flink.overview(endpoint);
    expect(stored()).toHaveLength(1);
  });

  it("finds a savepoint in the checkpoints once Flink has forgotten the trigger", async () => {
    const { flink, endpoint, wait, stored } = await withJob(version);
    await flink.savepoint(endpoint, jobId, savepoint(first));
    wait(1_500);
    expect(await flink.savepointStatus(endpoint, jobId, first)).toBeDefined();
    wait(300_001);
    expect(await flink.savepointStatus(endpoint, jobId, first)).toBeUndefined();
    const { checkpoints } = await flink.observe(endpoint, jobId);
    expect(checkpoints?.savepoint).toMatchObject({ externalPath: stored()[0]?.path });
  });

  it("stops with a savepoint, goes on from it under another id, loses nothing, and disposes of it", async () => {
    const { flink, endpoint, wait, run, stored, site } = await withJob(version);
    await flink.stop(endpoint, jobId, { ...savepoint(second), drain: false });
    wait(1_500);
    const stopped = await flink.savepointStatus(endpoint, jobId, second);
    const path = stored()[0]?.path ?? "";
    expect(stopped).toMatchObject({ status: "COMPLETED", result: path });
    expect(await flink.executionResult(endpoint, jobId)).toMatchObject({ applicationStatus: "SUCCEEDED" });
    expect(await run(otherId, path)).toBe("STARTED");
    wait(2_500);
    expect((await flink.observe(endpoint, otherId)).checkpoints?.restored).toMatchObject({ externalPath: path });
    expect(site.cluster.started.map(({ lost }) => lost)).toEqual([0, 0]);
    const disposal = await flink.dispose(endpoint, path);
    wait(1_500);
    expect(await flink.disposalStatus(endpoint, disposal)).toMatchObject({ status: "COMPLETED" });
    expect(stored()).toEqual([]);
  });

  it("rescales in place within the slots, and cancels", async () => {
    const { flink, endpoint, wait } = await withJob(version);
    const before = await flink.resourceRequirements(endpoint, jobId);
    const wanted = Object.fromEntries(Object.keys(before ?? {}).map((id) => [id, { lowerBound: 1, upperBound: 4 }]));
    await flink.rescale(endpoint, jobId, wanted);
    wait(2_500);
    const measured = await flink.metrics.measure(endpoint, jobId);
    expect(measured?.vertices.map(({ parallelism }) => parallelism)).toEqual([4, 4]);
    expect(await flink.cancel(endpoint, jobId)).toBe("ACCEPTED");
    wait(1_000);
    expect((await flink.observe(endpoint, jobId)).job?.state).toBe("CANCELED");
    expect(await flink.cancel(endpoint, otherId)).toBe("MISSING");
  });
});

describe("a JobManager that is killed", () => {
  it.each([
    { name: "without high availability", why: "its memory is gone", options: {}, left: [] },
    {
      name: "with it",
      why: "its jobs go on from their newest checkpoint",
      options: { "high-availability.type": "kubernetes" },
      left: [{ jobId, state: "RUNNING" }],
    },
  ])("$name answers 503 for a while, and then: $why", async ({ options, left }) => {
    const { url, site, flink, endpoint, wait, send } = await start({
      configuration: {
        "taskmanager.numberOfTaskSlots": "4",
        "execution.checkpointing.interval": "1 s",
        "execution.checkpointing.dir": "s3://c",
        ...options,
      },
      jobs: [{ id: jobId, name: "orders", parallelism: 1 }],
    });
    wait(10_000);
    expect(await flink.overview(endpoint)).toMatchObject([{ jobId, state: "RUNNING" }]);
    await send("POST", "/admin/restart");
    const down = await fetch(`${url}/jobs/overview`);
    expect([down.status, await down.json()]).toEqual([
      503,
      { errors: [expect.stringContaining("ongoing leader election")] },
    ]);
    wait(2_000);
    await flink.overview(endpoint);
    wait(3_000);
    expect(await flink.overview(endpoint)).toMatchObject(left);
    expect(site.cluster.started.at(-1)?.lost).toBe(0);
  });
});

describe("the cluster of an application", () => {
  it("runs its job from the beginning, and has no call about jars", async () => {
    const { flink, endpoint, wait, send } = await start({
      isApplication: true,
      jobs: [{ id: jobId, name: "orders", parallelism: 3 }],
    });
    wait(5_000);
    expect(await flink.overview(endpoint)).toMatchObject([{ jobId, name: "orders", state: "RUNNING" }]);
    expect((await flink.metrics.measure(endpoint, jobId))?.vertices[0]?.parallelism).toBe(3);
    expect((await send("GET", "/jars")).status).toBe(404);
  });
});
