import { OperatorError } from "../core/error.ts";
import type { Key, KubeObject, Names } from "../core/object.ts";
import type { Cluster } from "../ports/cluster.ts";

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
