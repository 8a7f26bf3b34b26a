import { describe, expect, it } from "vitest";
import { OperatorError } from "../../../shared/core/error.ts";
import { at, type JsonValue } from "../../../shared/core/json.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

/** An application, and an API server that refuses objects whose line in the trace begins like this. */
async function refusing(what: string, refused: string[] = []): Promise<FlinkWorld> {
  const world = new FlinkWorld();
  world.objects.probe = ({ verb, about }, when) => {
    const isWrite = verb === "apply" || verb === "create";
    if (when === "before" && isWrite && about.startsWith(what)) {
      refused.push(about);
      throw new OperatorError("Rejected", `the API server answered no to ${verb} ${about}`, { applied: "no" });
    }
  };
  world.cluster.create(flinkApplication());
  await world.follow();
  return world;
}

const shown = (world: FlinkWorld, type: string): JsonValue | undefined => {
  const conditions = at(world.find()?.status, "conditions");
  return Array.isArray(conditions) ? conditions.find((one) => at(one, "type") === type) : undefined;
};

describe("a part of a cluster that the API server refuses", () => {
  it.each([
    { name: "its configuration", what: "ConfigMap", why: "what is applied" },
    { name: "its JobManager", what: "Deployment", why: "what is created" },
  ])("$name ($why): is told in the same look, as stalled and not as on its way", async ({ what }) => {
    const world = await refusing(what);
    const message = expect.stringContaining("A part of the cluster is refused: the API server answered no to");
    expect(shown(world, "Waiting")).toMatchObject({ status: "True", reason: "Refused", message });
    expect([shown(world, "Reconciling"), shown(world, "Stalled")]).toMatchObject([undefined, { status: "True" }]);
    expect(shown(world, "Ready")).toMatchObject({ status: "False" });
    expect(at(world.find()?.status, "error")).toContain("answered no");
  });

  it("says the same at the next tick, which tries it again", async () => {
    const refused: string[] = [];
    const world = await refusing("Deployment", refused);
    const before = at(world.find()?.status, "conditions");
    world.skip(60_000);
    await world.sweep();
    expect(at(world.find()?.status, "conditions")).toEqual(before);
    expect(refused).toEqual(["Deployment orders", "Deployment orders"]);
  });

  it("is deployed by the next tick once nothing refuses it", async () => {
    const world = await refusing("Deployment");
    world.objects.probe = () => {};
    world.skip(60_000);
    await world.sweep();
    await world.follow();
    expect(world.kubelet.started).toHaveLength(1);
    expect([shown(world, "Waiting"), shown(world, "Ready")]).toMatchObject([
      { reason: "NotWaiting" },
      { status: "True" },
    ]);
  });

  it("for want of a right: the same, and it is tried again soon", async () => {
    const world = new FlinkWorld();
    world.objects.probe = ({ verb }, when) => {
      if (when === "before" && verb === "create") {
        throw new OperatorError("Denied", "orders is forbidden: exceeded quota: small", { applied: "no" });
      }
    };
    world.cluster.create(flinkApplication());
    const { end } = await world.pass();
    expect([end, shown(world, "Waiting"), shown(world, "Reconciling")]).toMatchObject([
      "waiting",
      { status: "True", reason: "Refused" },
      { status: "True", reason: expect.stringMatching(/Refused|SubConditionsFailing/) },
    ]);
  });
});
