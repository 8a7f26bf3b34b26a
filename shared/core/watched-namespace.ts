import type { Rule } from "./rule.ts";

/** Warns of a resource that no pass will look at, whatever its kind. */
export const watchedNamespaceRule: Rule = {
  name: "watched-namespace",
  why: "R12, X2: a resource that nobody looks at would stay without a status, and its user without a word.",
  severity: "warn",
  path: "metadata.namespace",
  message: "is not watched by this operator; nothing is done for the resource here",
  holds: ({ object: { metadata }, settings: { namespaces } }) =>
    namespaces.length === 0 || namespaces.includes(metadata.namespace ?? ""),
};
