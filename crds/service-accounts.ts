/** Namespace that Weir's functions run in. */
export const systemNamespace = "weir-system";

/** The functions that write to resources; each runs as the service account `weir-<function>`. */
export const writingFunctions = ["reconcile", "refresh"] as const;

/** A function that writes to resources. */
export type WritingFunction = (typeof writingFunctions)[number];

/** Name of a function's service account, of its roles and of their bindings. */
export function accountOf(name: WritingFunction): string {
  return `weir-${name}`;
}

/** CEL: true for a request of one of Weir's own writing functions. */
export const isOwnRequest = `request.userInfo.username in [${writingFunctions
  .map((name) => `'system:serviceaccount:${systemNamespace}:${accountOf(name)}'`)
  .join(", ")}]`;
