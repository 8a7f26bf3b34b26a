import { at } from "../../core/json.ts";
import { oncePerSpec } from "../../core/once-per-spec.ts";
import type { Review, Rule } from "../../core/rule.ts";
import { configurationPath, type FlinkConfiguration, flatten } from "../configuration.ts";
import { type OptionValues, type ReadOptions, readOptions } from "../options/read-options.ts";
import { configurationOf, ownConfiguration } from "./review-configuration.ts";

/** The options that a configuration itself sets: a rule never refuses a resource for a default. */
export function setOptions(configuration: FlinkConfiguration): Partial<OptionValues> {
  const { values, set } = readOptions(configuration, { defaults: "apache", scope: "resource" });
  return Object.fromEntries([...set].map((name) => [name, values[name]]));
}

/** The options that a resource or the operator's configuration sets for it. */
export const explicit = oncePerSpec((review: Review): Partial<OptionValues> => setOptions(configurationOf(review)));

/** All options of a resource, with the defaults that hold. */
export const optionsOf = oncePerSpec((review: Review): OptionValues => {
  const { flinkDefaults: defaults = "guide" } = review.settings;
  return readOptions(configurationOf(review), { defaults, scope: "resource" }).values;
});

/** A rule that holds where nothing is found. */
export function ruleOf(row: Omit<Rule, "holds" | "findings">, findings: NonNullable<Rule["findings"]>): Rule {
  return { ...row, findings, holds: (review) => findings(review).length === 0 };
}

/** Whether a configuration says each option once. */
export const optionsOnce: Rule = ruleOf(
  {
    name: "options-once",
    why: "Nested and with dots, an option has two values, and which of them counts is nobody's intention.",
    severity: "deny",
    path: configurationPath,
    message: "sets an option twice, nested and with dots",
  },
  ({ object }) => flatten(at(object.spec, "flinkConfiguration")).problems,
);

const ownOptions = oncePerSpec(
  ({ object }: Review): ReadOptions =>
    readOptions(ownConfiguration(object.spec), { defaults: "apache", scope: "resource" }),
);

const ownWarnings = oncePerSpec((review: Review) => ownOptions(review).warnings);

/** Whether the operator's options in a resource can be read, and are called as they are in the Apache operator. */
export const optionRules: readonly Rule[] = [
  ruleOf(
    {
      name: "options-readable",
      why: "A value that cannot be read would leave the default in force, without a word.",
      severity: "deny",
      path: configurationPath,
      message: "has a value that cannot be read",
    },
    (review) => ownOptions(review).problems,
  ),
  ruleOf(
    {
      name: "options-spelling",
      why: "5.6: the guide's spellings are accepted and named; what has no effect, or is nothing, is not ignored silently.",
      severity: "warn",
      path: configurationPath,
      message: "has a key or value in another spelling",
    },
    ownWarnings,
  ),
];
