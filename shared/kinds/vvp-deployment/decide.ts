import { nothing, type Plan } from "../../core/action.ts";
import type { Decision } from "../../core/chain.ts";
import { onlyWhileDeleting, unheld } from "../../core/deletion-rules.ts";
import type { JsonObject } from "../../core/json.ts";
import type { AppManagerAction, Deployment } from "../../ports/app-manager.ts";
import { claimOf } from "./accept-nonces.ts";
import { hasStateDrift, heldSince, isScaling } from "./autopilot.ts";
import { isReplacement, makeCreationBody, makePatchBody, makeReplacementBody, makeStateBody } from "./body.ts";
import { nextCreation, quarantineEnd, quarantineLeft } from "./creation.ts";
import { adopt } from "./decide-adoption.ts";
import { deletionChain } from "./decide-deletion.ts";
import { leaveDeployment } from "./decide-deletion-policy.ts";
import { correctDrift } from "./decide-drift.ts";
import { takeOver } from "./decide-handover.ts";
import { registerSavepoint } from "./decide-registration.ts";
import { awaitStart, decideRestart, finishRestart, repeatStop } from "./decide-restart.ts";
import { holdForSavepoint, takeSavepoint } from "./decide-savepoint.ts";
import { isOvertaken } from "./drift.ts";
import { passesWhenReading } from "./fault.ts";
import { managementPolicy, whySyncIsOff } from "./policies.ts";
import { definitionUnderWay, isFresh, isOutdated, refusalLeft } from "./projection.ts";
import { keepsState } from "./restart.ts";
import { isCapped, lastsLong } from "./scaling.ts";
import { tellUntil } from "./until.ts";
import { isEnded, ours, type View, wantedState } from "./view.ts";

type Rule = Decision<View, Plan<AppManagerAction>>;

const awaitBackend: Rule = {
  name: "await-backend",
  why: "An outage is no fact about the deployment: nothing is decided on it, not even a deletion.",
  decide: ({ backend }) => {
    if (backend.found !== "unknown") return undefined;
    const plan = nothing(`The platform could not be asked: ${backend.fault.message}`);
    return passesWhenReading(backend.fault) ? { ...plan, revisit: "waiting" } : plan;
  },
};

const reportInvalid: Rule = {
  name: "report-invalid",
  why: "What slipped past admission must not reach the platform; the previous deployment stays as it is.",
  decide: ({ violations, backend }) => {
    const [first] = violations;
    if (first === undefined) return backend.found === "unasked" ? nothing("The spec names no deployment.") : undefined;
    return nothing(`The spec breaks a rule: ${first.path} ${first.message}`);
  },
};

const awaitQuarantine: Rule = {
  name: "await-quarantine",
  why: "D6: a creation of unknown outcome is looked for until it can no longer be applied, and only then sent again.",
  decide: (view) => {
    const left = quarantineLeft(view.record, view.settings, view.now);
    if (view.backend.found !== "missing" || left === 0) return undefined;
    const end = quarantineEnd(view.record, view.settings);
    const why = `The creation was not confirmed; unless the deployment shows up, it is sent again after ${end}.`;
    return { why, actions: [], revisit: "waiting" };
  },
};

const observe: Rule = {
  name: "observe",
  why: "What somebody else made may be looked at, where that is all that is wanted.",
  decide: (view) =>
    view.backend.found === "foreign" && managementPolicy(view.object) === "ObserveOnly" && isFresh(view)
      ? nothing(`Deployment ${view.backend.deployment.name} is looked at and not managed by this resource.`)
      : undefined,
};

const refuseClaim: Rule = {
  name: "refuse-claim",
  why: "R17: what somebody else made is not taken over unasked, and what somebody else manages never.",
  decide: ({ backend }) =>
    backend.found === "foreign"
      ? nothing(`Deployment ${backend.deployment.name} exists and is not managed by this resource.`)
      : undefined,
};

const reportLost: Rule = {
  name: "report-lost",
  why: "R86–R90: half of the link is gone; Weir neither makes a new deployment nor a new link by itself.",
  decide: (view) => {
    const { backend, record } = view;
    if (backend.found === "missing")
      return isFresh(view) ? undefined : nothing("The deployment is gone from the platform.");
    return record === undefined ? nothing("The operator's own record of this deployment is gone.") : undefined;
  },
};

const pause: Rule = {
  name: "pause",
  why: "R94: after the link is known to be intact, before anything is sent, a creation included.",
  decide: ({ object }) => {
    const off = whySyncIsOff(object);
    return off === undefined ? undefined : nothing(`Projection is switched off. ${off}`);
  },
};

