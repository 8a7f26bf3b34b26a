import type { JsonObject } from "../../../../shared/core/json.ts";
import type { KubeObject } from "../../../../shared/core/object.ts";
import { looks } from "../../../world/expected.ts";
import type { Step } from "../../../world/scenario.ts";

/** How a pass over a resource begins that has no deployment yet, in a process that knows no token yet. */
export const firstLook = ["api get", "api secret my-vvp-apikey", "platform GET default/my-deployment 404"] as const;

/** The same while the token is known. */
export const laterLook = ["api get", "platform GET default/my-deployment 404"] as const;

/** A pass that finds nothing to do and writes nothing. */
export function nothingMore(when: string): Step {
  return { when, rule: "rest", end: "settled", calls: looks, status: "same", record: "same" };
}

/**
 * The write ahead of a full definition: the record as it was before, of the generation that is sent (the next one), and when that is sent (D6, S8);
 * its event is an echo (D8).
 */
export function ahead(before: JsonObject, at: number, generation = Number(before.generation) + 1): JsonObject {
  const seen = { generation, input: "input-1" };
  return { "api patch": { record: { ...before, ...seen, late: { at, creates: true } } } };
}

/** What a PATCH of the resource sends where the platform wants the same state: what it gives, but for that (R23). */
export function patchOf(object: KubeObject): JsonObject {
  const { metadata, spec } = deploymentOf(object) as { metadata: JsonObject; spec: JsonObject };
  const { state: _same, ...rest } = spec;
  return { metadata, spec: rest };
}

/** `spec.deployment` of a resource. */
export function deploymentOf(object: KubeObject): JsonObject {
  return (object.spec as { deployment: JsonObject }).deployment;
}
