import { at } from "../../core/json.ts";
import type { Rule } from "../../core/rule.ts";
import { watchedNamespaceRule } from "../../core/watched-namespace.ts";
import { autoscalerRules } from "../../flink/rules/autoscaler-rules.ts";
import { fixedOnceDeployed, redeployRule } from "../../flink/rules/change-rules.ts";
import { clusterName } from "../../flink/rules/cluster-name.ts";
import { jobRules } from "../../flink/rules/job-rules.ts";
import { optionRules, optionsOnce } from "../../flink/rules/option-rules.ts";
import { configurationRules } from "./configuration-rules.ts";
import { jarRules } from "./jar-rules.ts";

const path = "spec.deploymentName";

/** Every admission rule of a FlinkSessionJob that needs no other object (FS-1 to FS-7); the rest is in `judge-target.ts`. */
export const rules: readonly Rule[] = [
  {
    name: "deployment-name",
    why: "FS-1: without a cluster there is nowhere to run.",
    severity: "deny",
    path,
    message: "must be the name of a FlinkDeployment of this namespace",
    cel: {
      layer: "schema",
      at: "spec",
      expression: `has(self.deploymentName) && self.deploymentName.matches('${clusterName.source}')`,
    },
    holds: ({ object }) => clusterName.test(String(at(object.spec, "deploymentName") ?? "")),
  },
  {
    name: "job-given",
    why: "FS-2: there is nothing else to run.",
    severity: "deny",
    path: "spec.job",
    message: "must not be empty",
    cel: { layer: "schema", at: "spec", expression: "has(self.job)", reason: "FieldValueRequired" },
    holds: ({ object }) => at(object.spec, "job") !== undefined,
  },
  fixedOnceDeployed({
    name: "deployment-name-fixed",
    why: "FS-3: the job would go on in the old cluster, where nobody would look for it any more.",
    path,
    message: "cannot change once the job is deployed; make another FlinkSessionJob",
    expression: (spec) => `(has(${spec}.deploymentName) ? ${spec}.deploymentName : '')`,
    value: (spec) => at(spec, "deploymentName") ?? "",
  }),
  ...jarRules,
  redeployRule,
  ...jobRules,
  ...autoscalerRules,
  optionsOnce,
  ...optionRules,
  ...configurationRules,
  watchedNamespaceRule,
];
