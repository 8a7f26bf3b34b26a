import { describe, expect, it } from "vitest";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const image = { spec: { image: "registry.example.com/orders:2" } };
const args = { spec: { job: { args: ["--env", "prod"] } } };
const suspended = { spec: { job: { state: "suspended" } } };
const running = { spec: { job: { state: "running" } } };

/** An edit in the middle of what an earlier one set in motion, after so many looks. */
async function edited(first: object, looks: number, second: object): Promise<FlinkWorld> {
  const world = new FlinkWorld();
  world.cluster.create(flinkApplication());
  await world.follow();
  world.skip(12_000);
  world.cluster.edit("orders", first as never);
  for (let look = 0; look < looks; look += 1) {
    await world.pass();
    world.skip(1_000);
  }
  world.cluster.edit("orders", second as never);
  await world.follow();
  world.skip(70_000);
  await world.follow();
  return world;
}

const runningJobs = (world: FlinkWorld) =>
  world.kubelet
    .processes(world.clock.now())
    .flatMap(({ jobs }) => [...jobs.values()].filter((job) => job.state === "RUNNING"));

describe("an edit in the middle of another one (8.1/30)", () => {
  const looks = Array.from({ length: 14 }, (_, index) => index);

  it.each(looks)(
    "two changes, the second after %i looks: the last one holds, one job runs, no state is lost",
    async (count) => {
      const world = await edited(image, count, args);
      expect(runningJobs(world)).toHaveLength(1);
      expect(world.kubelet.started.every(({ lost }) => lost === 0)).toBe(true);
      expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
      const config = JSON.stringify(world.objects.find("ConfigMap", "flink", "flink-config-orders"));
      expect(config).toContain("--env;prod");
    },
  );

  it.each(looks)("suspend and resume after %i looks: it runs, and no state is lost", async (count) => {
    const world = await edited(suspended, count, running);
    expect(runningJobs(world)).toHaveLength(1);
    expect(world.kubelet.started.every(({ lost }) => lost === 0)).toBe(true);
  });

  it.each(looks)("a change, and suspended after %i looks: nothing runs", async (count) => {
    const world = await edited(image, count, suspended);
    expect(runningJobs(world)).toEqual([]);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "SUSPENDED" });
  });

  it("a change while the tasks of a job that is RUNNING are being started asks for no savepoint, which would fail", async () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication());
    while (runningJobs(world).length === 0) {
      await world.pass();
      world.skip(100);
    }
    world.cluster.edit("orders", args);
    await world.follow();
    expect(runningJobs(world)).toHaveLength(1);
    expect(world.kubelet.started).toHaveLength(2);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
    expect(world.find()?.status).not.toHaveProperty("error");
  });
});
