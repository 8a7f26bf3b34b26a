import type { JsonObject } from "../../../../shared/core/json.ts";
import { looks, status } from "../../../world/expected.ts";
import type { Step } from "../../../world/scenario.ts";
import type { World } from "../../../world/world.ts";
import { annotated } from "./policy-parts.ts";

/** A resource with a drift policy. */
export const policy = (word: string) => annotated({ "weir.dev/drift-policy": word });
/** The path of the JAR. */
export const jar = "spec.template.spec.artifact.jarUri";
/** The condition that tells of drift. */
export const why = (advice: string, paths = jar) =>
  `True/ConfigDrifted 10 The platform holds other values than were projected: ${paths}. ${advice}`;
/** What is advised where nothing is corrected. */
export const told = "Change the spec, or set the annotation weir.dev/drift-policy to Correct.";

/** Somebody changes the definition behind the lock. */
export function behind(spec: JsonObject) {
  return (world: World): void => {
    world.admin.editSpec("default", "my-deployment", spec);
  };
}

/** Another JAR than the resource gives. */
export const other = behind({ template: { spec: { artifact: { jarUri: "s3://other/one.jar" } } } });
/** The JAR is changed, and some time passes. */
export const drifts = { when: "the JAR is changed on the platform", act: other, after: 10_000 };

/** A pass that finds drift and does no more than tell. */
export const reported: Step = {
  ...drifts,
  rule: "rest",
  end: "settled",
  calls: [...looks, "api patch status"],
  status: status({ conditions: { DriftDetected: why(told) } }),
  record: "same",
};
