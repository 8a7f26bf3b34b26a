/** Namespace that Weir's functions run in. */
export const systemNamespace = "weir-system";

/** The functions that write to resources; each runs as the service account `weir-<function>`. */
export const writingFunctions = ["reconcile", "refresh"] as const;

/** A function that writes to resources. */
export type WritingFunction = (typeof writingFunctions)[number];

/** A function with rights: one that writes, or the one that reviews and at most looks up an API key. */
export type ActingFunction = WritingFunction | "admission";

/** Name of a function's service account, of its roles and of their bindings. */
export function accountOf(name: ActingFunction): string {
  return `weir-${name}`;
}

/** CEL: true for a request of one of Weir's own writing functions. */
export const isOwnRequest = `request.userInfo.username in [${writingFunctions
  .map((name) => `'system:serviceaccount:${systemNamespace}:${accountOf(name)}'`)
  .join(", ")}]`;
