import { groups } from "../../../../crds/observability/rules.ts";
import { alarms } from "../../../golden/observability/alarms.ts";
import { type Element, evaluate, without } from "../../../golden/observability/promql.ts";

const rules = groups.flatMap((group) => group.rules);

/**
 * Series that stay as they are for so many minutes, and all that our own evaluator makes of them by then: which alerts
 * fire and which do not, and what is recorded. In the words of a file for `promtool test rules`.
 */
export function toCase(name: string, series: readonly Element[], minutes: number): object {
  const firing = alarms(series, minutes);
  const time = `${minutes}m`;
  return {
    name,
    interval: "1m",
    input_series: series.map(({ labels, value }) => ({ series: selector(labels), values: `${value}x${minutes}` })),
    alert_rule_test: rules.flatMap((rule) => {
      if (!("alert" in rule)) return [];
      const expected = firing.filter(({ alert }) => alert === rule.alert);
      return [
        {
          eval_time: time,
          alertname: rule.alert,
          exp_alerts: expected.map(({ labels, annotations }) => ({ exp_labels: labels, exp_annotations: annotations })),
        },
      ];
    }),
    promql_expr_test: rules.flatMap((rule) => {
      if (!("record" in rule)) return [];
      const samples = series.map(({ labels, value }) => ({ labels, samples: [{ at: 0, value }] }));
      const recorded = evaluate(rule.expr, samples, 0).map(({ labels, value }) => ({
        labels: selector({ __name__: rule.record, ...labels }),
        value,
      }));
      return [{ expr: rule.record, eval_time: time, exp_samples: recorded }];
    }),
  };
}

/** The selector that finds just these labels. */
function selector(labels: Element["labels"]): string {
  const matchers = Object.entries(without(labels, "__name__")).map(
    ([name, value]) => `${name}=${JSON.stringify(value)}`,
  );
  return `${labels.__name__}{${matchers.join(",")}}`;
}
