import { type Action, nothing, type Plan } from "./action.ts";
import type { Decision } from "./chain.ts";
import { finalizer, type KubeObject } from "./object.ts";

interface OfObject {
  readonly object: KubeObject;
}

/** True while the user is deleting a resource. */
export function isDeleting({ object }: OfObject): boolean {
  return object.metadata.deletionTimestamp !== undefined;
}

/** True while the user is deleting a resource that waits for Weir. */
export function isLeaving(object: KubeObject): boolean {
  return isDeleting({ object }) && object.metadata.finalizers?.includes(finalizer) === true;
}

/** Stands before everything: without our finalizer there is nothing to clean up. */
export const unheld: Decision<OfObject, Plan<never>> = {
  name: "unheld",
  why: "Without our finalizer the object is only waiting for others; there is nothing to clean up and nothing to release.",
  decide: (view) =>
    isDeleting(view) && !isLeaving(view.object)
      ? nothing("The resource is being deleted and nothing of Weir's holds it.")
      : undefined,
};

/** The rules of a deletion, which need not look themselves for whether there is one. */
export function onlyWhileDeleting<View extends OfObject, Act extends Action>(
  rules: readonly Decision<View, Plan<Act>>[],
): Decision<View, Plan<Act>>[] {
  return rules.map((rule) => ({ ...rule, decide: (view) => (isDeleting(view) ? rule.decide(view) : undefined) }));
}
