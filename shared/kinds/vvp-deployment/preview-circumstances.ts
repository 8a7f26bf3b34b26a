import { equals } from "../../core/diff.ts";
import { at } from "../../core/json.ts";
import { conditionsOf } from "../../core/kind.ts";
import { suppressed } from "./autopilot.ts";
import type { Change } from "./preview-change.ts";

/** What the conditions of the stored version tell of Autopilot and of drift, as far as it concerns the edit. */
export function previewCircumstances({ before, held, outcome }: Change): string[] {
  if (equals(held, outcome)) return [];
  const reasons = new Set(conditionsOf(before).map(({ type, reason }) => `${type}/${reason}`));
  const changes = (...path: readonly string[]) => !equals(at(held, ...path), at(outcome, ...path));
  const managed = reasons.has("ParallelismAligned/AutopilotManaged") && changes(...parallelism);
  const scaling = reasons.has(`SpecAligned/${suppressed}`) && changes("spec", "state");
  return [
    ...(managed ? ["changes the parallelism that Autopilot starts from; it may go on running its own"] : []),
    ...(scaling ? ["leaves the state until Autopilot has ended its scaling"] : []),
    ...(reasons.has("DriftDetected/ConfigDrifted") ? ["puts back what was changed on the platform"] : []),
  ];
}

const parallelism = ["spec", "template", "spec", "parallelism"] as const;
