import type { Plan } from "../core/action.ts";
import { OperatorError } from "../core/error.ts";
import type { Key, KubeObject, Names } from "../core/object.ts";
import type { Cluster } from "../ports/cluster.ts";

/**
 * How long an object is taken to be as it was seen, in milliseconds. A call is answered well within it; beyond it the process
 * stood still, or waited, and another one may have gone on meanwhile.
 */
const promptMs = 2_000;

/** True where the effects of a plan need another look at the object, which was read, or written, `seenMs` ago. */
export function needsLook(
  { recheck }: { readonly recheck?: Plan["recheck"] | undefined },
  isWritten: boolean,
  seenMs: number,
): boolean {
  if (recheck === undefined) return false;
  // A write with its precondition has shown the same.
  return seenMs >= promptMs || (recheck === "always" && !isWritten);
}

/** Rejects with `Conflict` where the object is another than the one that was decided on. */
export async function confirmUnchanged(
  cluster: Cluster,
  names: Names,
  key: Key,
  { metadata }: KubeObject,
  signal: AbortSignal,
): Promise<void> {
  const now = await cluster.get(names, key, signal);
  if (now?.object.metadata.resourceVersion === metadata.resourceVersion) return;
  throw new OperatorError("Conflict", `${key.name} was changed while it was decided on`);
}
