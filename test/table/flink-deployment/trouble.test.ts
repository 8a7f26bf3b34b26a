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
  const labels = { app: "orders", component: "jobmanager" };
  const metadata = { ...before?.metadata, name: "orders-0", namespace: "flink", labels };
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

/** What a kubelet writes of a pod that it took so many milliseconds ago. */
function takenBefore(world: FlinkWorld, ms: number, containerStatuses: JsonObject[] = []): JsonObject {
  const startTime = new Date(world.clock.now() - ms).toISOString();
  return { phase: "Pending", startTime, containerStatuses };
}

/** An Event about the JobManager's pod, or one of the name before it. */
function tellOf(world: FlinkWorld, reason: string, message: string, lastTimestamp: string, uid = ""): void {
  const metadata = { name: `orders-0.${world.objects.all("Event").length}`, namespace: "flink" };
  world.objects.put({ kind: "Event", metadata, ...{ involvedObject: { uid }, reason, message, lastTimestamp } });
}

const looksAtEvents = (world: FlinkWorld) =>
  world.trace.filter((call) => call.to === "objects" && call.verb === "list" && call.about.startsWith("Event")).length;

describe("a JobManager whose volumes cannot be mounted (2.2)", () => {
  const creating = { name: "flink-main-container", state: { waiting: { reason: "ContainerCreating" } } };
  const running = { name: "flink-main-container", state: { running: {} } };
  const missing = 'MountVolume.SetUp failed for volume "settings": configmap "my-app-config" not found';

  async function held(ms: number, statuses: JsonObject[], ...told: [string, string, string, string?][]) {
    const world = await deployed();
    world.objects.remove("Pod", "flink", "orders-0");
    const metadata = { name: "orders-0", namespace: "flink", labels: { app: "orders", component: "jobmanager" } };
    world.objects.put({ kind: "Pod", metadata });
    const pod = world.objects.find("Pod", "flink", "orders-0");
    for (const [reason, message, time, of] of told) tellOf(world, reason, message, time, of ?? pod?.metadata.uid);
    world.trace.length = 0;
    await unavailable(world, { replicas: 1, unavailableReplicas: 1 }, takenBefore(world, ms, statuses));
    return world;
  }

  it("has Kubernetes' newest words in status, condition and Event, once it was held for a while", async () => {
    const world = await held(
      12_000,
      [creating],
      ["Scheduled", "assigned to a node", "2026-01-01T00:09:00Z"],
      ["FailedMount", "an older one", "2026-01-01T00:01:00Z"],
      ["FailedMount", missing, "2026-01-01T00:03:00Z"],
      ["FailedMount", "of the pod before", "2026-01-01T00:08:00Z", "another"],
    );
    expect(shown(world)).toMatchObject({ jobManagerDeploymentStatus: "ERROR" });
    expect(shown(world, "error")).toContain('configmap \\"my-app-config\\" not found');
    expect(shown(world, "conditions")).toContainEqual(
      expect.objectContaining({ type: "Running", reason: "JobManagerError", message: `FailedMount: ${missing}` }),
    );
    expect(told(world)).toContain("FailedMount");
  });

  it.each([
    { name: "held for a moment", ms: 9_000, statuses: [creating], why: "a kubelet tries again by itself" },
    { name: "with a container that runs", ms: 60_000, statuses: [running], why: "it has its volumes" },
    { name: "that ended", ms: 60_000, statuses: [{ ...running, state: { terminated: {} } }], why: "it had them" },
  ])("$name: its Events are not asked for ($why)", async ({ ms, statuses }) => {
    const world = await held(ms, statuses, ["FailedMount", missing, "2026-01-01T00:03:00Z"]);
    expect(looksAtEvents(world)).toBe(0);
    expect(shown(world)).toMatchObject({ jobManagerDeploymentStatus: "DEPLOYING" });
  });

  it.each([
    { name: "nothing", told: [], why: "an image may take minutes to be pulled" },
    { name: "other things", told: [["Pulling", "an image", "2026-01-01T00:03:00Z"]], why: "nothing failed" },
  ] as const)("of which Events tell $name is on its way ($why)", async ({ told: words }) => {
    const world = await held(60_000, [creating], ...words.map((one) => [...one] as [string, string, string]));
    expect(shown(world)).toMatchObject({ jobManagerDeploymentStatus: "DEPLOYING" });
    expect(shown(world, "error")).toBeUndefined();
  });

  it("is asked for once a look, and never again once it is up", async () => {
    const world = await held(60_000, [creating], ["FailedMount", missing, "2026-01-01T00:03:00Z"]);
    expect(looksAtEvents(world)).toBe(1);
    await unavailable(world, { replicas: 1, availableReplicas: 1 });
    expect([looksAtEvents(world), shown(world, "error")]).toEqual([1, undefined]);
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
