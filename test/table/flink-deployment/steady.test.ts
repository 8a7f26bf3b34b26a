import { describe, expect, it } from "vitest";
import { at } from "../../../shared/core/json.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

const lines = (world: FlinkWorld) =>
  world.trace.map((call) => `${call.to} ${call.verb} ${"about" in call ? call.about : call.name}`.trim());

describe("what a steady application costs (7: at most one read and two calls per tick)", () => {
  it("a tick: its Deployment, the overview and the checkpoints, and no write", async () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication());
    await world.follow();
    world.skip(60_000);
    world.trace.length = 0;
    await world.sweep();
    expect(lines(world)).toEqual([
      "api list",
      "objects get Deployment orders",
      expect.stringMatching(/^flink GET orders \/jobs\/overview$/),
      expect.stringMatching(/^flink GET orders \/jobs\/[0-9a-f]{32}\/checkpoints$/),
    ]);
  });

  it("the echo of its own writes: nothing (D8)", async () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication());
    await world.follow();
    const last = world.cluster.changes.at(-1);
    world.trace.length = 0;
    expect(last && (await world.deliver(last))).toBeUndefined();
    expect(lines(world)).toEqual([]);
  });

  it("any annotation of a user: a full pass, the guide's way to force one", async () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication());
    await world.follow();
    world.cluster.edit("orders", { metadata: { annotations: { "kubernetes.io/change-cause": "look again" } } });
    const last = world.cluster.changes.at(-1);
    expect(last && (await world.deliver(last))?.end).toBe("settled");
  });
});

describe("a deploy", () => {
  it("is followed until its job runs, without a tick; a JobManager answers before it knows the job", async () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication());
    const seen = new Set<string>();
    const look = async () => {
      const { end } = await world.pass();
      for (const one of (at(world.find()?.status, "conditions") ?? []) as { type: string; message: string }[]) {
        if (one.type === "Reconciling") seen.add(one.message);
      }
      world.skip(100);
      return end;
    };
    while ((await look()) !== "settled");
    expect([...seen]).toContain("The JobManager does not know the job yet.");
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE", jobStatus: { state: "RUNNING" } });
  });
});

describe("what would be built in another way now", () => {
  const newer = { "web.submit.enable": "false" };
  const file = (world: FlinkWorld) => JSON.stringify(world.objects.find("ConfigMap", "flink", "flink-config-orders"));

  it("restarts no running job, and is part of the next change", async () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication());
    await world.follow();
    world.engine = { ...world.engine, settings: { ...world.settings, flinkConfiguration: newer } };
    world.skip(60_000);
    await world.sweep();
    expect([world.kubelet.started.length, file(world).includes("web.submit.enable")]).toEqual([1, false]);
    world.cluster.edit("orders", { spec: { job: { args: ["--env", "prod"] } } });
    await world.follow();
    expect([world.kubelet.started.length, file(world).includes("web.submit.enable")]).toEqual([2, true]);
  });
});

describe("what another Weir put on record, that took other wordings for one (SP-11)", () => {
  /** An application whose record names its spec by a rule that this Weir does not know. */
  async function ofAnother(): Promise<FlinkWorld> {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication());
    await world.follow();
    world.skip(12_000);
    const text = world.find()?.metadata.annotations?.["weir.dev/record"] ?? "{}";
    const record = JSON.parse(text) as { readonly memory: { readonly spec: string } };
    const memory = { ...record.memory, spec: "0.another", stable: "0.another" };
    const other = JSON.stringify({ ...record, memory });
    world.cluster.edit("orders", { metadata: { annotations: { "weir.dev/record": other } } });
    return world;
  }
  const nameOf = (world: FlinkWorld) =>
    JSON.parse(world.find()?.metadata.annotations?.["weir.dev/record"] ?? "{}").memory;
  const args = { spec: { job: { args: ["--env", "prod"] } } };
  const forget = { status: { reconciliationStatus: { lastReconciledSpec: JSON.stringify({ spec: { job: {} } }) } } };

  it("restarts nothing, and is named anew", async () => {
    const world = await ofAnother();
    await world.follow();
    expect(world.kubelet.started).toHaveLength(1);
    expect(nameOf(world)).toMatchObject({ spec: expect.stringMatching(/^1\./), stable: expect.stringMatching(/^1\./) });
    expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
  });

  it("a change that the stored spec shows is carried out", async () => {
    const world = await ofAnother();
    world.cluster.edit("orders", args);
    await world.follow();
    expect(world.kubelet.started).toMatchObject([{ lost: 0 }, { lost: 0 }]);
  });

  it("restarts nothing where the stored spec is not the one that Weir stored", async () => {
    const world = await ofAnother();
    world.cluster.edit("orders", { ...args, ...forget });
    await world.follow();
    expect(world.kubelet.started).toHaveLength(1);
    world.skip(12_000);
    world.cluster.edit("orders", { spec: { job: { args: ["--env", "live"] } } });
    await world.follow();
    expect(world.kubelet.started).toHaveLength(2);
  });
});
