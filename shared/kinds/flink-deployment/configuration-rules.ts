import { at, type JsonValue, member } from "../../core/json.ts";
import type { Review, Rule } from "../../core/rule.ts";
import { configurationPath, findPrefixClashes } from "../../flink/configuration.ts";
import { highAvailabilityOf, isHighlyAvailable } from "../../flink/high-availability.ts";
import { withoutOperatorKeys } from "../../flink/layers.ts";
import { options } from "../../flink/options/read-options.ts";
import { explicit, optionRules, optionsOnce, ruleOf } from "../../flink/rules/option-rules.ts";
import { configurationOf, optionPath } from "../../flink/rules/review-configuration.ts";
import { optionOf, toDialect } from "../../flink/spellings.ts";
import { findFlinkVersion } from "../../flink/versions.ts";

const storageDir = "high-availability.storageDir";

/** The value of an option of two or more words in a spec, flat or nested once. */
function isGiven(spec: JsonValue | undefined, parent: string, key: string): boolean {
  const options = at(spec, "flinkConfiguration");
  return member(options, `${parent}.${key}`) !== undefined || at(options, parent, key) !== undefined;
}

/** An option that follows from the resource itself (FD-5). */
function ownOption(parent: string, key: string): Rule {
  const name = `${parent}.${key}`;
  const given = `object.${configurationPath}`;
  // The schema names none of its fields, so that only a dynamic value may be asked for one.
  const options = `dyn(${given})`;
  return {
    name: `own-${name.replaceAll(".", "-")}`,
    why: "FD-5: a cluster under another name or in another namespace would be one that nobody manages.",
    severity: "deny",
    path: optionPath(name),
    message: "must not be set: it follows from the resource's own name and namespace",
    cel: {
      layer: "policy",
      expression:
        `!has(${given}) || !('${name}' in ${options} || ('${parent}' in ${options} && ` +
        `type(${options}['${parent}']) == map && '${key}' in ${options}['${parent}']))`,
    },
    holds: ({ object }) => !isGiven(object.spec, parent, key),
  };
}

function clashesOf(review: Review) {
  const version = findFlinkVersion(String(at(review.object.spec, "flinkVersion")));
  if (version === undefined || version.configurationFile !== "config.yaml") return [];
  return findPrefixClashes(toDialect(withoutOperatorKeys(configurationOf(review)), version.name));
}

/** FD-5 to FD-7, where high availability keeps its metadata, and what makes a configuration unreadable. */
export const configurationRules: readonly Rule[] = [
  ownOption("kubernetes", "namespace"),
  ownOption("kubernetes", "cluster-id"),
  ownOption("high-availability", "cluster-id"),
  optionsOnce,
  ruleOf(
    {
      name: "options-apart",
      why: "3.2: config.yaml of Flink 2 is a tree, in which no option can lie below another one.",
      severity: "deny",
      path: configurationPath,
      message: "has an option that is the beginning of another one",
    },
    clashesOf,
  ),
  ...optionRules,
  {
    name: "ha-kubernetes",
    why: "3.8: metadata elsewhere is neither seen nor removed by Weir, and the next JobManager of the name would run the old job beside the new one.",
    severity: "deny",
    path: optionPath("high-availability.type"),
    message:
      "must be kubernetes or NONE: Weir neither reads nor removes what ZooKeeper or another service keeps of a job",
    holds: (review) => highAvailabilityOf(configurationOf(review)) !== "other",
  },
  {
    name: "ha-storage",
    why: "Flink's JobManager ends at its start where it has nowhere to store what its ConfigMaps point to.",
    severity: "deny",
    path: optionPath(storageDir),
    message:
      "is required by high-availability.type kubernetes: a directory that every JobManager reaches, such as s3://bucket/ha",
    holds: (review) =>
      highAvailabilityOf(configurationOf(review)) !== "kubernetes" ||
      (optionOf(configurationOf(review), storageDir) ?? "").trim() !== "",
  },
  {
    name: "rollback-needs-ha",
    why: "FD-6: a rollback goes on from what high availability remembers.",
    severity: "deny",
    path: optionPath(options.rollback.key),
    message: "needs high availability: set high-availability.type and high-availability.storageDir, or turn it off",
    holds: (review) => explicit(review).rollback !== true || isHighlyAvailable(configurationOf(review)),
  },
  {
    name: "health-check-needs-recovery",
    why: "FD-7: an unhealthy cluster is mended by what recovers a missing one.",
    severity: "deny",
    path: optionPath(options.healthCheck.key),
    message: `needs ${options.jobManagerRecovery.key}; turn that on, or this off`,
    holds: (review) => explicit(review).healthCheck !== true || explicit(review).jobManagerRecovery !== false,
  },
];
