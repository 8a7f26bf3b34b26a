import { conditionRow, frozen } from "../../core/condition.ts";
import { isDeleting } from "../../core/deletion-rules.ts";
import type { Intent } from "../../core/record.ts";
import { isDown, registerIntent, wantedRegistration } from "./initial-savepoint.ts";
import { openIntent } from "./open-intents.ts";
import { whySyncIsOff } from "./policies.ts";
import { afterOutcomes } from "./remember.ts";
import { latestDeployment, type VvpFinding } from "./view.ts";

/**
 * How far the registration of an external savepoint has come (X12).
 *
 * It does not count for `Healthy`, whose meaning the documents fix by their own six conditions (R80–R84).
 */
export const initialSavepointRegistered = conditionRow<VvpFinding>()({
  type: "InitialSavepointRegistered",
  healthyWhen: "True",
  summary:
    "Whether the savepoint that spec.initialSavepointSpec names is known to the platform; absent without that field. " +
    "Healthy is without it.",
  reasons: {
    SavepointRegistered: {
      status: "True",
      meaning: "The platform knows the savepoint.",
      action: "Take initialSavepointSpec out of the spec and set spec.deployment.spec.state to RUNNING.",
      documented: false,
    },
    RegistrationFailed: {
      status: "False",
      meaning: "The platform refused the savepoint, or could not read it.",
      action: "Correct spec.initialSavepointSpec.savepointLocation; the same one is tried again once it was taken out.",
      documented: false,
    },
    RegistrationPending: {
      status: "Unknown",
      meaning: "The registration waits for the deployment to be CANCELLED, or is not confirmed by the platform yet.",
      action: "Set spec.deployment.spec.state to CANCELLED where the message says that the deployment runs.",
      documented: false,
    },
  },
  judge: (finding) => {
    const { view } = finding;
    const wanted = wantedRegistration(view);
    if (wanted === undefined || isDeleting(view)) return undefined;
    if (view.backend.found === "unknown" || view.violations.length > 0) return frozen;
    const record = afterOutcomes(finding);
    if (record?.initial?.content !== wanted.content) return pending(finding, openIntent(record, registerIntent));
    const { state, message: said } = record.initial;
    if (state === "COMPLETED") return registered(wanted.location);
    const why = said ?? "The platform could not read it.";
    const message = `The savepoint at ${wanted.location} was not registered: ${why}`;
    return { status: "False", reason: "RegistrationFailed", message } as const;
  },
});

function registered(location: string) {
  const next = "Take initialSavepointSpec out of the spec and set the state to RUNNING.";
  const message = `The savepoint at ${location} is registered (COMPLETED). ${next}`;
  return { status: "True", reason: "SavepointRegistered", message } as const;
}

function pending(finding: VvpFinding, sent: Intent | undefined) {
  return { status: "Unknown", reason: "RegistrationPending", message: whatItWaitsFor(finding, sent) } as const;
}

function whatItWaitsFor(finding: VvpFinding, sent: Intent | undefined): string {
  const deployment = latestDeployment(finding);
  if (sent !== undefined && deployment !== undefined && isDown(deployment)) return sentText(sent);
  if (whySyncIsOff(finding.view.object) !== undefined)
    return "The savepoint waits, because projection is switched off.";
  if (deployment === undefined) return "The savepoint waits for the deployment.";
  if (isDown(deployment)) return "The savepoint waits for its turn.";
  return `The savepoint waits, because the deployment is ${deployment.state}. Set its state to CANCELLED.`;
}

/** Without a time or a count, which would be a write at every try. */
function sentText({ refused }: Intent): string {
  if (refused === undefined) return "The registration of the savepoint was sent and is not confirmed yet.";
  return `The savepoint was not registered: ${refused}. Check the token and its rights; it is tried a few times more.`;
}
