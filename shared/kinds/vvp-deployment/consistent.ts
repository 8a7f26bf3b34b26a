import { conditionOf, conditionRow, frozen } from "../../core/condition.ts";
import { isDeleting } from "../../core/deletion-rules.ts";
import type { Fault } from "../../core/error.ts";
import { conditionsOf } from "../../core/kind.ts";
import { sentence } from "../../core/sentence.ts";
import { whyNotAdopted } from "./adoption.ts";
import { faultOf, isWithheld, lacksToken, wasRefused } from "./fault.ts";
import { handoverRefusal } from "./handover.ts";
import { deletionPolicyAnnotation } from "./names.ts";
import { isFresh } from "./projection.ts";
import { latestDeployment, type VvpFinding } from "./view.ts";

const letGo = `To let the resource go without its deployment, set the annotation ${deletionPolicyAnnotation} to Orphan.`;

/** The link between resource and deployment: the orphan matrix of F13, and why nothing can be said about it. */
export const consistent = conditionRow<VvpFinding>()({
  type: "Consistent",
  healthyWhen: "True",
  summary: "Whether the link between this resource and its deployment on the platform is intact.",
  reasons: {
    RecordIntact: { status: "True", meaning: "The resource is linked to its deployment." },
    DeploymentObserved: {
      status: "True",
      meaning: "The deployment is somebody else's and only looked at (weir.dev/management-policy: ObserveOnly).",
      documented: false,
    },
    AppManagerRecordNotFound: {
      status: "False",
      meaning: "The deployment is gone from the platform, or does not carry the mark of this resource any more.",
      action:
        "Find out who removed it; then delete the resource and create it anew. Without the mark, contact your platform administrator.",
    },
    DBRecordMissing: {
      status: "False",
      meaning: "The operator's own record is gone while the deployment exists.",
      action:
        "Contact your platform administrator; the record is restored, or the resource deleted, and the deployment with it.",
    },
    ResourceDeleted: {
      status: "False",
      meaning: "Record and deployment are both gone.",
      action: "Delete the resource with kubectl delete --force and create it anew if it is needed.",
    },
    AppManagerCreateFailed: {
      status: "False",
      meaning: "The deployment could not be created, or exists and is not managed by this resource.",
      action: "Read the message: correct the spec, or choose another name.",
    },
    HandoverRefused: {
      status: "False",
      meaning: "The platform refuses to hand the deployment over to this operator, so that nothing is sent to it.",
      action: "Read the message: hand the resource back, or ask the platform's administrator.",
      documented: false,
    },
    AppManagerUnreachable: {
      status: "Unknown",
      meaning: "The platform did not give a usable answer; nothing is concluded from that.",
      action: `Wait; if it lasts, look at the platform and the network between. A deletion waits as well. ${letGo}`,
      documented: false,
      steady: true,
    },
    AuthenticationFailed: {
      status: "Unknown",
      meaning: "The platform refused the credentials, or they are missing.",
      action:
        "Check the Secret that the annotation apikeySecretName names, and the token in it. A deletion waits for access. " +
        letGo,
      documented: false,
    },
    CreationUnconfirmed: {
      status: "Unknown",
      meaning: "The answer to the creation was lost; it is looked for before it is sent again.",
      action: "Wait; nothing is sent twice.",
      documented: false,
      steady: true,
    },
  },
  judge: (finding) => judgeHandover(finding) ?? judgeFault(finding) ?? judgeLink(finding),
});

function judgeHandover(finding: VvpFinding) {
  const message = handoverRefusal(finding);
  return message === undefined ? undefined : ({ status: "False", reason: "HandoverRefused", message } as const);
}

function judgeFault(finding: VvpFinding) {
  const fault = faultOf(finding);
  if (fault === undefined) return undefined;
  const { message, code } = fault;
  const creates = finding.plan.actions.some((action) => action.type === "app-manager/create");
  if (creates && !lacksToken(finding)) return judgeCreation(fault);
  if (finding.rule === "adopt" && wasRefused(finding)) return createFailed(message);
  if (isWithheld(finding)) return undefined;
  const reading = finding.view.backend.found === "unknown";
  if (isAboutAccess(fault, reading)) {
    const words = isDeleting(finding.view) ? `${sentence(message)} The deletion waits for access. ${letGo}` : message;
    return waiting("AuthenticationFailed", words);
  }
  if (code === "Missing") return frozen;
  const heard = code === "Rejected" || code === "Conflict";
  return heard && !reading ? undefined : waiting("AppManagerUnreachable", message);
}

/** Where a look meets a 404, the Secret is what is missing. */
function isAboutAccess({ code, reason }: Fault, reading: boolean): boolean {
  return code === "Denied" || (code === "Missing" && (reading || reason === "NoCredentials"));
}

