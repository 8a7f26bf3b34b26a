import { oncePerSpec } from "../../core/once-per-spec.ts";
import type { Rule, Violation } from "../../core/rule.ts";
import { configurationPath } from "../configuration.ts";
import { roles, toFlinkNotation } from "../flink-notation.ts";
import { readPodSettings } from "../pod-settings.ts";
import { ruleOf } from "./option-rules.ts";
import { ownConfiguration } from "./review-configuration.ts";

/** What a spec's own configuration is in Flink's notation. */
export const ownNoted = oncePerSpec(({ object }) => toFlinkNotation(ownConfiguration(object.spec), configurationPath));

const problemsOf = oncePerSpec((review): readonly Violation[] => {
  const { configuration, problems } = ownNoted(review);
  const found = roles.flatMap((role) => readPodSettings(configuration, role, configurationPath).problems);
  const texts = new Set<string>();
  return [...problems, ...found].filter(({ path, message }) => {
    const text = `${path} ${message}`;
    return !texts.has(text) && texts.add(text) !== undefined;
  });
});

/** Options of Flink on Kubernetes that hold lists and maps, in Flink's notation or in the guide's (5.6). */
export const notationRules: readonly Rule[] = [
  ruleOf(
    {
      name: "notation-readable",
      why: "5.6: pods would come without the labels, tolerations or variables that somebody counts on.",
      severity: "deny",
      path: configurationPath,
      message: "has a list or map that cannot be read, or that Kubernetes would refuse",
    },
    problemsOf,
  ),
  ruleOf(
    {
      name: "notation-spelling",
      why: "5.6: the guide's notations work here, and not with the Apache operator.",
      severity: "warn",
      path: configurationPath,
      message: "has a list or map in the guide's notation",
    },
    (review) => ownNoted(review).warnings,
  ),
];
