import type { KubeObject } from "./object.ts";
import type { Rule } from "./rule.ts";
import type { Settings } from "./settings.ts";

/** True for what lies in a namespace that this operator looks at; where none is named, it looks at all of them. */
export function isWatched({ metadata }: KubeObject, { namespaces }: Pick<Settings, "namespaces">): boolean {
  return namespaces.length === 0 || namespaces.includes(metadata.namespace ?? "");
}

/** Warns of a resource that no pass will look at, whatever its kind. */
export const watchedNamespaceRule: Rule = {
  name: "watched-namespace",
  why: "R12, X2: a resource that nobody looks at would stay without a status, and its user without a word.",
  severity: "warn",
  path: "metadata.namespace",
  message: "is not watched by this operator; nothing is done for the resource here",
  holds: ({ object, settings }) => isWatched(object, settings),
};
