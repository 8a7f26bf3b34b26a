import { mergePatch } from "../../../../shared/core/diff.ts";
import type { JsonObject } from "../../../../shared/core/json.ts";
import { deploymentSpec, vvpDeployment, wanted } from "../../../builders/vvp-deployment.ts";
import { looks, record, type StatusChange } from "../../../world/expected.ts";
import type { Written } from "../../../world/notation.ts";
import type { Row, Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { runs } from "./nonce-parts.ts";
import { deploymentOf } from "./parts.ts";

/** A merge patch of the parallelism that the spec gives. */
export function parallelism(count: number | null): JsonObject {
  return deploymentSpec({ template: { spec: { parallelism: count } } });
}

/** A resource that gives parallelism 4 and whose job has come up before a row begins. */
export const four = {
  given: "PATCH",
  with: mergePatch(wanted("RUNNING"), parallelism(4)) as JsonObject,
} as const satisfies Partial<Row>;

/** The user sets the Autopilot mode on the platform. */
export function mode(to: "DISABLED" | "MONITORING" | "ACTIVE") {
  return (world: World) => void world.admin.setMode("default", "my-deployment", to);
}

/** Autopilot, ACTIVE, begins to scale the job; that takes 2.5 seconds, in the first of which the job is down. */
export function scale(target: number) {
  return (world: World) => {
    mode("ACTIVE")(world);
    world.admin.startScaling("default", "my-deployment", target);
  };
}

/** Autopilot has scaled the job to 8 before the pass. */
export function scaledToEight(world: World): void {
  scale(8)(world);
  world.clock.skip(3_000);
}

/** How the platform tells of Autopilot from now on. */
export function voice(autopilot: "up" | "silent" | "error" | "garbage") {
  return (world: World) => world.admin.configure({ autopilot });
}

/** What ParallelismAligned says, healthy and not. */
export const says = {
  mode: (name: string, since = 0) => `True/Aligned ${since} Autopilot is not active: its mode is ${name}.`,
  unscaled: "True/Aligned 0 Autopilot is active and has not scaled yet.",
  eight: (since: number) =>
    `False/AutopilotManaged ${since} Autopilot runs parallelism 8, where the spec says 4. ` +
    "This is expected, and nothing is to be done.",
  equal: (count: number, since: number) =>
    `True/Aligned ${since} Autopilot runs parallelism ${count}, as the spec says.`,
  rubbish: (why: string, since = 0) =>
    `True/Aligned ${since} What the platform says of Autopilot counts as not active: ${why}.`,
};

/** What SpecAligned says while Autopilot scales. */
export function suppressed(since: number, platform: string, spec: string, before = ""): string {
  return (
    `False/StateProjectionSuppressedAutopilot ${since} ${before}The platform wants ${platform}, the spec ${spec}; ` +
    "Autopilot is scaling the job, so the state is projected when that has ended. This is expected, and nothing is to be done."
  );
}

/** The body with which a spec goes out while its state is held back. */
export function withoutState(patch: JsonObject): JsonObject {
  const { metadata, spec } = deploymentOf(vvpDeployment("PATCH", patch)) as { metadata: JsonObject; spec: JsonObject };
  const { state: _held, ...rest } = spec;
  return { metadata, spec: rest };
}

/** A pass that writes nothing but the status. */
export function sees(when: string, change: StatusChange, step: Partial<Step> = {}): Step {
  return {
    when,
    rule: "rest",
    end: "settled",
    calls: [...looks, "api patch status"],
    status: runs(change),
    record: "same",
    ...step,
  };
}

/** The pass that finds Autopilot scaling from second 2 on, and writes nothing to the platform. */
export const finds: Step = sees(
  "Autopilot begins to scale",
  {
    fields: { actualState: "TRANSITIONING" },
    conditions: { SpecAligned: suppressed(2, "CANCELLED", "RUNNING"), ParallelismAligned: says.unscaled },
    healthySince: 2,
  },
  { act: scale(8), rule: "await-scaling", end: "moving" },
);

/** A projection of the whole spec, and the record behind it. */
export function projects(body: JsonObject, generation: number, content: string): Written[] {
  return [
    ...looks,
    { "platform PATCH default/deployment-1 200": body },
    { "api patch": { record: record({ generation, applied: content }) } },
    "api patch status",
  ];
}
