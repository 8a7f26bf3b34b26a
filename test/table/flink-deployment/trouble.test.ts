import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { flinkApplication, highlyAvailable } from "../../builders/flink-deployment.ts";
import { removeMetadata } from "../../simulation/flink/acts.ts";
import { deployed } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const told = (world: FlinkWorld) => world.events.map(({ reason }) => reason);
const shown = (world: FlinkWorld, ...path: string[]) => at(world.find()?.status, ...path);

/** What Kubernetes says of a Deployment without a pod that is ready. */
async function unavailable(world: FlinkWorld, status: JsonObject, pod?: JsonObject): Promise<void> {
  const [deployment] = world.objects.all("Deployment");
  if (deployment !== undefined) world.objects.put({ ...deployment, status });
  const before = world.objects.find("Pod", "flink", "orders-0");
  const metadata = { name: "orders-0", namespace: "flink", labels: { app: "orders", component: "jobmanager" } };
  if (pod !== undefined) world.objects.put({ kind: "Pod", ...before, metadata, status: pod });
  await world.pass();
}

describe("what a user reads of pods that do not come up", () => {
  it("a quota that refuses them (8.1/19): Kubernetes' reason in status and Event", async () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication());
    await world.pass();
    await world.pass();
    const message = 'pods "orders-1" is forbidden: exceeded quota: small';
    await unavailable(world, {
      conditions: [{ type: "ReplicaFailure", status: "True", reason: "FailedCreate", message }],
    });
    expect(shown(world)).toMatchObject({ lifecycleState: "DEPLOYED", jobManagerDeploymentStatus: "ERROR" });
    expect(shown(world, "error")).toContain("exceeded quota");
    expect(shown(world, "conditions")).toContainEqual(
      expect.objectContaining({ type: "Running", status: "False", reason: "JobManagerError" }),
    );
    expect(told(world)).toContain("FailedCreate");
  });

  it("a JobManager in a crash loop: the same, and nothing is deployed anew for it", async () => {
    const world = await deployed();
    const waiting = { reason: "CrashLoopBackOff", message: "back-off 5m0s restarting failed container" };
    const containerStatuses = [{ name: "flink-main-container", restartCount: 7, state: { waiting } }];
    await unavailable(world, { replicas: 1, unavailableReplicas: 1 }, { containerStatuses });
    expect(shown(world)).toMatchObject({ jobManagerDeploymentStatus: "ERROR" });
    expect(shown(world, "error")).toContain("CrashLoopBackOff");
    expect([told(world), world.kubelet.started.length]).toEqual([expect.arrayContaining(["CrashLoopBackOff"]), 1]);
  });
});

describe("Events of what cannot be done (7.2)", () => {
  it("a start whose state is lost: RestoreFailed, once (8.1/43)", async () => {
    const world = await deployed(highlyAvailable, { job: { upgradeMode: "last-state" } });
    world.cluster.edit("orders", { spec: { job: { state: "suspended" } } });
    await world.follow();
    removeMetadata(world);
    world.cluster.edit("orders", { spec: { job: { state: "running" } } });
    await world.follow();
    await world.sweep();
    expect(told(world).filter((reason) => reason === "RestoreFailed")).toHaveLength(1);
    expect(shown(world, "lifecycleState")).toBe("FAILED");
  });

  it("a change that is held: SpecChanged, and nothing is suspended (8.1/26)", async () => {
    const key = "kubernetes.operator.job.upgrade.last-state-fallback.enabled";
    const world = await deployed({ flinkConfiguration: { [key]: "false" } });
    world.kubelet.kill("flink", "orders", world.clock.now());
    world.cluster.edit("orders", { spec: { job: { args: ["x"] } } });
    await world.pass();
    expect(told(world)).toContain("SpecChanged");
    expect(told(world)).not.toContain("Suspended");
  });

  it("a JobManager that goes while its job is being stopped, without metadata: UpgradeFailed, once", async () => {
    const world = await deployed();
    world.cluster.edit("orders", { spec: { job: { args: ["x"] } } });
    await world.pass();
    world.objects.remove("Deployment", "flink", "orders");
    await world.follow();
    await world.sweep();
    expect(told(world).filter((reason) => reason === "UpgradeFailed")).toHaveLength(1);
    expect(world.kubelet.started).toHaveLength(1);
  });
});

describe("a label of Apache's canary", () => {
  it("has no meaning: the resource is deployed like any other", async () => {
    const world = new FlinkWorld();
    const { metadata, ...rest } = flinkApplication();
    world.cluster.create({ ...rest, metadata: { ...metadata, labels: { "flink.apache.org/canary": "true" } } });
    await world.follow();
    expect(world.kubelet.started).toHaveLength(1);
  });
});

describe("a spec that admission did not see (8.1/15)", () => {
  it("what runs goes on, told once; correcting it clears the error", async () => {
    const world = await deployed();
    world.cluster.edit("orders", { spec: { serviceAccount: null } });
    await world.follow();
    expect([shown(world, "error"), told(world)]).toEqual([
      expect.stringContaining("serviceAccount"),
      ["ValidationError"],
    ]);
    world.cluster.edit("orders", { spec: { serviceAccount: "flink" } });
    await world.follow();
    expect([shown(world, "error"), world.kubelet.started.length]).toEqual([undefined, 1]);
  });

  it("a version that is not supported: its own Event, and it can be deleted", async () => {
    const world = await deployed();
    world.cluster.edit("orders", { spec: { flinkVersion: "v1_14" } });
    await world.follow();
    expect(told(world)).toEqual(["UnsupportedFlinkVersion"]);
    world.cluster.remove("orders");
    await world.follow();
    expect([world.find(), world.objects.all("Deployment")]).toEqual([undefined, []]);
  });

  it("never stops another resource", async () => {
    const world = await deployed();
    const broken = flinkApplication({ flinkVersion: "v1_14" });
    world.cluster.create({ ...broken, metadata: { ...broken.metadata, name: "a-broken-one" } });
    world.cluster.edit("orders", { spec: { job: { args: ["x"] } } });
    await world.sweep();
    await world.follow();
    expect([shown(world, "lifecycleState"), world.kubelet.started.length]).toEqual(["STABLE", 2]);
    expect(at(world.find("a-broken-one")?.status, "error")).toContain("flinkVersion");
  });
});
