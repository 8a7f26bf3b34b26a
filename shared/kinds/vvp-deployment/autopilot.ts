import { at } from "../../core/json.ts";
import { isDeleting, latestDeployment, ours, type View, type VvpFinding, wantedState } from "./view.ts";

/**
 * True while Autopilot scales the job, as the platform itself says (AMB-16); then the state is Autopilot's (R114–R118).
 *
 * Guarantees: false for whatever cannot be read of Autopilot (R121, R122), and for a resource that is being deleted: its
 * user wants the job gone, not scaled.
 */
export function isScaling(view: View): boolean {
  const autopilot = ours(view)?.autopilot;
  if (autopilot?.mode !== "ACTIVE" || isDeleting(view)) return false;
  return autopilot.scaling === true;
}

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
  return (
    `${projected}The platform wants ${desiredState}, the spec ${wanted}; Autopilot is scaling the job, so the state is ` +
    "projected when that has ended. This is expected, and nothing is to be done."
  );
}

/** The parallelism that the spec gives (R102); undefined where it gives none. */
export function wantedParallelism({ object }: View): number | undefined {
  const value = at(object.spec, "deployment", "spec", "template", "spec", "parallelism");
  return typeof value === "number" ? value : undefined;
}
