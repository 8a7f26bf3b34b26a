import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { groups } from "../../../crds/observability/rules.ts";
import { stateResources } from "../../../crds/observability/state-metrics.ts";
import { flinkApplication } from "../../builders/flink-deployment.ts";
import { FlinkWorld } from "../../world/flink-world.ts";
import { projectRoot } from "../kustomization.ts";
import { alarms } from "./alarms.ts";
import { liveOf } from "./flink-lives.ts";
import { lives } from "./lives.ts";
import { type Element, evaluate } from "./promql.ts";
import { seriesOf } from "./state-series.ts";

const read = (path: string) => parse(readFileSync(join(projectRoot, path), "utf8"), {});
const plain = read("knative/observability/kube-state-metrics.generated.yaml");
const named = (series: readonly Element[], name: string) =>
  series.filter(({ labels, value }) => labels.__name__ === name && value === 1);

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
    const series = seriesOf(stateResources, await liveOf());
    const keys = series.map(({ labels }) => JSON.stringify(Object.entries(labels).sort()));
    expect(new Set(keys).size).toBe(keys.length);
    expect(series.length).toBeGreaterThan(25);
  });

  it("tells of a running application all that the guide wants to see (5.6/10)", async () => {
    const series = seriesOf(stateResources, await liveOf());
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
    expect([9, 10].map((minutes) => alarms(series, minutes).map(({ alert }) => alert))).toEqual([
      [],
      ["FlinkResourceIgnored"],
    ]);
  });
});

describe("the alerts over what Weir writes into a status", () => {
  it.each(lives)("of a resource that is $name: $alarms ($why)", async ({ live, alarms: expected }) => {
    const series = seriesOf(stateResources, await live());
    expect(alarms(series, 40).map(({ alert }) => alert)).toEqual(expected);
  });

  it("are each met by a life, but for those over what others expose", () => {
    const met = new Set(lives.flatMap((life) => life.alarms));
    const alerts = groups.flatMap(({ rules }) => rules.flatMap((rule) => ("alert" in rule ? [rule.alert] : [])));
    expect(alerts.filter((alert) => !met.has(alert))).toEqual(["FlinkJobRestartLoop"]);
  });
});

describe("the series under Apache's names, out of what Weir writes into a status", () => {
  const countOf = (record: string, series: readonly Element[]) => {
    const rules = groups.flatMap((group) => group.rules.flatMap((rule) => ("record" in rule ? [rule] : [])));
    const rule = rules.find((one) => one.record === `flink_k8soperator_namespace_${record}`);
    const scraped = series.map(({ labels, value }) => ({ labels, samples: [{ at: 0, value }] }));
    return evaluate(rule?.expr ?? "", scraped, 0).map(({ value }) => value);
  };
  const livesOf = async (...names: readonly string[]) => {
    const objects = await Promise.all(lives.filter(({ name }) => names.includes(name)).map(({ live }) => live()));
    return objects.flatMap((object, index) =>
      seriesOf(stateResources, { ...object, metadata: { ...object.metadata, name: `one-${index}` } }),
    );
  };

  it.each([
    { record: "Count", of: ["running", "suspended"], values: [2], why: "both are there" },
    { record: "Lifecycle_State_STABLE_Count", of: ["running", "suspended"], values: [1], why: "the other has no job" },
    { record: "FlinkMinorVersion_1_20_Count", of: ["running", "suspended"], values: [1], why: "nothing else answers" },
    { record: "FlinkMinorVersion_2_0_Count", of: ["running"], values: [], why: "1.20 is another one" },
    { record: "ResourceUsage_Cpu", of: ["running", "suspended"], values: [3], why: "a JobManager, two TaskManagers" },
    {
      record: "ResourceUsage_Memory",
      of: ["running"],
      values: [(1_600 + 2 * 2_048) * 1_024 * 1_024],
      why: "1600m and twice 2g, in bytes",
    },
    { record: "Savepoint_Count", of: ["savepoint", "no-savepoint", "checkpoint"], values: [2], why: "one is none" },
    { record: "Checkpoint_Count", of: ["savepoint", "checkpoint", "running"], values: [1], why: "one is one" },
    { record: "Savepoint_State_FAILED_Count", of: ["savepoint", "no-savepoint"], values: [1], why: "one failed" },
    { record: "Checkpoint_State_COMPLETED_Count", of: ["savepoint", "checkpoint"], values: [1], why: "of its type" },
  ])("$record of $of is $values: $why", async ({ record, of, values }) => {
    const series = await livesOf(...of);
    expect(countOf(record, series)).toEqual(values);
  });
});
