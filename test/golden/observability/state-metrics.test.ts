import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { groups } from "../../../crds/observability/rules.ts";
import { stateResources } from "../../../crds/observability/state-metrics.ts";
import type { KubeObject } from "../../../shared/core/object.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { FlinkWorld } from "../../world/flink-world.ts";
import { projectRoot } from "../kustomization.ts";
import { firingAt } from "./alerting.ts";
import type { Element } from "./promql.ts";
import { seriesOf } from "./state-series.ts";

const read = (path: string) => parse(readFileSync(join(projectRoot, path), "utf8"), {});
const plain = read("knative/observability/kube-state-metrics.generated.yaml");
const named = (series: readonly Element[], name: string) =>
  series.filter(({ labels, value }) => labels.__name__ === name && value === 1);

/** An application's life up to some point, and the series of what then stands there. */
async function live(act: (world: FlinkWorld) => Promise<unknown>): Promise<{ object: KubeObject; series: Element[] }> {
  const world = new FlinkWorld();
  world.cluster.create(flinkApplication());
  await world.follow();
  await act(world);
  const object = world.find();
  if (object === undefined) throw new Error("the application is gone");
  return { object, series: seriesOf(stateResources, object) };
}

/** Alerts that fire where these series stay as they are for so many minutes. */
function alarms(series: readonly Element[], minutes: number): string[] {
  const scraped = series.map(({ labels, value }) => ({
    labels,
    samples: Array.from({ length: minutes + 1 }, (_, minute) => ({ at: minute * 60, value })),
  }));
  return firingAt(groups, scraped, minutes * 60).map(({ alert }) => alert);
}

describe("the configuration of kube-state-metrics", () => {
  it("is the same as a plain file and in the ConfigMap", () => {
    const text = readFileSync(
      join(projectRoot, "knative/components/kube-state-metrics/800-kube-state-metrics.generated.yaml"),
      "utf8",
    );
    const [map] = text.split("---\n").map((one) => parse(one)) as { data: Record<string, string> }[];
    expect(plain).toEqual({ kind: "CustomResourceStateMetrics", spec: { resources: stateResources } });
    expect(parse(map?.data["config.yaml"] ?? "")).toEqual(plain);
  });

  it("gives no two series the same labels, and no label twice by two paths", async () => {
    const { series } = await live(async () => undefined);
    const keys = series.map(({ labels }) => JSON.stringify(Object.entries(labels).sort()));
    expect(new Set(keys).size).toBe(keys.length);
    expect(series.length).toBeGreaterThan(25);
  });

  it("tells of a running application all that the guide wants to see (5.6/10)", async () => {
    const { series } = await live(async () => undefined);
    const who = {
      resourcetype: "FlinkDeployment",
      resourcens: "flink",
      resourcename: "orders",
      resource_name: "orders",
    };
    const [state, ...others] = named(series, "flink_kubernetes_operator_lifecycle_state");
    expect([state?.labels, others]).toEqual([expect.objectContaining({ ...who, state: "STABLE" }), []]);
    expect(named(series, "flink_kubernetes_operator_job_state")[0]?.labels).toMatchObject({ state: "RUNNING" });
    expect(named(series, "flink_kubernetes_operator_jm_deployment_status")[0]?.labels).toMatchObject({
      state: "READY",
    });
    expect(named(series, "flink_kubernetes_operator_resource_info")[0]?.labels).toMatchObject({
      flink_version: "v1_20",
    });
    expect(named(series, "flink_kubernetes_operator_condition").map(({ labels }) => labels.type)).toContain("Running");
  });

  it("tells nothing of the status of a resource that nobody has looked at", () => {
    const world = new FlinkWorld();
    world.cluster.create(flinkApplication());
    const series = seriesOf(stateResources, world.find() ?? {});
    expect([...new Set(series.map(({ labels }) => labels.__name__))]).toEqual([
      "flink_kubernetes_operator_resource_info",
      "flink_kubernetes_operator_generation",
    ]);
    expect([alarms(series, 9), alarms(series, 10)]).toEqual([[], ["FlinkResourceIgnored"]]);
  });
});

describe("the alerts over what Weir writes into a status", () => {
  it("are silent over a running application", async () => {
    const { series } = await live(async () => undefined);
    expect(alarms(series, 40)).toEqual([]);
  });

  it("are silent over a suspended one", async () => {
    const { series } = await live(async (world) => {
      world.cluster.edit("orders", { spec: { job: { state: "suspended" } } });
      await world.follow();
    });
    expect(named(series, "flink_kubernetes_operator_lifecycle_state")[0]?.labels.state).toBe("SUSPENDED");
    expect(alarms(series, 40)).toEqual([]);
  });

  it("tell of a spec that breaks a rule", async () => {
    const { series } = await live(async (world) => {
      world.cluster.edit("orders", {
        spec: { flinkConfiguration: { "kubernetes.operator.savepoint.format.type": "x" } },
      });
      await world.follow();
    });
    expect(alarms(series, 11)).toContain("FlinkResourceWaitsForPeople");
  });
});
