import { conditionRow, frozen } from "../../core/condition.ts";
import { isDeleting } from "../../core/deletion-rules.ts";
import { goalOf } from "./decide-deletion-policy.ts";
import { handoverWayOut } from "./handover.ts";
import { deletionPolicyAnnotation, managementPolicyAnnotation } from "./names.ts";
import { deletionPolicies, deletionPolicyText, managementPolicies } from "./policies.ts";
import { latestDeployment, type VvpFinding } from "./view.ts";

/** Why a resource that the user deleted is still there (R107–R110). */
export const deletionBlocked = conditionRow<VvpFinding>()({
  type: "DeletionBlocked",
  healthyWhen: "False",
  summary: "Whether deletion waits because the deployment is still active.",
  reasons: {
    DeploymentStillActive: {
      status: "True",
      meaning: "The deployment is RUNNING or TRANSITIONING.",
      action:
        "Set spec.deployment.spec.state to CANCELLED, unless the message says that it is stopped for you; deletion " +
        "then completes by itself.",
    },
    PolicyNotUnderstood: {
      status: "True",
      meaning: "An annotation that governs the deletion holds a word that Weir does not know.",
      action: `Correct the annotation ${deletionPolicyAnnotation} or ${managementPolicyAnnotation}; deletion then completes by itself.`,
      documented: false,
    },
    UpdateUnconfirmed: {
      status: "True",
      meaning:
        "The answer to a full definition (PUT) was lost; applied after the DELETE, it would make the deployment anew.",
      action: "Wait; deletion goes on once that definition can no longer be applied (WEIR_QUARANTINE).",
      documented: false,
    },
  },
  judge: (finding) => {
    if (!isDeleting(finding.view)) return undefined;
    if (finding.view.backend.found === "unknown") return frozen;
    return judgeUpdate(finding) ?? judgePolicy(finding) ?? judgeActive(finding);
  },
});

function judgeUpdate({ rule, plan }: VvpFinding) {
  if (rule !== "await-doubtful-update") return undefined;
  return { status: "True", reason: "UpdateUnconfirmed", message: plan.why } as const;
}

function judgeActive(finding: VvpFinding) {
  const state = latestDeployment(finding)?.state;
  const why = `The deployment is ${state}.`;
  const wayOut = handoverWayOut(finding);
  if (wayOut !== undefined) return active(`${why} ${wayOut}`);
  const refusal = refusalOf(finding);
  if (state !== "RUNNING" && state !== "TRANSITIONING" && refusal === undefined) return undefined;
  return active(refusal === undefined ? `${why} ${advice(finding)}` : refusedText(finding, why, refusal));
}

function active(message: string) {
  return { status: "True", reason: "DeploymentStillActive", message } as const;
}

/** The platform's no to a step of the deletion, in its words. */
function refusalOf({ outcomes }: VvpFinding): string | undefined {
  const faults = outcomes.flatMap((one) => (one.result === "done" ? [] : [one.fault]));
  return faults.find(({ code }) => code === "Rejected" || code === "Conflict")?.message;
}

function refusedText(finding: VvpFinding, why: string, refusal: string): string {
  if (finding.rule === "delete-deployment") return `The platform refuses: ${refusal} ${advice(finding)}`;
  const wayOut = `Stop it on the platform, or set the annotation ${deletionPolicyAnnotation} to Orphan to let the resource go without it.`;
  return `${why} The platform refuses to stop it: ${refusal} ${wayOut}`;
}

function advice({ view }: VvpFinding): string {
  const goal = goalOf(view);
  return goal === undefined
    ? "Set spec.deployment.spec.state to CANCELLED; deletion then completes by itself."
    : `It becomes ${goal} first (${deletionPolicyText(view.object, view.settings)}).`;
}

/** Which annotation each of the waiting rules waits for, and what it may say. */
const awaited: Readonly<Record<string, readonly [annotation: string, words: readonly string[]]>> = {
  "await-policy": [deletionPolicyAnnotation, deletionPolicies],
  "await-management-policy": [managementPolicyAnnotation, managementPolicies],
};

function judgePolicy({ rule }: VvpFinding) {
  const [annotation, words] = awaited[rule] ?? [];
  if (annotation === undefined || words === undefined) return undefined;
  const message = `Set the annotation ${annotation} to ${words.join(" or ")}; deletion then completes by itself.`;
  return { status: "True", reason: "PolicyNotUnderstood", message } as const;
}
