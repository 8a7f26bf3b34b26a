import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { groups } from "../../../crds/observability/rules.ts";
import { stateResources } from "../../../crds/observability/state-metrics.ts";
import { lives } from "./lives.ts";
import { type Element, without } from "./promql.ts";
import { readExpression, type Selector } from "./promql-syntax.ts";
import { readLabels } from "./scraped.ts";
import { seriesOf } from "./state-series.ts";
import { unansweredOf, unlabelled, unselected } from "./unanswered.ts";

const rules = groups.flatMap((group) => group.rules);

/** The selector of one series. */
function toSelector(labels: Element["labels"]): Selector {
  const matchers = Object.entries(without(labels, "__name__"));
  return {
    metric: labels.__name__ ?? "",
    matchers: matchers.map(([label, text]) => ({ label, operator: "=", text })),
  };
}

describe("the rules, held against all that kube-state-metrics and Flink tell", () => {
  it("ask for no metric, label or word that nobody tells", () => {
    expect(rules.length).toBeGreaterThan(60);
    expect(rules.flatMap(({ expr }) => unansweredOf(readExpression(expr)))).toEqual([]);
  });

  it("fill annotations from labels that their series have", () => {
    const lacking = rules.flatMap((rule) => {
      if (!("alert" in rule)) return [];
      const text = Object.values(rule.annotations).join(" ");
      const named = [...text.matchAll(/\$labels\.(\w+)/g)].map(([, label = ""]) => label);
      expect([rule.alert, named]).toEqual([rule.alert, expect.arrayContaining([expect.any(String)])]);
      return unlabelled(readExpression(rule.expr), named).map((label) => `${rule.alert}: ${label}`);
    });
    expect(lacking).toEqual([]);
  });

  it("are tried on series that there can be", () => {
    const { tests } = parse(readFileSync(join(import.meta.dirname, "alerts.promtool.yaml"), "utf8")) as {
      tests: { input_series: { series: string }[] }[];
    };
    const tried = tests.flatMap((one) => one.input_series.map(({ series }) => toSelector(readLabels(series))));
    expect(tried.length).toBeGreaterThan(10);
    expect(tried.flatMap(unselected)).toEqual([]);
  });

  it.each(lives)("are held against no less than what is told of $name ($why)", async ({ live }) => {
    const told = seriesOf(stateResources, await live());
    expect(told.flatMap(({ labels }) => unselected(toSelector(labels)))).toEqual([]);
  });
});

const state = "flink_kubernetes_operator_lifecycle_state";
const condition = "flink_kubernetes_operator_condition";

describe("what a rule asks for in vain", () => {
  it.each([
    { why: "a misspelt metric", expr: `${state}s == 1`, found: [`nobody tells ${state}s`] },
    { why: "a label of another metric", expr: `${state}{reason="x"}`, found: [`${state} has no label reason`] },
    {
      why: "a state that there is none",
      expr: `${state}{state="STABEL"}`,
      found: [`state of ${state} is never STABEL`],
    },
    {
      why: "one of several words",
      expr: `${state}{state=~"FAILED|BROKEN"}`,
      found: [`state of ${state} is never BROKEN`],
    },
    {
      why: "a word that is excluded, and is never there",
      expr: `${state}{resourcetype!="VvpDeployment"}`,
      found: [`resourcetype of ${state} is never VvpDeployment`],
    },
    {
      why: "the reason of another condition",
      expr: `${condition}{type="Running",reason="SavepointFailed"}`,
      found: [`${condition} never has, beside the rest: type Running, reason SavepointFailed`],
    },
    {
      why: "the reason of another kind",
      expr: 'weir_vvpdeployment_condition{type="Healthy",reason="SavepointFailed"}',
      found: ["weir_vvpdeployment_condition never has, beside the rest: type Healthy, reason SavepointFailed"],
    },
    {
      why: "a status that the aggregate never has",
      expr: 'weir_vvpdeployment_condition{type="Healthy",status="Unknown"}',
      found: ["weir_vvpdeployment_condition never has, beside the rest: type Healthy, status Unknown"],
    },
    {
      why: "a label to count by, which not all of the series have",
      expr: `sum by (flink_version) (flink_kubernetes_operator_resource_info)`,
      found: ["flink_version is no label of all of flink_kubernetes_operator_resource_info"],
    },
    {
      why: "a label to join on, which the other side does not have",
      expr: `${condition} unless on (reason) ${state}`,
      found: [`reason is no label of all of ${state}`],
    },
    { why: "a pattern that is no list of words", expr: `${state}{state=~"FAIL.*"}`, found: [] },
    {
      why: "a label that only some resources have",
      expr: `${state}{checkpoint=""}`,
      found: [`${state} has no label checkpoint`],
    },
  ])("$why", ({ expr, found }) => expect(unansweredOf(readExpression(expr))).toEqual(found));

  it("a label for an annotation that was summed up", () => {
    const expression = readExpression(`sum by (resourcens) (${state})`);
    expect(unlabelled(expression, ["resourcens", "resourcename"])).toEqual(["resourcename"]);
  });
});
