import { describe, expect, it } from "vitest";
import { flinkApplication, highlyAvailable } from "../../builders/flink-deployment.ts";
import { cameUp } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const told = (world: FlinkWorld) => world.events.map(({ type, reason, message }) => `${type} ${reason}: ${message}`);

describe("Kubernetes Events of a FlinkDeployment (7.2)", () => {
  it("a first deploy: Submit, then each state of the job (8.1/16)", async () => {
    expect(told(await cameUp())).toEqual([
      "Normal Submit: Deploy 1 is applied, without state.",
      "Normal JobStatusChanged: Job status changed from nothing to RECONCILING.",
      "Normal JobStatusChanged: Job status changed from RECONCILING to CREATED.",
      "Normal JobStatusChanged: Job status changed from CREATED to RUNNING.",
    ]);
  });

  it("an upgrade: what changed, how it is stopped, and from where it goes on (8.1/23)", async () => {
    const world = await cameUp();
    world.events.length = 0;
    world.cluster.edit("orders", { spec: { image: "registry.example.com/orders:2" } });
    await world.follow();
    expect(told(world).filter((line) => !line.includes("JobStatusChanged"))).toEqual([
      "Normal SpecChanged: Changed: image: registry.example.com/orders:1 → registry.example.com/orders:2.",
      "Normal Suspended: The job is stopped with a savepoint.",
      expect.stringMatching(/^Normal Submit: Deploy 2 is applied, from s3:\/\/state\/savepoints\/savepoint-/),
    ]);
  });

  it.each([
    { name: "by savepoint", change: {}, after: ["FINISHED → RECONCILING"], why: "what comes next is another deploy" },
    {
      name: "by cancellation",
      change: { job: { upgradeMode: "last-state" } },
      after: ["CANCELED → FINISHED", "FINISHED → RECONCILING"],
      why: "its deploy has ended once its pods are gone",
    },
  ])("an upgrade $name: the job ends once, however long its pods take to go: $why", async ({ change, after }) => {
    const world = new FlinkWorld({ lingerMs: 20_000 });
    world.cluster.create(flinkApplication(change));
    await world.follow();
    world.skip(12_000);
    world.cluster.edit("orders", { spec: { image: "registry.example.com/orders:2" } });
    for (let look = 0; look < 12; look += 1) {
      await world.pass();
      world.skip(6_000);
    }
    const states = told(world).flatMap((line) => /changed from (\w+ to \w+)/.exec(line)?.[1]?.replace("to", "→") ?? []);
    expect(states.filter((line) => /^(FINISHED|CANCELED)/.test(line))).toEqual(after);
    expect(world.kubelet.started).toMatchObject([{}, { lost: 0 }]);
  });

  it("a JobManager that was taken away: missing, and brought back (8.1/42)", async () => {
    const world = await cameUp({ ...highlyAvailable, job: { upgradeMode: "last-state" } });
    world.events.length = 0;
    world.objects.remove("Deployment", "flink", "orders");
    await world.follow();
    const reasons = world.events.map(({ reason }) => reason);
    expect(reasons).toEqual(expect.arrayContaining(["Missing", "RecoverDeployment", "Submit"]));
  });

  it("an image that cannot be pulled: Kubernetes' own reason, once (8.1/18)", async () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication({ image: "broken:1" }));
    await world.follow();
    const lines = told(world).filter((line) => line.startsWith("Warning"));
    expect(lines).toEqual(['Warning ImagePullBackOff: Back-off pulling image "broken:1"']);
  });

  it("a savepoint that fails before a change: the job runs on, and it is told why", async () => {
    const world = await cameUp({ flinkConfiguration: { "state.savepoints.dir": "broken:/nowhere" } });
    world.events.length = 0;
    world.cluster.edit("orders", { spec: { job: { args: ["--env", "prod"] } } });
    await world.follow();
    const lines = told(world).filter((line) => line.startsWith("Warning"));
    expect(lines).toEqual([expect.stringContaining("SavepointError: The savepoint failed; the job runs on as it was")]);
    expect(world.kubelet.started).toHaveLength(1);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
  });

  it("a job that fails: its new state, and why it ended", async () => {
    const world = new FlinkWorld({ behaviour: () => ({ failsAfterMs: 5_000 }) });
    world.cluster.create(flinkApplication());
    await world.follow();
    world.skip(20_000);
    await world.follow();
    const lines = told(world).filter((line) => /to FAILED|Error/.test(line));
    expect(lines).toEqual([
      "Normal JobStatusChanged: Job status changed from RUNNING to FAILED.",
      expect.stringMatching(/^Warning Error: The job has failed/),
    ]);
  });

  it("deletion: Cleanup (8.1/47)", async () => {
    const world = await cameUp();
    world.events.length = 0;
    world.cluster.remove("orders");
    await world.follow();
    expect(world.events.map(({ reason }) => reason)).toContain("Cleanup");
  });

  it("a tick at rest tells nothing", async () => {
    const world = await cameUp();
    world.events.length = 0;
    await world.sweep();
    expect(told(world)).toEqual([]);
  });
});
