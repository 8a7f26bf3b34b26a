import { describe, expect, it } from "vitest";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { conditionsOf } from "../../../shared/core/kind.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { flinkDeployment } from "../../../shared/kinds/flink-deployment/kind.ts";
import { flinkSessionJob } from "../../../shared/kinds/flink-session-job/kind.ts";
import { flinkStateSnapshot } from "../../../shared/kinds/flink-state-snapshot/kind.ts";
import { flinkApplication, flinkSession, highlyAvailable } from "../../builders/flink-deployment.ts";
import { sessionJob } from "../../builders/flink-session-job.ts";
import { flinkSnapshot } from "../../builders/flink-state-snapshot.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const namespaces = ["flink", "other"];

async function withBoth(...objects: readonly KubeObject[]): Promise<FlinkWorld> {
  const world = new FlinkWorld({}, {}, [flinkDeployment, flinkSessionJob, flinkStateSnapshot]);
  world.artifacts.files.set("https://repo.example.com/daily.jar", "com.example.Daily\n");
  for (const object of objects) await createInBoth(world, object);
  world.skip(12_000);
  return world;
}

async function createInBoth(world: FlinkWorld, object: KubeObject): Promise<void> {
  for (const namespace of namespaces) {
    world.cluster.create({ ...object, metadata: { ...object.metadata, namespace } });
  }
  await look(world, object.metadata.name);
}

/** Looks at both in turn, a second apart. */
async function look(world: FlinkWorld, name: string): Promise<void> {
  for (let round = 0; round < 30; round += 1) {
    for (const namespace of namespaces) await world.pass(`${namespace}/${name}`);
    world.skip(1_000);
  }
}

const jobsOf = (world: FlinkWorld, namespace: string) =>
  world.kubelet
    .processes(world.clock.now())
    .filter(({ cluster }) => cluster.startsWith(`${namespace}/`))
    .flatMap(({ jobs }) => [...jobs.values()].map(({ id, state }) => `${id} ${state}`));

const savepointsOf = (world: FlinkWorld, cluster: string) =>
  [...world.kubelet.storage.values()].filter((one) => one.isSavepoint && one.cluster === cluster).length;

const stateOf = (world: FlinkWorld, name: string) => at(world.find(name)?.status, "jobStatus", "state");

/** All that a tenant would notice, but for the checkpoints that its job goes on taking. */
function belongingsOf(world: FlinkWorld, namespace: string) {
  const objects = ["Deployment", "Service", "ConfigMap", "Pod"].flatMap((kind) => world.objects.all(kind));
  const resource = world.find(`${namespace}/orders`);
  const owned = objects.filter(({ metadata }) => metadata.namespace === namespace);
  return {
    objects: owned.map(({ kind, metadata: { name, uid } }) => `${kind} ${name} ${uid}`).sort(),
    jobs: jobsOf(world, namespace),
    lifecycle: at(resource?.status, "lifecycleState"),
    error: at(resource?.status, "error"),
    job: at(resource?.status, "jobStatus", "jobId"),
    generation: resource?.metadata.generation,
  };
}

interface Deed {
  readonly name: string;
  readonly spec?: JsonObject;
  readonly act?: (world: FlinkWorld, namespace: string) => void;
  /** Where the resource stands in the end. */
  readonly ends: string | undefined;
}

const deeds: readonly Deed[] = [
  { name: "another image", spec: { image: "registry.example.com/orders:2" }, ends: "STABLE" },
  { name: "a suspend", spec: { job: { state: "suspended" } }, ends: "SUSPENDED" },
  { name: "a spec that breaks a rule", spec: { taskManager: { resource: { memory: "a lot" } } }, ends: "STABLE" },
  {
    name: "a lost JobManager",
    act: ({ objects }, namespace) => objects.remove("Deployment", namespace, "orders"),
    ends: "STABLE",
  },
  { name: "a deletion", act: ({ cluster }, namespace) => cluster.remove(`${namespace}/orders`), ends: undefined },
];
const ofBoth = deeds.flatMap(({ name, spec = {}, act, ends }) =>
  namespaces.map((mine, index) => ({
    ...{ name, mine, theirs: namespaces[1 - index] ?? "", ends },
    act: act ?? ((world: FlinkWorld) => world.cluster.edit(`${mine}/orders`, { spec })),
  })),
);

describe("two tenants with resources of the same names in two namespaces (8.1/55)", () => {
  it("have a job each, of its own id", async () => {
    const world = await withBoth(flinkApplication());
    const jobs = namespaces.map((namespace) => jobsOf(world, namespace));
    expect(jobs).toEqual([[expect.stringMatching(/ RUNNING$/)], [expect.stringMatching(/ RUNNING$/)]]);
    expect(new Set(jobs.flat()).size).toBe(2);
  });

  it.each(ofBoth)("$name in $mine is nothing that $theirs notices", async ({ mine, theirs, act, ends }) => {
    const world = await withBoth(flinkApplication(highlyAvailable));
    const [before, own] = [belongingsOf(world, theirs), belongingsOf(world, mine)];
    act(world, mine);
    await look(world, "orders");
    expect(belongingsOf(world, theirs)).toEqual(before);
    expect(belongingsOf(world, mine)).not.toEqual(own);
    expect(belongingsOf(world, mine).lifecycle).toBe(ends);
  });

  it("and both at once, found by one sweep: each gets what it asked for", async () => {
    const world = await withBoth(flinkApplication());
    world.cluster.edit("flink/orders", { spec: { job: { state: "suspended" } } });
    world.cluster.edit("other/orders", { spec: { job: { savepointTriggerNonce: 1 } } });
    for (let tick = 0; tick < 10; tick += 1) {
      await world.sweep();
      world.skip(10_000);
    }
    expect([stateOf(world, "flink/orders"), stateOf(world, "other/orders")]).toEqual(["FINISHED", "RUNNING"]);
    expect([savepointsOf(world, "flink/orders"), savepointsOf(world, "other/orders")]).toEqual([1, 1]);
    expect(world.kubelet.started).toHaveLength(2);
  });

  it("a snapshot is of the job beside it", async () => {
    const world = await withBoth(flinkApplication(), flinkSnapshot());
    expect(namespaces.map((namespace) => savepointsOf(world, `${namespace}/orders`))).toEqual([1, 1]);
    world.cluster.remove("other/before-sale");
    await look(world, "before-sale");
    expect(namespaces.map((namespace) => savepointsOf(world, `${namespace}/orders`))).toEqual([1, 0]);
  });

  it("a session job runs on the cluster beside it, and holds no other one", async () => {
    const world = await withBoth(flinkSession(), sessionJob());
    expect([stateOf(world, "flink/daily"), stateOf(world, "other/daily")]).toEqual(["RUNNING", "RUNNING"]);
    world.cluster.remove("other/daily");
    await look(world, "daily");
    expect([world.find("other/daily"), stateOf(world, "flink/daily")]).toEqual([undefined, "RUNNING"]);
    for (const namespace of namespaces) world.cluster.remove(`${namespace}/orders`);
    await look(world, "orders");
    expect(world.find("other/orders")).toBeUndefined();
    const held = world.find("flink/orders");
    expect(held && conditionsOf(held).find(({ type }) => type === "Waiting")).toMatchObject({ reason: "SessionJobs" });
  });
});
