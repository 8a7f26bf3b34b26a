import { describe, expect, it } from "vitest";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { conditionOf } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const standalone = { mode: "standalone" } as const;
const ingress = { template: "{{name}}.example.com" };

/** Something of this name that somebody else made. */
const theirs = (kind: string, name: string) => ({
  ...{ apiVersion: kind === "Deployment" ? "apps/v1" : "v1", kind },
  metadata: { name, namespace: "flink", labels: { app: "theirs" } },
  data: { own: "yes" },
});

const owners = [
  { name: "nobody", ownerReferences: undefined, why: "applied by hand" },
  {
    name: "another resource",
    ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "orders", uid: "another" }],
    why: "somebody else's operator",
  },
];

describe("a Deployment of the name, of somebody else's", () => {
  it.each(owners)(
    "that belongs to $name is neither changed nor deleted, nor is anything beside it ($why)",
    async ({ ownerReferences }) => {
      const world = new FlinkWorld();
      const deployment = {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name: "orders", namespace: "flink", uid: "theirs", ...(ownerReferences && { ownerReferences }) },
        spec: { replicas: 1, template: { spec: { containers: [{ name: "theirs", image: "theirs" }] } } },
      };
      world.objects.put(deployment);
      world.cluster.create(flinkApplication());
      await world.follow();
      expect(conditionOf(world, "Waiting")).toMatchObject({ status: "True", reason: "NameTaken" });
      world.cluster.remove("orders");
      await world.follow();
      expect(world.find()).toBeUndefined();
      expect(world.objects.find("Deployment", "flink", "orders")).toMatchObject({ spec: deployment.spec });
      const beside = ["Service", "ConfigMap", "Ingress"].flatMap((kind) => world.objects.all(kind));
      expect(beside).toEqual([]);
    },
  );
});

describe("a part of a cluster whose name somebody else has", () => {
  it.each([
    { kind: "ConfigMap", name: "flink-config-orders", spec: {}, why: "Flink's configuration" },
    { kind: "ConfigMap", name: "pod-template-orders", spec: {}, why: "the template of native TaskManagers" },
    { kind: "Service", name: "orders", spec: {}, why: "calls of the processes" },
    { kind: "Service", name: "orders-rest", spec: {}, why: "its REST" },
    { kind: "Deployment", name: "orders-taskmanager", spec: standalone, why: "standalone TaskManagers" },
  ])("$kind $name ($why): is told, left as it is, and used once it is free", async ({ kind, name, spec }) => {
    const world = new FlinkWorld();
    world.objects.put(theirs(kind, name));
    world.cluster.create(flinkApplication(spec));
    await world.follow();
    const message = expect.stringContaining(`${kind} ${name} exists and does not belong to FlinkDeployment orders`);
    expect(conditionOf(world, "Waiting")).toMatchObject({ status: "True", reason: "NameTaken", message });
    expect(conditionOf(world, "Stalled")).toMatchObject({ status: "True" });
    const shown = conditionOf(world, "Waiting");
    world.skip(60_000);
    await world.sweep();
    const after = world.objects.find(kind, "flink", name);
    expect({ ...after, status: undefined }).toMatchObject(theirs(kind, name));
    expect(after?.metadata).not.toHaveProperty("ownerReferences");
    expect(conditionOf(world, "Waiting")).toEqual(shown);
    world.objects.remove(kind, "flink", name);
    world.skip(60_000);
    await world.sweep();
    await world.follow();
    expect(conditionOf(world, "Waiting")).toMatchObject({ status: "False" });
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
  });

  it("is not taken along when the resource goes", async () => {
    const world = new FlinkWorld();
    world.objects.put(theirs("ConfigMap", "flink-config-orders"));
    world.cluster.create(flinkApplication());
    await world.follow();
    world.cluster.remove("orders");
    await world.follow();
    world.skip(60_000);
    expect(world.find()).toBeUndefined();
    expect(world.objects.find("ConfigMap", "flink", "flink-config-orders")).toMatchObject({ data: { own: "yes" } });
  });

  it("an Ingress: the job runs without it, which is told", async () => {
    const world = new FlinkWorld();
    world.objects.put(theirs("Ingress", "orders"));
    world.cluster.create(flinkApplication({ ingress }));
    await world.follow();
    const message = expect.stringContaining("Ingress orders exists and does not belong to FlinkDeployment orders");
    expect(conditionOf(world, "Waiting")).toMatchObject({ status: "True", reason: "IngressRefused", message });
    expect(world.find()?.status).toMatchObject({ jobStatus: { state: "RUNNING" } });
    expect(world.objects.find("Ingress", "flink", "orders")).toMatchObject({ data: { own: "yes" } });
  });

  it.each([
    { name: "a resource of this name before it", kind: "FlinkDeployment", apiVersion: "flink.apache.org/v1beta1" },
    { name: "the Deployment that Apache's operator made", kind: "Deployment", apiVersion: "apps/v1" },
  ])("left by $name is taken over", async ({ kind, apiVersion }) => {
    const world = new FlinkWorld();
    const left = theirs("ConfigMap", "flink-config-orders");
    const ownerReferences = [{ apiVersion, kind, name: "orders", uid: "gone" }];
    world.objects.put({ ...left, metadata: { ...left.metadata, ...{ ownerReferences } } });
    world.cluster.create(flinkApplication());
    await world.follow();
    world.skip(12_000);
    await world.follow();
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
  });
});
