import type { Rule } from "../../core/rule.ts";
import { clusterName } from "../../flink/rules/cluster-name.ts";

/** FD-1. */
export const nameRule: Rule = {
  name: "cluster-name",
  why: "FD-1: the name becomes that of services and the beginning of others, which have 63 characters at most.",
  severity: "deny",
  path: "metadata.name",
  message:
    "must be lower case letters, digits and dashes, begin with a letter, not end with a dash, and have 45 at most",
  cel: {
    layer: "policy",
    on: ["CREATE"],
    expression: `!has(object.metadata.name) || object.metadata.name.matches('${clusterName.source}')`,
  },
  holds: ({ object, oldObject }) => oldObject !== undefined || clusterName.test(object.metadata.name),
};
