import { readAutoscalerOptions } from "../../autoscaler/options/read-options.ts";
import { oncePerSpec } from "../../core/once-per-spec.ts";
import type { Review, Rule, Violation } from "../../core/rule.ts";
import type { FlinkConfiguration } from "../configuration.ts";
import { ruleOf } from "./option-rules.ts";
import { configurationOf, configurationPath, ownConfiguration } from "./review-configuration.ts";

/** Values that the autoscaler cannot decide by (FD-29, FS-11); none while it is off. */
export function autoscalerProblems(configuration: FlinkConfiguration): readonly Violation[] {
  return readAutoscalerOptions(configuration, { path: configurationPath }).problems;
}

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
