import { mergePatch } from "../../../../../shared/core/diff.ts";
import type { JsonObject, JsonValue } from "../../../../../shared/core/json.ts";
import type { KubeObject } from "../../../../../shared/core/object.ts";
import { vvpDeployment, wanted } from "../../../../builders/vvp-deployment.ts";
import type { FlowStep } from "./playing.ts";

/** The documents' example of a mode under another name, here and on the platform, with a merge patch over it. */
export function named(name: string, mode: "PATCH" | "PUT", patch: JsonObject = {}): KubeObject {
  const names = { metadata: { name }, spec: { deployment: { metadata: { name } } } };
  return mergePatch(vvpDeployment(mode, names) as unknown as JsonValue, patch) as unknown as KubeObject;
}

/** A merge patch of `spec.deployment.spec.template.spec`, as one of `spec.deployment.spec`. */
export function job(patch: JsonObject): JsonObject {
  return { template: { spec: patch } };
}

/** What a resource shows from its creation to its first rest. */
export const created = ["CANCELLED: SpecAligned True/ConfigUpdated", "CANCELLED: well"] as const;

/** What it shows while it comes to another state, from the projection on. */
export const moving = ["TRANSITIONING: SpecAligned True/ConfigUpdated", "TRANSITIONING: well"] as const;

/** It is applied as it is in the example, with a merge patch over it. */
export function applied(name: string, mode: "PATCH" | "PUT" = "PATCH", patch: JsonObject = {}): FlowStep {
  return {
    when: "it is applied",
    act: (flow) => flow.apply(named(name, mode, patch)),
    calls: ["POST deployment 201"],
    shows: created,
  };
}

/** It is applied with RUNNING, and comes to run. */
export function running(name: string, patch: JsonObject = {}): FlowStep[] {
  const object = named(name, "PATCH", mergePatch(wanted("RUNNING"), patch) as JsonObject);
  return [
    {
      when: "it is applied",
      act: (flow) => flow.apply(object),
      calls: ["POST deployment 201"],
      shows: moving,
    },
    { when: "it runs", act: (flow) => flow.move(), shows: ["RUNNING: well"] },
  ];
}

/** Nothing happens, and nothing comes of it. */
export const stays: FlowStep = { when: "it is looked at again", act: () => undefined, shows: [] };

/** A tick, of which nothing comes either. */
export const tick: FlowStep = { when: "a tick", act: (flow) => flow.tick(), shows: [] };
