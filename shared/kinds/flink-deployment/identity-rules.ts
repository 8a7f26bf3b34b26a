import { at } from "../../core/json.ts";
import type { Rule } from "../../core/rule.ts";
import { fixedOnceDeployed } from "../../flink/rules/change-rules.ts";

/** FD-25, FD-26, FD-28. */
export const identityRules: readonly Rule[] = [
  fixedOnceDeployed({
    name: "cluster-kind",
    why: "FD-25: a cluster with a job of its own and one that takes session jobs are different clusters.",
    path: "spec.job",
    message:
      "cannot be added to a session cluster or taken from an application once it is deployed; make another FlinkDeployment",
    expression: (spec) => `has(${spec}.job)`,
    value: (spec) => at(spec, "job") !== undefined && at(spec, "job") !== null,
  }),
  fixedOnceDeployed({
    name: "cluster-mode",
    why: "FD-26: the objects of the two modes have nothing in common that an upgrade could keep.",
    path: "spec.mode",
    message: "cannot change between native and standalone once it is deployed; make another FlinkDeployment",
    expression: (spec) => `(has(${spec}.mode) ? ${spec}.mode : 'native')`,
    value: (spec) => at(spec, "mode") ?? "native",
  }),
  {
    name: "service-account",
    why: "FD-28: JobManagers make pods and keep ConfigMaps; what they may do must be somebody's decision.",
    severity: "deny",
    path: "spec.serviceAccount",
    message: "must be defined: the ServiceAccount that the pods run as",
    cel: {
      layer: "schema",
      at: "spec",
      expression: "has(self.serviceAccount) && size(self.serviceAccount) > 0",
      reason: "FieldValueRequired",
    },
    holds: ({ object }) => (at(object.spec, "serviceAccount") ?? "") !== "",
  },
];
