import type { KubeObject } from "../../../../shared/core/object.ts";
import { options, type RuleRow, rowsOf } from "./row.ts";

const autoscaler = (key: string, value: string, enabled = "true") =>
  options({ "job.autoscaler.enabled": enabled, [`job.autoscaler.${key}`]: value });

const [bound, spelled] = ["autoscaler-options", "autoscaler-spelling"];
const shares = ["utilization.target", "memory.gc-pressure.threshold", "memory.heap-usage.threshold"].map((key) => ({
  key,
  good: ["0", "0.7", "1.0"],
  bad: ["1.1", "-0.1", "much"],
}));
const factors = ["target.utilization.boundary", "scale-down.max-factor", "scale-up.max-factor"].map((key) => ({
  key,
  good: ["0", "0.3", "100000"],
  bad: ["-1", "much"],
}));
const ends = [
  { key: "utilization.max", good: ["0.7", "1.0"], bad: ["1.1", "0.69", "much"] },
  { key: "utilization.min", good: ["0", "0.7"], bad: ["-0.1", "0.71", "much"] },
];

/** What the autoscaler of a job decides by (FD-29, FS-11), in any resource that has a job. */
export function autoscalerRows(base: KubeObject): readonly RuleRow[] {
  const { held, broken } = rowsOf(base);
  return [
    ...[...shares, ...factors, ...ends].flatMap(({ key, good, bad }) => [
      ...good.map((value) => held(bound, `${key} ${value}`, "FD-29.", autoscaler(key, value))),
      ...bad.map((value) => broken(bound, `${key} ${value}`, "FD-29.", autoscaler(key, value))),
      held(bound, `${key} much while it is off`, "FD-29: nothing is checked then.", autoscaler(key, "much", "false")),
    ]),
    broken(bound, "the guide's spelling, negative", "5.6.", autoscaler("scale-down.max.factor", "-1")),
    broken(
      bound,
      "a duration that is none",
      "It would be the default, without a word.",
      autoscaler("restart.time", "x"),
    ),
    broken(bound, "on by the operator's configuration", "3.1.", options({ "job.autoscaler.utilization.target": "2" }), {
      operator: { "job.autoscaler.enabled": "true" },
    }),
    held(
      spelled,
      "the key of the Apache operator",
      "Nothing is to be said.",
      autoscaler("scale-down.max-factor", "0.6"),
    ),
    broken(spelled, "the guide's spelling", "5.6.", autoscaler("scale-down.max.factor", "0.6")),
    broken(
      spelled,
      "a key that is none, while it is off",
      "It would be ignored.",
      autoscaler("restart.tyme", "1", "false"),
    ),
    held(
      spelled,
      "the guide's spelling of the operator's",
      "It is not the user's.",
      {},
      {
        operator: { "job.autoscaler.scale-down.max.factor": "0.6" },
      },
    ),
  ];
}

/** The window of an application's autoscaler beside the time between two looks (FD-30, DV-64). */
export function windowRows(base: KubeObject): readonly RuleRow[] {
  const { held, broken } = rowsOf(base);
  const rule = "autoscaler-window";
  const on = { operator: { "job.autoscaler.enabled": "true" } };
  return [
    held(rule, "no window", "15 min by default.", options({ "job.autoscaler.enabled": "true" })),
    held(rule, "two minutes", "Two looks.", autoscaler("metrics.window", "2 min")),
    held(rule, "5 s while it is off", "FD-29: nothing is checked then.", autoscaler("metrics.window", "5 s", "false")),
    broken(rule, "5 s", "FD-30.", autoscaler("metrics.window", "5 s")),
    broken(rule, "119 s", "One look, and at times a second.", autoscaler("metrics.window", "119 s")),
    broken(rule, "on by the operator's configuration", "3.1.", options({ "job.autoscaler.metrics.window": "5 s" }), on),
    broken(
      rule,
      "by the long prefix",
      "5.6: the same option.",
      options({
        "kubernetes.operator.job.autoscaler.enabled": "true",
        "kubernetes.operator.job.autoscaler.metrics.window": "5 s",
      }),
    ),
  ];
}
