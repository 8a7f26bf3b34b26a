import { at } from "../../core/json.ts";
import type { Rule } from "../../core/rule.ts";
import { watchedNamespaceRule } from "../../core/watched-namespace.ts";
import { autoscalerRules, windowRule } from "../../flink/rules/autoscaler-rules.ts";
import { redeployRule } from "../../flink/rules/change-rules.ts";
import { jobRules } from "../../flink/rules/job-rules.ts";
import { notationRules } from "../../flink/rules/notation-rules.ts";
import { demandRules, stateDemands } from "../../flink/rules/state-demands.ts";
import { applicationJarRules } from "./application-jar-rules.ts";
import { configurationRules } from "./configuration-rules.ts";
import { identityRules } from "./identity-rules.ts";
import { ingressRules } from "./ingress-rules.ts";
import { logRules } from "./log-rules.ts";
import { nameRule } from "./name-rule.ts";
import { planRules } from "./plan-rules.ts";
import { sessionChangeRule } from "./session-change-rule.ts";
import { allSizeRules } from "./size-rules.ts";
import { versionRules } from "./version-rules.ts";

const parallelismRule: Rule = {
  name: "parallelism",
  why: "FD-17: Flink must know how many slots the job fills.",
  severity: "deny",
  path: "spec.job.parallelism",
  message: "must be 1 or more, unless taskManager.replicas says how many TaskManagers there are",
  cel: {
    layer: "schema",
    at: "spec",
    expression:
      "!has(self.job) || (has(self.taskManager) && has(self.taskManager.replicas)) || " +
      "(has(self.job.parallelism) && self.job.parallelism >= 1)",
  },
  holds: ({ object: { spec } }) =>
    at(spec, "job") === undefined ||
    typeof at(spec, "taskManager", "replicas") === "number" ||
    Number(at(spec, "job", "parallelism") ?? 0) >= 1,
};

const pullSecretsRule: Rule = {
  name: "pull-secrets-spelling",
  why: "5.6: a field of the guide, which the Apache operator's schema drops.",
  severity: "warn",
  path: "spec.imagePullSecrets",
  message:
    "is unknown to the Apache operator, which takes kubernetes.container.image.pull-secrets or the podTemplate's imagePullSecrets",
  holds: ({ object }) => at(object.spec, "imagePullSecrets") === undefined,
};

const ownRules: readonly Rule[] = [
  nameRule,
  ...versionRules,
  ...configurationRules,
  ...notationRules,
  ...ingressRules,
  ...logRules,
  ...demandRules(stateDemands),
  parallelismRule,
  ...allSizeRules,
  ...identityRules,
  redeployRule,
  ...jobRules,
  ...applicationJarRules,
  ...autoscalerRules,
  windowRule,
  pullSecretsRule,
  sessionChangeRule,
  watchedNamespaceRule,
];

/** Every admission rule of a FlinkDeployment (FD-1 to FD-30, and the guide's own); one row is one rule, wherever it is checked. */
export const rules: readonly Rule[] = [...ownRules, ...planRules(ownRules)];
