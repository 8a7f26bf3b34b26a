import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Group, groups } from "../../../crds/observability/rules.ts";
import { stateResources } from "../../../crds/observability/state-metrics.ts";
import { projectRoot } from "../kustomization.ts";
import { rowsBelow } from "../page-tables.ts";
import { firingAt } from "./alerting.ts";
import { type Element, evaluate, without } from "./promql.ts";
import { secondsOf } from "./promql-syntax.ts";
import { readLabels, readSeries } from "./scraped.ts";

interface Expected {
  readonly exp_labels: Readonly<Record<string, string>>;
  readonly exp_annotations: Readonly<Record<string, string>>;
}

interface Case {
  readonly name: string;
  readonly interval: string;
  readonly input_series: readonly { series: string; values: string }[];
  readonly alert_rule_test?: readonly { eval_time: string; alertname: string; exp_alerts: readonly Expected[] }[];
  readonly promql_expr_test?: readonly {
    expr: string;
    eval_time: string;
    exp_samples: readonly { labels: string; value: number }[];
  }[];
}

const { tests } = parse(readFileSync(join(import.meta.dirname, "alerts.promtool.yaml"), "utf8")) as { tests: Case[] };
const shipped = (path: string) => parse(readFileSync(join(projectRoot, path), "utf8"));
const alerts = groups.flatMap(({ rules }) => rules.flatMap((rule) => ("alert" in rule ? [rule] : [])));
const recordings = groups.flatMap(({ rules }) => rules.flatMap((rule) => ("record" in rule ? [rule] : [])));

/** The guide's rules as it has them. */
const guide = `
groups:
  - name: flink-operator
    rules:
      - alert: FlinkJobFailed
        expr: |
          flink_kubernetes_operator_lifecycle_state{state="FAILED"} == 1
        for: 1m
        labels:
          severity: critical
        annotations:
          summary: "Flink job {{ $labels.resource_name }} is in FAILED state"

      - alert: FlinkJobRestartLoop
        expr: |
          increase(flink_jobmanager_job_numRestarts[10m]) > 3
        for: 5m
        labels:
          severity: warning
        annotations:
          summary: "Flink job {{ $labels.job_name }} is restarting frequently"
`;

describe("the alerts", () => {
  it("begin with the guide's, word for word (5.6/10)", () => {
    const { groups: theirs } = parse(guide) as { groups: Group[] };
    const trimmed = JSON.parse(JSON.stringify(theirs).replaceAll('\\n"', '"'));
    expect(groups.slice(0, 1)).toEqual(trimmed);
  });

  it("are the same as a plain file and as a PrometheusRule", () => {
    const { groups: plain } = shipped("knative/observability/alerts.generated.yaml");
    const rule = shipped("knative/components/alerts/810-alerts.generated.yaml");
    expect(plain).toEqual(groups);
    expect(rule).toMatchObject({ kind: "PrometheusRule", spec: { groups } });
  });

  it("are told in the guide, every one, and so is every series of Flink's kinds", () => {
    const page = readFileSync(join(projectRoot, "docs/guides/metrics.md"), "utf8");
    expect(rowsBelow(page, ["alert", "fires when"]).map(([name]) => name)).toEqual(
      alerts.map(({ alert }) => `\`${alert}\``),
    );
    const series = stateResources.flatMap(({ metrics }) => metrics.map(({ name }) => name));
    expect(series.filter((name) => !page.includes(`_${name}`))).toEqual([]);
  });

  it("have a case each in which they fire, and one in which they do not", () => {
    const tried = tests.flatMap(({ alert_rule_test: some = [] }) => some);
    for (const { alert } of alerts) {
      const counts = tried.filter(({ alertname }) => alertname === alert).map((one) => one.exp_alerts.length > 0);
      expect([alert, counts.includes(true)]).toEqual([alert, true]);
    }
  });

  it.each(tests)("fire as promtool says: $name", ({ interval, input_series: input, alert_rule_test: some = [] }) => {
    const series = input.map((one) => readSeries(one, interval));
    for (const { eval_time: time, alertname, exp_alerts: expected } of some) {
      const found = firingAt(groups, series, secondsOf(time)).filter(({ alert }) => alert === alertname);
      expect(found.map(({ labels, annotations }) => ({ exp_labels: labels, exp_annotations: annotations }))).toEqual(
        expected,
      );
    }
  });

  it.each(tests.filter((one) => one.promql_expr_test !== undefined))(
    "are counted as promtool counts: $name",
    ({ interval, input_series: input, promql_expr_test: some = [] }) => {
      const series = input.map((one) => readSeries(one, interval));
      for (const { expr, eval_time: time, exp_samples: expected } of some) {
        const rule = recordings.find(({ record }) => record === expr);
        const found = evaluate(rule?.expr ?? "", series, secondsOf(time));
        expect(found).toEqual(
          expected.map(({ labels, value }) => ({ labels: without(readLabels(labels), "__name__"), value })),
        );
      }
    },
  );
});

describe("the evaluator of these tests", () => {
  it.each([
    { expression: "rate(a[5m])", why: "another function" },
    { expression: "a and b", why: "another operator" },
    { expression: "a{b=c}", why: "a matcher without quotes" },
    { expression: "a ? b", why: "no PromQL at all" },
  ])("refuses what it does not know, $expression ($why)", ({ expression }) => {
    const some: Element["labels"] = { __name__: "a" };
    expect(() => evaluate(expression, [{ labels: some, samples: [{ at: 0, value: 1 }] }], 0)).toThrow();
  });
});
