import { describe, expect, it } from "vitest";
import { observing } from "../../../functions/observing.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { makeMetrics } from "../../../shared/runtime/metrics.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { FlinkWorld } from "../../world/flink-world.ts";

/** A world whose engine tells metrics as a function's does, and what `/metrics` then says of Flink's kinds. */
function observed() {
  const world = new FlinkWorld();
  const metrics = makeMetrics();
  world.engine = { ...world.engine, ...observing(kinds, metrics) };
  const lines = async () =>
    (await metrics.text()).split("\n").filter((line) => /^flink_kubernetes_operator_(?!.*_bucket)/.test(line));
  return { world, lines };
}

const kind = 'resourcetype="FlinkDeployment"';
const moved = (from: string, to: string, times: number) =>
  `flink_kubernetes_operator_resource_transitions_count{${kind},from="${from}",to="${to}"} ${times}`;

describe("the guide's metrics of the operator (5.6/10)", () => {
  it("count each change of the lifecycle state, and time the JobManager's start", async () => {
    const { world, lines } = observed();
    world.cluster.create(flinkApplication());
    await world.follow();
    const said = await lines();
    expect(said.filter((line) => line.includes("transitions"))).toEqual([
      moved("", "DEPLOYED", 1),
      moved("DEPLOYED", "STABLE", 1),
    ]);
    expect(said).toContain(`flink_kubernetes_operator_jm_deployment_time_count{${kind}} 1`);
  });

  it("count no look that changes nothing, and time no JobManager that Kubernetes started again", async () => {
    const { world, lines } = observed();
    world.cluster.create(flinkApplication());
    await world.follow();
    const before = await lines();
    world.skip(60_000);
    await world.sweep();
    await world.pass();
    expect(await lines()).toEqual(before);
  });

  it("count what was taken down", async () => {
    const { world, lines } = observed();
    world.cluster.create(flinkApplication());
    await world.follow();
    world.cluster.remove("orders");
    await world.follow();
    await world.pass();
    expect(await lines()).toContain(`flink_kubernetes_operator_cleanup_count{${kind}} 1`);
  });

  it("count an error once, however often it is seen", async () => {
    const { world, lines } = observed();
    world.cluster.create(flinkApplication());
    await world.follow();
    world.cluster.edit("orders", {
      spec: { flinkConfiguration: { "kubernetes.operator.savepoint.format.type": "x" } },
    });
    await world.pass();
    await world.pass();
    const [line = ""] = (await lines()).filter((one) => one.includes("failures"));
    expect(line).toBe(`flink_kubernetes_operator_reconciler_failures{${kind}} 1`);
  });
});

describe("Apache's times of the lifecycle (7.1)", () => {
  it("are told of a change and of a suspension, for each namespace and kind", async () => {
    const world = new FlinkWorld();
    const metrics = makeMetrics();
    world.engine = { ...world.engine, ...observing(kinds, metrics) };
    world.cluster.create(flinkApplication());
    await world.follow();
    world.cluster.edit("orders", { spec: { job: { args: ["--env", "prod"] } } });
    await world.follow();
    world.cluster.edit("orders", { spec: { job: { state: "suspended" } } });
    await world.follow();
    const text = await metrics.text();
    const labels = 'resourcens="flink",resourcetype="FlinkDeployment"';
    const counts = text.split("\n").flatMap((line) => {
      const [, name, count] =
        /^flink_k8soperator_namespace_Lifecycle_(\w+)_TimeSeconds_count\{(.*)\} \d+$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, count === labels, line.split(" ").at(-1)]];
    });
    expect(counts).toEqual([
      ["State_DEPLOYED", true, "2"],
      ["Transition_Stabilization", true, "2"],
      ["State_STABLE", true, "2"],
      ["State_UPGRADING", true, "2"],
      ["Transition_Submission", true, "1"],
      ["Transition_Upgrade", true, "1"],
      ["Transition_Suspend", true, "1"],
    ]);
  });
});
