/** Namespace that Weir's functions run in. */
export const systemNamespace = "weir-system";

/** The functions that write to resources; each runs as the service account `weir-<function>`. */
export const writingFunctions = ["reconcile", "refresh"] as const;

/** A function that writes to resources. */
export type WritingFunction = (typeof writingFunctions)[number];

/** A function with rights: one that writes, one that wishes, or the one that reviews and at most looks up an API key. */
export type ActingFunction = WritingFunction | "autoscale" | "admission";

/** Name of a function's service account, of its roles and of their bindings. */
export function accountOf(name: ActingFunction): string {
  return `weir-${name}`;
}

function requestOf(names: readonly ActingFunction[]): string {
  const accounts = names.map((name) => `'system:serviceaccount:${systemNamespace}:${accountOf(name)}'`);
  return `request.userInfo.username in [${accounts.join(", ")}]`;
}

/** CEL: true for a request of one of the functions that keep the record. */
export const isRecordRequest = requestOf(writingFunctions);

/** CEL: true for a request of one of Weir's own functions that write to a resource, if only an annotation. */
export const isOwnRequest = requestOf([...writingFunctions, "autoscale"]);
