import type { JsonObject, JsonValue } from "../../../../shared/core/json.ts";
import { status } from "../../../world/expected.ts";
import type { World } from "../../../world/world.ts";
import { remove } from "./deletion-parts.ts";

/** The annotation that says what becomes of the deployment. */
export const deletionPolicy = "weir.dev/deletion-policy";
/** The annotation that says whether anything may be written. */
export const managementPolicy = "weir.dev/management-policy";

/** A merge patch of the annotations. */
export function annotated(annotations: { readonly [key: string]: string | null }): JsonObject {
  return { metadata: { annotations } };
}

/** What `kubectl annotate` does. */
export function annotate(annotations: { readonly [key: string]: string | null }) {
  return (world: World) => world.cluster.edit("my-deployment", annotated(annotations));
}

/** The Secret goes first, as when a namespace is torn down, and no token is remembered any more. */
export function removeWithSecret(world: World): void {
  world.cluster.secrets.clear();
  world.clock.skip(61_000);
  remove(world);
}

/** The status of a deletion that Weir itself makes possible by stopping the job. */
export function stopping(policy: string, goal: string, fields: JsonObject, conditions = {}): JsonValue {
  const message = `The deployment is TRANSITIONING. It becomes ${goal} first (${deletionPolicy}: ${policy}).`;
  return status({
    fields: { observedSpecState: "RUNNING", actualState: "TRANSITIONING", observedGeneration: 3, ...fields },
    conditions: { DeletionBlocked: `True/DeploymentStillActive 5 ${message}`, ...conditions },
    healthySince: 5,
  });
}
