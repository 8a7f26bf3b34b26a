import { conditionRow, frozen } from "../../core/condition.ts";
import { isDeleting } from "../../core/deletion-rules.ts";
import { nextCorrection } from "./decide-drift.ts";
import { driftOf } from "./drift.ts";
import { cutShort } from "./fault.ts";
import { toTime } from "./instant.ts";
import { driftPolicyAnnotation } from "./names.ts";
import { driftPolicy } from "./policies.ts";
import type { View, VvpFinding } from "./view.ts";

/** Paths that a message names at most. */
const mostPaths = 10;

/**
 * Whether somebody changed the deployment behind Weir's back.
 *
 * It does not count for `Healthy`, whose meaning the documents fix by their own six conditions (R80–R84).
 */
export const driftDetected = conditionRow<VvpFinding>()({
  type: "DriftDetected",
  healthyWhen: "False",
  summary:
    "Whether the platform holds other values than were projected; absent while it does not. Healthy is without it.",
  reasons: {
    ConfigDrifted: {
      status: "True",
      meaning: "Values that the resource gives were changed on the platform; the message names their paths.",
      action: `Change the spec, or set the annotation ${driftPolicyAnnotation} to Correct, or to Ignore.`,
      documented: false,
    },
  },
  judge: (finding) => {
    const { view, rule } = finding;
    if (isDeleting(view)) return undefined;
    if (view.backend.found === "unknown") return frozen;
    const paths = driftOf(view);
    const projected = rule === "correct-drift" && cutShort(finding) === undefined;
    if (paths.length === 0 || rule === "report-lost" || projected) return undefined;
    const more = paths.length > mostPaths ? ` and ${paths.length - mostPaths} more` : "";
    const where = `${paths.slice(0, mostPaths).join(", ")}${more}`;
    const message = `The platform holds other values than were projected: ${where}. ${advice(view)}`;
    return { status: "True", reason: "ConfigDrifted", message } as const;
  },
});

function advice(view: View): string {
  if (driftPolicy(view.object, view.settings) !== "Correct") {
    return `Change the spec, or set the annotation ${driftPolicyAnnotation} to Correct.`;
  }
  const next = nextCorrection(view);
  return view.now < next
    ? `They came back after a correction; they are projected again after ${toTime(next)}.`
    : "They are projected again as soon as that is possible.";
}