const create: Rule = {
  name: "create",
  why: "Nothing is lost, so there was none yet (AMB-12). The intent goes on record first, because the answer may be lost.",
  decide: (view) => {
    const { backend, caller, owner, target, record, content, now } = view;
    if (backend.found !== "missing" || target === undefined) return undefined;
    if (refusalLeft(view) > 0)
      return nothing("The platform refused this creation; it is not sent again while it stays the same.");
    const body = makeCreationBody(view);
    return {
      why: `Deployment ${target.name} is created in platform namespace ${target.namespace}.`,
      intents: [nextCreation(record, content, now)],
      actions: [{ type: "app-manager/create", caller, namespace: target.namespace, body, owner }],
    };
  },
};

const awaitDefinition: Rule = {
  name: "await-definition",
  why: "S2: a second definition, sent behind the stop of the restart that is due, would start the job for another stop.",
  decide: (view) => {
    const end = definitionUnderWay(view);
    const isDue = ours(view) !== undefined && keepsState(view) && (isOutdated(view) || isOvertaken(view));
    if (!isDue || view.unrecorded || view.now >= end) return undefined;
    return { why: "The definition is being sent, or was a moment ago.", actions: [], revisit: "waiting" };
  },
};

const projectSpec: Rule = {
  name: "project-spec",
  why: "What the user changed goes out before drift is looked at, since it carries the state as well.",
  decide: (view) => {
    const deployment = ours(view);
    if (deployment === undefined || !isOutdated(view)) return undefined;
    if (refusalLeft(view) > 0)
      return nothing("The platform refused this spec; it is not sent again while it stays the same.");
    const why = `The changed spec is projected (mode=${view.object.spec.syncingMode}).`;
    const action = projection(view, deployment);
    return { why, ...claimOf(view), recheck: isReplacement(action) ? "always" : "late", actions: [action] };
  },
};

const repeatOvertaken: Rule = {
  name: "repeat-overtaken",
  why: "An update that nobody answered may be applied after the one that followed it; what it left behind is no drift.",
  decide: (view) => {
    const deployment = ours(view);
    if (deployment === undefined || refusalLeft(view) > 0 || !isOvertaken(view)) return undefined;
    const why = "An earlier update was applied late; the spec is projected again.";
    return { why, ...claimOf(view), recheck: "always", actions: [projection(view, deployment)] };
  },
};

function projection(view: View, { namespace, id }: Deployment): AppManagerAction {
  const { caller, owner, object } = view;
  const ref = { namespace, idOrName: id };
  return object.spec.syncingMode === "PUT"
    ? { type: "app-manager/replace", caller, ref, body: makeReplacementBody(view), owner }
    : { type: "app-manager/patch", caller, ref, body: makePatchBody(view) };
}

const awaitScaling: Rule = {
  name: "await-scaling",
  why: "R115, R119: a state that Autopilot changes in order to scale is its own, and is given back by itself.",
  decide: (view) => {
    if (!isScaling(view) || !hasStateDrift(view)) return undefined;
    const plan = nothing("Autopilot is scaling the job; the state is projected when that has ended.");
    return { ...plan, revisit: lastsLong(view, heldSince(view)) ? "waiting" : "moving" };
  },
};

const correctState: Rule = {
  name: "correct-state",
  why: "AMB-18: the platform's desired state is compared, not its actual one; a job that ended by itself is no drift.",
  decide: (view) => {
    const deployment = ours(view);
    const wanted = wantedState(view);
    if (deployment === undefined || wanted === undefined || !hasStateDrift(view)) return undefined;
    const ref = { namespace: deployment.namespace, idOrName: deployment.id };
    const body: JsonObject = makeStateBody(wanted);
    const late = isCapped(view) ? ", longer than Autopilot is taken to scale (WEIR_AUTOPILOT_CAP)" : "";
    const why = `The platform wants ${deployment.desiredState}, the spec ${wanted}${late}; the state is projected again.`;
    const actions: AppManagerAction[] = [{ type: "app-manager/patch", caller: view.caller, ref, body }];
    return { why, ...claimOf(view), recheck: "always", actions };
  },
};

const rest: Rule = {
  name: "rest",
  why: "Nothing differs.",
  decide: (view) => {
    const state = ours(view)?.state;
    if (state === "TRANSITIONING") return nothing("The platform is on its way to the wanted state.");
    return nothing(state !== undefined && isEnded(state) ? `The job has ended: ${state}.` : "Nothing is to be done.");
  },
};

/** How a pass over a VvpDeployment decides; the first rule that has something to say wins, so the order is behaviour. */
export const chain: readonly Rule[] = [
  unheld,
  takeOver,
  finishRestart,
  leaveDeployment,
  awaitBackend,
  ...onlyWhileDeleting(deletionChain),
  reportInvalid,
  awaitQuarantine,
  observe,
  adopt,
  refuseClaim,
  reportLost,
  pause,
  create,
  holdForSavepoint,
  takeSavepoint,
  repeatStop,
  awaitDefinition,
  projectSpec,
  repeatOvertaken,
  decideRestart,
  awaitScaling,
  awaitStart,
  correctState,
  registerSavepoint,
  correctDrift,
  rest,
].map(tellUntil);
