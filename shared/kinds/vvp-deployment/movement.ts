import type { Verdict } from "../../core/condition.ts";
import type { Conclusion } from "../../core/kind.ts";
import type { Movement } from "../../core/progress.ts";
import { awaitsHandover, faultOf, leftSpec } from "./fault.ts";
import { isMoving, latestDeployment, type VvpFinding } from "./view.ts";

/** What tools that wait for a VvpDeployment are told besides its conditions. */
export function movementOf(finding: VvpFinding, revisit: Conclusion["revisit"]): Movement {
  const deployment = latestDeployment(finding);
  return {
    moving: whatMoves(finding),
    revisited: revisit !== undefined,
    ended: deployment?.state === "FAILED" ? failed : undefined,
  };
}

function whatMoves(finding: VvpFinding): string | undefined {
  const deployment = latestDeployment(finding);
  if (deployment !== undefined && isMoving(deployment))
    return "The platform is on its way to the state that it was asked for.";
  return leftSpec(finding) && faultOf(finding) === undefined && !awaitsHandover(finding)
    ? "The changed spec is projected once what goes before it is done."
    : undefined;
}

const failed: Verdict = {
  status: "True",
  reason: "JobFailed",
  message:
    "The job has failed, and the platform does not start it again. Find out why on the platform; then set " +
    "spec.deployment.spec.state to CANCELLED, and to RUNNING once it is.",
};
