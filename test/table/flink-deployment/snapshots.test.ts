import { describe, expect, it } from "vitest";
import { OperatorError } from "../../../shared/core/error.ts";
import { at, type JsonObject } from "../../../shared/core/json.ts";
import { flinkStateSnapshot } from "../../../shared/kinds/flink-state-snapshot/kind.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { cameUp } from "../../world/flink-scenes.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

async function edited(world: FlinkWorld, job: JsonObject): Promise<void> {
  world.cluster.edit("orders", { spec: { job } });
  await world.follow();
}

/** Options of the operator, by their names behind its prefix. */
const withOptions = (options: Readonly<Record<string, string>>) => ({
  flinkConfiguration: Object.fromEntries(
    Object.entries(options).map(([key, value]) => [`kubernetes.operator.${key}`, value]),
  ),
});

const shown = (world: FlinkWorld) => world.objects.all("FlinkStateSnapshot");
const triggers = (world: FlinkWorld) => shown(world).map(({ metadata }) => metadata.labels?.["snapshot.trigger-type"]);

async function minutes(world: FlinkWorld, count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    world.skip(61_000);
    await world.follow();
  }
}

describe("the resource of a savepoint that Weir took (SP-3)", () => {
  it("has Apache's name and labels, no owner, and the path (8.1/37)", async () => {
    const world = await cameUp(withOptions({ "savepoint.dispose-on-delete": "true" }));
    await edited(world, { savepointTriggerNonce: 1 });
    const info = at(world.find()?.status, "jobStatus", "savepointInfo", "lastSavepoint");
    expect(shown(world)).toMatchObject([
      {
        apiVersion: "flink.apache.org/v1beta1",
        metadata: {
          name: `orders-savepoint-manual-${at(info, "timeStamp")}`,
          labels: {
            "snapshot.type": "SAVEPOINT",
            "snapshot.trigger-type": "MANUAL",
            "job-reference.kind": "FlinkDeployment",
            "job-reference.name": "orders",
          },
        },
        spec: {
          savepoint: { path: at(info, "location"), formatType: "NATIVE", alreadyExists: true, disposeOnDelete: true },
          jobReference: { kind: "FlinkDeployment", name: "orders" },
        },
      },
    ]);
    expect(shown(world)[0]?.metadata).not.toHaveProperty("ownerReferences");
  });

  it("is admitted, and complete at its first pass", async () => {
    const world = await cameUp();
    await edited(world, { args: ["--env", "prod"] });
    const [object] = shown(world);
    if (object === undefined) throw new Error("there is none");
    expect(flinkStateSnapshot.validate({ object, settings: world.settings })).toEqual([]);
    const other = new FlinkWorld({}, {}, [flinkStateSnapshot]);
    other.cluster.create(object);
    await other.pass(object.metadata.name);
    expect(other.find(object.metadata.name)?.status).toMatchObject({
      state: "COMPLETED",
      path: at(object.spec, "savepoint", "path"),
    });
  });

  it.each(["Missing", "Denied", "Rejected"] as const)(
    "that the API server refuses (%s) is not sent again, and holds nothing up",
    async (code) => {
      const world = await cameUp();
      world.objects.probe = ({ about }) => {
        if (about.startsWith("FlinkStateSnapshot")) throw new OperatorError(code, "no such resource");
      };
      await edited(world, { args: ["--env", "prod"] });
      const tries = world.trace.filter((call) => "about" in call && call.about.startsWith("FlinkStateSnapshot"));
      expect([world.kubelet.started.length, tries.length]).toEqual([2, 0]);
      expect(world.find()?.status).toMatchObject({ lifecycleState: "STABLE" });
      world.trace.length = 0;
      await world.sweep();
      expect(world.trace.filter((call) => call.to === "objects" && call.verb === "apply")).toEqual([]);
    },
  );

  it("waits while the resource is paused", async () => {
    const world = await cameUp();
    world.cluster.edit("orders", { spec: { job: { savepointTriggerNonce: 1 } } });
    await world.pass();
    world.cluster.edit("orders", { metadata: { annotations: { "weir.dev/paused": "true" } } });
    await world.follow();
    expect(shown(world)).toEqual([]);
    world.cluster.edit("orders", { metadata: { annotations: { "weir.dev/paused": null } } });
    await world.follow();
    expect(shown(world)).toHaveLength(1);
  });
});

describe("checkpoints that are asked for", () => {
  it("by a nonce, once, and by a period", async () => {
    const world = await cameUp(withOptions({ "periodic.checkpoint.interval": "60s" }));
    await edited(world, { checkpointTriggerNonce: 1 });
    await edited(world, { checkpointTriggerNonce: null });
    await edited(world, { checkpointTriggerNonce: 1 });
    expect(triggers(world)).toEqual(["MANUAL"]);
    await minutes(world, 2);
    expect(triggers(world)).toEqual(["MANUAL", "PERIODIC", "PERIODIC"]);
    expect(shown(world)[0]?.spec).toEqual({
      checkpoint: {},
      jobReference: { kind: "FlinkDeployment", name: "orders" },
    });
  });

  it("of a Flink that takes none on request: none", async () => {
    const world = await cameUp({ flinkVersion: "v1_16" });
    await edited(world, { checkpointTriggerNonce: 1 });
    expect(shown(world)).toEqual([]);
  });
});

describe("the end of what Weir took by itself (8.1/38)", () => {
  const often = { "periodic.savepoint.interval": "60s" };

  it("by number: the oldest go, and what a nonce asked for stays", async () => {
    const world = await cameUp(withOptions({ ...often, "savepoint.history.max.count": "2" }));
    await edited(world, { savepointTriggerNonce: 1 });
    const before = shown(world).length;
    await minutes(world, 5);
    expect([before, triggers(world)]).toEqual([1, ["MANUAL", "PERIODIC", "PERIODIC"]]);
    const times = shown(world).map(({ metadata }) => Number(metadata.name.split("-").at(-1)));
    const last = at(world.find()?.status, "jobStatus", "savepointInfo", "lastSavepoint", "timeStamp");
    expect(times.at(-1)).toBe(last);
  });

  it("by age: the newest stays, however old", async () => {
    const world = await cameUp(withOptions({ ...often, "savepoint.history.max.age": "150s" }));
    await minutes(world, 4);
    expect(triggers(world).length).toBeLessThanOrEqual(3);
    world.cluster.edit("orders", {
      spec: { flinkConfiguration: { "kubernetes.operator.periodic.savepoint.interval": null } },
    });
    world.skip(3_600_000);
    await world.follow();
    expect(triggers(world)).toEqual(["PERIODIC"]);
  });

  it("not where it is switched off", async () => {
    const options = { ...often, "savepoint.history.max.count": "1", "savepoint.cleanup.enabled": "false" };
    const world = await cameUp(withOptions(options));
    await minutes(world, 3);
    expect(triggers(world)).toEqual(["PERIODIC", "PERIODIC", "PERIODIC"]);
  });

  it("within what the operator allows, whatever the resource says", async () => {
    const flinkConfiguration = { "kubernetes.operator.savepoint.history.max.count.threshold": "1" };
    const world = new FlinkWorld({}, { flinkConfiguration });
    world.cluster.create(flinkApplication(withOptions({ ...often, "savepoint.history.max.count": "5" })));
    await world.follow();
    await minutes(world, 3);
    expect(triggers(world)).toEqual(["PERIODIC"]);
    expect(at(world.find()?.status, "jobStatus", "savepointInfo", "savepointHistory")).toHaveLength(1);
  });
});
