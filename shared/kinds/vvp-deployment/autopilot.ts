import { conditionOf } from "../../core/condition.ts";
import { at } from "../../core/json.ts";
import { conditionsOf } from "../../core/kind.ts";
import { toTime } from "./instant.ts";
import { evidenceOf, guessEnd, lastsLong } from "./scaling.ts";
import { latestDeployment, ours, type View, type VvpFinding, wantedState } from "./view.ts";

/**
 * True while Autopilot scales the job, as far as that is known (AMB-16); then the state is Autopilot's (R114–R118).
 *
 * Guarantees: false for whatever cannot be read of Autopilot, unless a memory is asked for (R121, R122, AMB-33).
 */
export function isScaling(view: View): boolean {
  return evidenceOf(view) !== undefined;
}

/** Since when the state is held back, in milliseconds since the epoch, as the record or else the status tells. */
export function heldSince(view: View): number {
  const aligned = conditionOf(conditionsOf(view.object), "SpecAligned");
  const shown = aligned?.reason === suppressed ? Date.parse(aligned.lastTransitionTime) : Number.NaN;
  return view.record?.scaling?.since ?? (Number.isFinite(shown) ? shown : view.now);
}

/** The documented reason of a state that is held back (R93). */
export const suppressed = "StateProjectionSuppressedAutopilot";

/** True where the platform wants another state than the spec asks for. */
export function hasStateDrift(view: View): boolean {
  const deployment = ours(view);
  const wanted = wantedState(view);
  return deployment !== undefined && wanted !== undefined && deployment.desiredState !== wanted;
}

/** Why the state of the spec is not on the platform after this pass; undefined unless Autopilot's scaling is the reason. */
export function suppression(finding: VvpFinding): string | undefined {
  const wanted = wantedState(finding.view);
  const { desiredState } = latestDeployment(finding) ?? {};
  if (!isScaling(finding.view) || wanted === undefined || desiredState === wanted) return undefined;
  const projected = finding.outcomes.length > 0 ? "The rest of the spec was projected. " : "";
  return `${projected}The platform wants ${desiredState}, the spec ${wanted}; ${explanation(finding.view)}`;
}

const expected = "This is expected, and nothing is to be done.";

function explanation(view: View): string {
  const since = heldSince(view);
  const wayOut = lastsLong(view, since)
    ? `It has lasted since ${toTime(since)}; if it does not end, disable Autopilot on the platform, and the state is projected.`
    : expected;
  const scaling = "Autopilot is scaling the job, so the state is projected when that has ended.";
  if (evidenceOf(view) !== "guessed") return `${scaling} ${wayOut}`;
  const guess = `Autopilot is active and does not say whether it scales, which is taken for a scaling until ${toTime(guessEnd(view))} at most.`;
  return `${guess} ${wayOut}`;
}

/** The parallelism that the spec gives (R102); undefined where it gives none. */
export function wantedParallelism({ object }: View): number | undefined {
  const value = at(object.spec, "deployment", "spec", "template", "spec", "parallelism");
  return typeof value === "number" ? value : undefined;
}