/** What ends the wait. Always in the same words, since a time in them would be a write at every look. */
const ends = {
  AuthenticationFailed: "The platform is asked again at each tick, with the token that the Secret then holds.",
  AppManagerUnreachable: "The platform is asked again by itself.",
  CreationUnconfirmed: "Unless the deployment shows up, it is created again when the quarantine is over.",
} as const;

function waiting(reason: keyof typeof ends, message: string, end: keyof typeof ends = reason) {
  return { status: "Unknown", reason, message: `${sentence(message)} ${ends[end]}` } as const;
}

function judgeCreation({ code, applied, message }: Fault) {
  if (applied === "maybe") return waiting("CreationUnconfirmed", message);
  if (code === "Throttled" || code === "Unavailable")
    return waiting("AppManagerUnreachable", message, "CreationUnconfirmed");
  return createFailed(message);
}

function createFailed(message: string) {
  return { status: "False", reason: "AppManagerCreateFailed", message } as const;
}

function judgeLink(finding: VvpFinding) {
  const { view, plan, rule } = finding;
  const { backend } = view;
  if (latestDeployment(finding) !== undefined) return linked(finding);
  if (rule === "observe") return { status: "True", reason: "DeploymentObserved", message: plan.why } as const;
  if (backend.found === "foreign") {
    if (rule === "adopt" || rule === "await-doubtful-adoption") return refused(finding) ?? frozen;
    if (!isFresh(view)) return unmarked(finding);
    const advice = whyNotAdopted(view, backend.deployment) ?? "";
    return createFailed(rule === "keep-for-its-instance" ? plan.why : `${plan.why} ${advice}`);
  }
  return backend.found === "missing" ? gone(finding) : frozen;
}

function gone(finding: VvpFinding) {
  const { view, rule } = finding;
  if (rule === "await-doubtful-update") return frozen;
  if (rule === "await-quarantine") return spaced(finding);
  // An outage, or a refused access, is no longer said of a platform that has just answered.
  if (isFresh(view)) return refused(finding) ?? (saysOutage(view) ? undefined : frozen);
  const where = `Deployment ${view.target?.name} is gone from platform namespace ${view.target?.namespace}.`;
  if (view.record === undefined) {
    const message = `${where} So is the operator's record. Delete the resource with --force and create it anew.`;
    return { status: "False", reason: "ResourceDeleted", message } as const;
  }
  const message = `${where} It was removed outside of Weir; delete the resource and create it anew.`;
  return { status: "False", reason: "AppManagerRecordNotFound", message } as const;
}

/** What the last try came to stays until the next one; only a crash leaves nothing to stay. */
function spaced({ view, plan }: VvpFinding) {
  const before = conditionOf(conditionsOf(view.object), "Consistent");
  if (before !== undefined && before.status !== "True") return frozen;
  return { status: "Unknown", reason: "CreationUnconfirmed", message: plan.why } as const;
}

function linked({ view, outcomes }: VvpFinding) {
  if (view.record !== undefined || outcomes.length > 0) {
    return { status: "True", reason: "RecordIntact", message: "The resource is linked to its deployment." } as const;
  }
  const wayOut = "Contact your platform administrator; if you delete the resource, the deployment is deleted as well.";
  const copied = view.strayRecord ? " The resource carries the record of another one." : "";
  const message = `The deployment exists, but the operator's record of it is gone.${copied} ${wayOut}`;
  return { status: "False", reason: "DBRecordMissing", message } as const;
}

/** The deployment is there, and its mark is gone or another's: it is not ours to touch any more. */
function unmarked({ view, plan, rule }: VvpFinding) {
  const message = rule === "keep-for-its-instance" ? plan.why : `Deployment ${view.target?.name} ${whoseItIs(view)}`;
  return { status: "False", reason: "AppManagerRecordNotFound", message } as const;
}

function whoseItIs({ backend, owner }: VvpFinding["view"]): string {
  const holder = backend.found === "foreign" ? backend.deployment.owner : undefined;
  if (holder?.uid === owner.uid) {
    return `is managed by operator instance ${holder.instanceId}. Let that instance hand it over, or contact your platform administrator.`;
  }
  const wayOut = "Contact your platform administrator; if you delete the resource, the deployment stays.";
  return `is there, but does not carry the mark of this resource any more. ${wayOut}`;
}

function refused({ view }: VvpFinding) {
  const held = view.record?.rejected;
  return held === undefined ? undefined : createFailed(held.message);
}

function saysOutage({ object }: VvpFinding["view"]): boolean {
  const before = conditionOf(conditionsOf(object), "Consistent");
  return before?.reason === "AppManagerUnreachable" || before?.reason === "AuthenticationFailed";
}
