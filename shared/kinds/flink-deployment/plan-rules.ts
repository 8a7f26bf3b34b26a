import { oncePer } from "../../core/once-per.ts";
import { oncePerSpec } from "../../core/once-per-spec.ts";
import { type Review, type Rule, type Violation, violationsOf } from "../../core/rule.ts";
import { planCluster } from "../../flink/cluster/plan-cluster.ts";
import { makeEffectiveConfiguration } from "../../flink/effective.ts";
import { ownNoted } from "../../flink/rules/notation-rules.ts";
import { optionsOf, ruleOf } from "../../flink/rules/option-rules.ts";
import { defaultsOf } from "../../flink/rules/review-configuration.ts";
import { names } from "./names.ts";
import type { FlinkDeploymentSpec } from "./schema.ts";

/** What stands for a deploy that nobody has begun. */
const attempt = 1;

interface Findings {
  readonly problems: readonly Violation[];
  readonly warnings: readonly Violation[];
}

/** What is wrong with the cluster as it would be built. */
const planOf = oncePerSpec((review): Findings => {
  const { name, namespace = "" } = review.object.metadata;
  const spec = review.object.spec as FlinkDeploymentSpec;
  const effective = makeEffectiveConfiguration({ name, spec, defaults: defaultsOf(review), deploy: { attempt } });
  if (effective.problems.length > 0) return { problems: effective.problems, warnings: [] };
  const { mergesByName, startupProbe } = optionsOf(review);
  const { problems = [], warnings } = planCluster({
    owner: { apiVersion: `${names.group}/${names.version}`, kind: names.kind, name, uid: "" },
    namespace,
    generation: 1,
    attempt,
    spec,
    configuration: effective.configuration,
    options: { mergesByName, startupProbe },
  });
  return { problems, warnings };
});

/** Notations have a rule of their own. */
function withoutTold(review: Review, warnings: readonly Violation[]): readonly Violation[] {
  const told = new Set(ownNoted(review).warnings.map(({ path }) => path));
  return warnings.filter(({ path }) => !told.has(path));
}

/**
 * What only building the cluster shows: pod templates that contradict each other or the sizes, options that Flink or
 * Kubernetes would refuse. Where one of the other rules is broken nothing is built, and nothing more is said.
 */
export function planRules(others: readonly Rule[]): readonly Rule[] {
  const isSound = oncePer((review: Review) => violationsOf(others, "deny", review).length === 0);
  return [
    ruleOf(
      {
        name: "cluster-plan",
        why: "3.4: a pod that Kubernetes refuses, or that runs with less than was asked for, shows only once it is too late.",
        severity: "deny",
        path: "spec",
        message: "makes no cluster",
      },
      (review) => (isSound(review) ? planOf(review).problems : []),
    ),
    ruleOf(
      {
        name: "cluster-plan-effect",
        why: "3.4: what has no effect is said, never silently dropped.",
        severity: "warn",
        path: "spec",
        message: "holds what has no effect",
      },
      (review) => (isSound(review) ? withoutTold(review, planOf(review).warnings) : []),
    ),
  ];
}
