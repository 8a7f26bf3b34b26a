import { describe, expect, it } from "vitest";
import { OperatorError } from "../../../shared/core/error.ts";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { conditionOf } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const template = (text: string) => ({ ingress: { template: text } });
const first = template("{{name}}.example.com");

async function deployed(world: FlinkWorld, ...changes: readonly JsonObject[]): Promise<FlinkWorld> {
  world.cluster.create(flinkApplication(...changes));
  await world.follow();
  world.skip(12_000);
  return world;
}

async function edited(world: FlinkWorld, spec: JsonObject): Promise<FlinkWorld> {
  world.cluster.edit("orders", { spec });
  await world.follow();
  return world;
}

/** An API server that refuses Ingresses of that host. */
function refusing(host: string): FlinkWorld {
  const world = new FlinkWorld();
  world.objects.probe = (call, when) => {
    const isRefused = call.verb === "apply" && call.about.startsWith("Ingress") && when === "after";
    if (isRefused && hostOf(world) === host) {
      world.objects.remove("Ingress", "flink", "orders");
      throw new OperatorError("Rejected", `host ${host} is taken`, { applied: "no" });
    }
  };
  return world;
}

const ingressOf = (world: FlinkWorld) => world.objects.find("Ingress", "flink", "orders");
const hostOf = (world: FlinkWorld) => {
  const rules = at(ingressOf(world)?.spec, "rules");
  return Array.isArray(rules) ? at(rules[0], "host") : undefined;
};
const waiting = (world: FlinkWorld) => conditionOf(world, "Waiting");
const applied = (world: FlinkWorld) =>
  world.trace.filter((call) => call.to === "objects" && call.about.startsWith("Ingress")).map(({ verb }) => verb);

describe("the Ingress of a cluster (8.1/52)", () => {
  it("is made after the cluster, and changed without touching the job", async () => {
    const world = await deployed(new FlinkWorld(), first);
    expect(hostOf(world)).toBe("orders.example.com");
    world.trace.length = 0;
    await edited(world, template("other.example.com"));
    expect(hostOf(world)).toBe("other.example.com");
    expect(world.trace.filter((call) => call.to === "objects" && call.verb !== "get")).toMatchObject([
      { verb: "apply", about: "Ingress orders" },
    ]);
    expect(world.kubelet.started).toHaveLength(1);
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE", observedGeneration: 2 });
    expect(at(world.find()?.status, "reconciliationStatus", "lastReconciledSpec")).toContain("other.example.com");
  });

  it("is deleted when the spec has none, also together with an upgrade", async () => {
    const world = await deployed(new FlinkWorld(), first);
    await edited(world, { ingress: null });
    expect(ingressOf(world)).toBeUndefined();
    await edited(world, first);
    expect(hostOf(world)).toBe("orders.example.com");
    await edited(world, { ingress: null, job: { args: ["--env", "prod"] } });
    expect(ingressOf(world)).toBeUndefined();
    expect(world.kubelet.started).toHaveLength(2);
  });

  it("is made anew once one is gone that a finalizer holds on its way down, and not into that one", async () => {
    const world = await deployed(new FlinkWorld(), first);
    const { metadata, ...rest } = ingressOf(world) as KubeObject;
    world.cluster.edit("orders", { spec: { ingress: null } });
    await world.pass();
    world.objects.put({ ...rest, metadata: { ...metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } });
    await edited(world, first);
    world.objects.remove("Ingress", "flink", "orders");
    await world.follow();
    expect(hostOf(world)).toBe("orders.example.com");
  });

  it("is made anew where the spec wants it back before anybody saw it gone", async () => {
    const world = await deployed(new FlinkWorld(), first);
    world.cluster.edit("orders", { spec: { ingress: null } });
    world.objects.probe = (call, when) => {
      if (call.verb === "delete" && when === "after")
        throw new OperatorError("Unavailable", "cut", { applied: "maybe" });
    };
    await world.pass();
    world.objects.probe = () => {};
    expect(ingressOf(world)).toBeUndefined();
    await edited(world, first);
    expect(hostOf(world)).toBe("orders.example.com");
  });

  it("that was sent late does not come after the one that is wanted now", async () => {
    const world = await deployed(new FlinkWorld(), first);
    world.objects.probe = ({ verb, about }, when, effect) => {
      if (when !== "before" || verb !== "apply" || !about.startsWith("Ingress")) return;
      world.later(35_000, effect);
      throw new OperatorError("Unavailable", "no answer", { applied: "maybe" });
    };
    world.cluster.edit("orders", { spec: template("second.example.com") });
    await world.pass();
    world.objects.probe = () => {};
    await edited(world, template("third.example.com"));
    world.skip(70_000);
    await world.follow();
    expect(hostOf(world)).toBe("third.example.com");
  });

  it("costs nothing at rest", async () => {
    const world = await deployed(new FlinkWorld(), first);
    world.trace.length = 0;
    world.skip(60_000);
    await world.sweep();
    expect(applied(world)).toEqual([]);
    expect(world.trace).toHaveLength(4);
  });

  it("is applied anew with each deploy, so that what somebody took away comes back", async () => {
    const world = await deployed(new FlinkWorld(), first);
    world.objects.remove("Ingress", "flink", "orders");
    await edited(world, { restartNonce: 1 });
    expect(hostOf(world)).toBe("orders.example.com");
  });

  it("that the API server refuses holds up no job, and is told", async () => {
    const world = await deployed(refusing("orders.example.com"), first);
    expect(world.find()?.status).toMatchObject({
      lifecycleState: "STABLE",
      error: expect.stringContaining("The Ingress is refused: host orders.example.com is taken"),
    });
    expect(waiting(world)).toMatchObject({ status: "True", reason: "IngressRefused" });
    expect(world.kubelet.started).toHaveLength(1);
  });

  it("is tried again after a while, and no sooner", async () => {
    const world = await deployed(refusing("orders.example.com"), first);
    world.trace.length = 0;
    await world.sweep();
    expect(applied(world)).toEqual([]);
    world.objects.probe = () => {};
    world.skip(600_000);
    await world.follow();
    expect(applied(world)).toEqual(["apply"]);
    expect(waiting(world)).toMatchObject({ status: "False" });
    expect(world.find()?.status).not.toHaveProperty("error");
  });

  it("is tried at once where the spec is mended", async () => {
    const world = await deployed(refusing("orders.example.com"), first);
    world.cluster.edit("orders", { spec: template("free.example.com") });
    await world.pass();
    expect(world.find()?.status).not.toHaveProperty("error");
    await world.follow();
    expect(hostOf(world)).toBe("free.example.com");
    expect(waiting(world)).toMatchObject({ status: "False" });
  });

  it("is left alone where the operator may not manage any, which is told", async () => {
    const off = { "kubernetes.operator.ingress.manage": "false" };
    const world = await deployed(new FlinkWorld({}, { flinkConfiguration: off }), first);
    expect(ingressOf(world)).toBeUndefined();
    expect(world.events.map(({ reason }) => reason)).toContain("IngressManagement");
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE", observedGeneration: 1 });
  });

  it("is not switched off by a resource", async () => {
    const own = { flinkConfiguration: { "kubernetes.operator.ingress.manage": "false" } };
    expect(hostOf(await deployed(new FlinkWorld(), first, own))).toBe("orders.example.com");
  });
});
