import { type Aggregate, type AnyRow, conditionOf, conditionRow, frozen } from "../../core/condition.ts";
import { isDeleting } from "../../core/deletion-rules.ts";
import { conditionsOf } from "../../core/kind.ts";
import { sentence } from "../../core/sentence.ts";
import { suppression } from "./autopilot.ts";
import { consistent } from "./consistent.ts";
import { deletionBlocked } from "./deletion-blocked.ts";
import { driftDetected } from "./drift-detected.ts";
import { cutShort, leftSpec, standsAhead } from "./fault.ts";
import { initialSavepointRegistered } from "./initial-savepoint-registered.ts";
import { managementPolicyAnnotation, ownerLabel, pausedAnnotation } from "./names.ts";
import { nonceAligned } from "./nonce-aligned.ts";
import { parallelismAligned } from "./parallelism-aligned.ts";
import { whySyncIsOff } from "./policies.ts";
import { heldRefusal } from "./projection.ts";
import type { VvpFinding } from "./view.ts";

const row = conditionRow<VvpFinding>();

const specAligned = row({
  type: "SpecAligned",
  healthyWhen: "True",
  summary: "Whether the last projection of the spec succeeded.",
  reasons: {
    ConfigUpdated: { status: "True", meaning: "The spec was projected in this cycle." },
    SpecUnchanged: { status: "True", meaning: "Nothing changed since the last projection." },
    StateProjectionSuppressedAutopilot: {
      status: "False",
      meaning:
        "The state differs, but Autopilot is scaling; it is projected when that ends, and nothing is to be done.",
    },
    SyncDisabled: {
      status: "False",
      meaning: "Projection is switched off.",
      standing: "chosen",
      action:
        `Remove the annotation ${pausedAnnotation}, or ${managementPolicyAnnotation} where the message names it, ` +
        "to project the newest spec.",
    },
    ProjectionFailed: {
      status: "False",
      meaning: "The platform refused the spec.",
      action: "Read the message and correct the spec.",
      documented: false,
    },
    InvalidSpec: {
      status: "False",
      meaning: "The spec breaks a rule and is not projected; the previous deployment stays as it is.",
      action: "Read the message and correct the spec.",
      documented: false,
    },
  },
  judge: (finding) => {
    const verdict =
      finding.rule === "adopt" ? frozen : (judgeHeld(finding) ?? judgeScaling(finding) ?? judgeProjection(finding));
    return verdict === frozen && saysMended(finding) ? undefined : verdict;
  },
});

/** True where the condition tells of what its user has changed since: it does not stay, whatever else is unknown. */
function saysMended({ view }: VvpFinding): boolean {
  const before = conditionOf(conditionsOf(view.object), "SpecAligned");
  if (before?.reason === "InvalidSpec") return view.violations.length === 0;
  return before?.reason === "SyncDisabled" && syncDisabled(view) === undefined;
}

/** What keeps the spec from being projected, as far as it is the user's to change. */
function judgeHeld({ view, rule }: VvpFinding) {
  if (view.violations.length > 0 && !isDeleting(view)) {
    const found = view.violations.map((one) => `${one.path} ${one.message}`).join("; ");
    const message = `${found}. Correct the spec; nothing of it is projected until then.`;
    return { status: "False", reason: "InvalidSpec", message } as const;
  }
  return rule === "pause" || rule === "observe" ? syncDisabled(view) : undefined;
}

/** R115: the state waits for Autopilot; a fault, a refusal or a spec that waits as well says more. */
function judgeScaling(finding: VvpFinding) {
  const { view } = finding;
  if (cutShort(finding) !== undefined || leftSpec(finding) || finding.rule === "report-lost") return undefined;
  if (heldRefusal(view) !== undefined && finding.outcomes.length === 0) return undefined;
  const message = suppression(finding);
  if (message === undefined) return undefined;
  return { status: "False", reason: "StateProjectionSuppressedAutopilot", message } as const;
}

/** Rules whose effects are not about the definition. */
const aside: ReadonlySet<string> = new Set(["restart", "register-savepoint"]);

/** An effect for a nonce says nothing about the spec, and what waits behind it is not yet known to succeed. */
function judgeProjection(finding: VvpFinding) {
  const { view, outcomes, rule } = finding;
  if (standsAhead(finding) || aside.has(rule)) return syncDisabled(view) ?? (leftSpec(finding) ? frozen : unchanged);
  const fault = cutShort(finding);
  if (view.backend.found === "own" && fault?.code === "Rejected" && rule !== "delete-deployment")
    return refused(view, fault.message);
  if (fault !== undefined || view.record?.id === undefined) return created(finding);
  if (rule === "report-lost" || rule === "refuse-claim") return frozen;
  if (outcomes.length > 0 && rule !== "delete-deployment") return updated(finding);
  const off = syncDisabled(view);
  if (off !== undefined) return off;
  const held = heldRefusal(view);
  return held === undefined ? unchanged : refused(view, held.message);
}

/** The platform's words, and what the user does; nobody is to correct the spec of a resource that goes. */
function refused(view: VvpFinding["view"], words: string) {
  const advice = "Correct the spec; it is sent again when it changes, and slowly while it does not.";
  const message = isDeleting(view) ? words : `${sentence(words)} ${advice}`;
  return { status: "False", reason: "ProjectionFailed", message } as const;
}

const unchanged = {
  status: "True",
  reason: "SpecUnchanged",
  message: "Nothing changed since the last projection.",
} as const;

function syncDisabled({ object }: VvpFinding["view"]) {
  const message = whySyncIsOff(object);
  return message === undefined ? undefined : ({ status: "False", reason: "SyncDisabled", message } as const);
}

function created(finding: VvpFinding) {
  return finding.outcomes.some((one) => one.result === "done") && cutShort(finding) === undefined
    ? updated(finding)
    : frozen;
}

function updated({ plan }: VvpFinding) {
  return { status: "True", reason: "ConfigUpdated", message: plan.why } as const;
}

/** The conditions of a VvpDeployment, `Healthy` aside, in the order in which they are shown (R80). */
export const conditions: readonly AnyRow<VvpFinding>[] = [
  consistent,
  specAligned,
  nonceAligned,
  parallelismAligned,
  deletionBlocked,
  driftDetected,
  initialSavepointRegistered,
];

/** R81–R84. */
export const healthy: Aggregate = {
  type: "Healthy",
  summary: `Whether every other condition is in its healthy state. Nothing is written for a resource whose ${ownerLabel} is another's.`,
  allMet: "AllConditionsMet",
  severalFailing: "SubConditionsFailing",
};
