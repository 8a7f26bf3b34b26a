import { readAutoscalerOptions } from "../../autoscaler/options/read-options.ts";
import { oncePerSpec } from "../../core/once-per-spec.ts";
import type { Review, Rule, Violation } from "../../core/rule.ts";
import type { FlinkConfiguration } from "../configuration.ts";
import { configurationPath } from "../configuration.ts";
import { ruleOf } from "./option-rules.ts";
import { configurationOf, optionPath, ownConfiguration } from "./review-configuration.ts";

/** Milliseconds between two looks at a job: the schedule of the PingSource `weir-autoscale`. */
const lookPeriod = 60_000;

/** Values that the autoscaler cannot decide by (FD-29, FS-11); none while it is off. */
export function autoscalerProblems(configuration: FlinkConfiguration): readonly Violation[] {
  return readAutoscalerOptions(configuration, { path: configurationPath }).problems;
}

/** FD-30, FS-11: a window in which there cannot be two looks; none while the autoscaler is off. */
export function shortWindow(configuration: FlinkConfiguration): readonly Violation[] {
  const { enabled, metricsWindow } = readAutoscalerOptions(configuration).options;
  if (!enabled || metricsWindow >= 2 * lookPeriod) return [];
  const message = "has no room for two looks at the job, which come once a minute; make it 2 min or more";
  return [{ path: optionPath("job.autoscaler.metrics.window"), message }];
}

/** Of a session job its target says so, since whether the autoscaler is on its cluster says as well. */
export const windowRule: Rule = ruleOf(
  {
    name: "autoscaler-window",
    why: "FD-30: an autoscaler that never has two looks in its window learns no rate, and scales nothing.",
    severity: "warn",
    path: optionPath("job.autoscaler.metrics.window"),
    message: "has no room for two looks at the job",
  },
  (review) => shortWindow(configurationOf(review)),
);

const ownWarnings = oncePerSpec(
  ({ object }: Review): readonly Violation[] =>
    readAutoscalerOptions(ownConfiguration(object.spec), { path: configurationPath }).warnings,
);

/** Whether the autoscaler's options can be read and hold together, and are called as they are in the Apache operator. */
export const autoscalerRules: readonly Rule[] = [
  ruleOf(
    {
      name: "autoscaler-options",
      why: "FD-29, FS-11: the autoscaler would decide by a value that means nothing; nothing is checked while it is off.",
      severity: "deny",
      path: configurationPath,
      message: "has a value that the autoscaler cannot decide by",
    },
    (review) => autoscalerProblems(configurationOf(review)),
  ),
  ruleOf(
    {
      name: "autoscaler-spelling",
      why: "The guide's spellings are accepted and named; what has no effect, or is nothing, is not ignored silently.",
      severity: "warn",
      path: configurationPath,
      message: "has an option of the autoscaler in another spelling",
    },
    ownWarnings,
  ),
];
