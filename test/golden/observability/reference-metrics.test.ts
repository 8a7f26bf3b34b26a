import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { groups } from "../../../crds/observability/rules.ts";
import { stateResources } from "../../../crds/observability/state-metrics.ts";
import { readTestFiles } from "../../../crds/requirements/test-files.ts";
import { expose } from "../../../shared/autoscaler/explain/exposition.ts";
import { timedTransitions } from "../../../shared/flink/life-times.ts";
import { lifecycleStates } from "../../../shared/flink/schema/life-cycle-status.ts";
import { makeMetrics } from "../../../shared/runtime/metrics.ts";
import { titlesIn } from "../compatibility-page.ts";
import { projectRoot } from "../kustomization.ts";
import { missingOf, rowsBelow, testsNamedIn } from "../page-tables.ts";

/** The guide's metrics of the operator and of its autoscaler, and the Apache operator's (7.1, 5.2 of the autoscaler). */
const references = [
  ...[
    ...["lifecycle.state", "resource.transitions.count", "reconciler.failures", "jm.deployment.time", "cleanup.count"],
    ...["current.parallelism", "recommended.parallelism", "vertex.busy.time", "vertex.backlog.processing.time"].map(
      (name) => `autoscaler.${name}`,
    ),
    "autoscaler.scaling.report",
  ].map((name) => `flink.kubernetes.operator.${name}`),
  ...["Count", "Lifecycle.State.<S>.Count", "Lifecycle.State.<S>.TimeSeconds", "Lifecycle.Transition.<T>.TimeSeconds"],
  ...["JmDeploymentStatus.<S>.Count", "FlinkVersion.<V>.Count", "FlinkMinorVersion.<V>.Count"],
  ...["ResourceUsage.Cpu", "ResourceUsage.Memory", "ResourceUsage.StateSize"],
  ...["Checkpoint.Count", "Checkpoint.State.<S>.Count", "Savepoint.Count", "Savepoint.State.<S>.Count"],
  ...["BlueGreenState.<S>.Count", "JobStatus.<S>.Count", "Failures"],
  ...["KubeClient.*", "JOSDK.*", "AutoScaler.*", "Status.JVM.*"],
];

const folder = "docs/guides";
const page = readFileSync(join(projectRoot, folder, "metrics.md"), "utf8");
const rows = rowsBelow(page, ["reference", "type", "Weir", "from", "shown by"]).map((cells) => {
  const [reference = "", type = "", weir = "", from = "", shown = ""] = cells;
  const names = [...weir.matchAll(/`((?:flink_kubernetes|flink_k8s|weir_)[\w<>]+)`/g)].map(([, name = ""]) => name);
  return { reference: reference.replaceAll("`", ""), type, weir, from, names, tests: testsNamedIn(shown, folder) };
});

/** Who makes which series. */
async function made(): Promise<Readonly<Record<string, readonly string[]>>> {
  const metrics = makeMetrics();
  const owner = { kind: "FlinkDeployment", namespace: "flink" };
  for (const state of lifecycleStates) metrics.stay(owner, state, 1);
  for (const transition of timedTransitions) metrics.lifecycle(owner, transition, 1);
  const told = (text: string) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name);
  return {
    "kube-state-metrics": stateResources.flatMap(({ metricNamePrefix, metrics }) =>
      metrics.map(({ name }) => `${metricNamePrefix}_${name}`),
    ),
    rule: groups.flatMap(({ rules }) => rules.flatMap((rule) => ("record" in rule ? [rule.record] : []))),
    function: [...told(await metrics.text()), ...told(expose([], 0))],
  };
}

const isOf = (pattern: string) => {
  const [head = "", ...tails] = pattern.split(/<\w>/);
  const [tail] = tails;
  return (name: string) => (tail === undefined ? name === head : name.startsWith(head) && name.endsWith(tail));
};

describe("the table of every metric of the guide and of the Apache operator", () => {
  it("has a row for each, in their order, and no other", () => {
    expect(rows.map(({ reference }) => reference)).toEqual(references);
  });

  it.each(rows)(
    "$reference: is given by whom the row says, or says why it is not",
    async ({ weir, from, names, tests }) => {
      const makers = await made();
      if (from === "–") {
        expect([weir, tests]).toEqual([expect.stringMatching(/^not given: .{20,}/), []]);
        return;
      }
      const [first, ...others] = names.length > 0 ? names : ["weir_passes_total"];
      expect(makers[from]?.filter(isOf(first ?? ""))).not.toEqual([]);
      const all = Object.values(makers).flat();
      expect(others.filter((name) => !all.some(isOf(name)))).toEqual([]);
      expect(tests).not.toEqual([]);
    },
  );

  it("names tests that there are", () => {
    const titles = titlesIn(readTestFiles(projectRoot));
    expect(rows.flatMap(({ tests }) => missingOf(tests, titles))).toEqual([]);
  });

  it("tells of the process", async () => {
    const { function: told = [] } = await made();
    expect(told).toEqual(expect.arrayContaining(["process_cpu_seconds_total", "nodejs_heap_size_total_bytes"]));
  });
});
