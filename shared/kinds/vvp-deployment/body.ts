import { mergePatch } from "../../core/diff.ts";
import type { JsonObject } from "../../core/json.ts";
import type { AppManagerAction, DeploymentBody } from "../../ports/app-manager.ts";
import { isScaling } from "./autopilot.ts";
import { dueMark, keepsState, templateMark, withTemplateMark } from "./restart.ts";
import { deploymentOf, type View, wantedState } from "./view.ts";

/** The body of the creation: in PATCH mode with initFields over it (R29–R31, AMB-8), in PUT mode without (R30). */
export function makeCreationBody(view: View): DeploymentBody {
  const { syncingMode, initFields } = view.object.spec;
  const wanted = deploymentOf(view);
  if (syncingMode === "PUT") return withState(wanted, wantedState(view) ?? "CANCELLED");
  return mergePatch(wanted, (initFields ?? {}) as JsonObject) as unknown as DeploymentBody;
}

/**
 * The body of an update in PATCH mode: just what the resource gives (R23), and the restart that is due with it; without the
 * state while Autopilot scales (AMB-17), while that restart is by way of the state (AMB-32), or where the platform wants the
 * same: a job that another pod has started or stopped meanwhile must not be told otherwise by what says nothing new (S2).
 */
export function makePatchBody(view: View): JsonObject {
  const { metadata, spec } = deploymentOf(view);
  const { state, ...rest } = spec;
  const current = view.backend.found === "own" ? view.backend.deployment.desiredState : undefined;
  const isKept = state === current || isScaling(view) || keepsState(view);
  return { metadata, spec: withTemplateMark(isKept ? rest : spec, dueMark(view)) };
}

/**
 * The body of an update in PUT mode; a state that the spec leaves open (AMB-19), or that Autopilot's scaling holds back
 * (AMB-17), stays what it is on the platform.
 */
export function makeReplacementBody(view: View): DeploymentBody {
  const current = view.backend.found === "own" ? view.backend.deployment.desiredState : undefined;
  const { metadata, spec } = deploymentOf(view);
  const marked = { metadata, spec: withTemplateMark(spec, templateMark(view)) };
  const wanted = wantedState(view);
  return withState(marked, (isScaling(view) ? (current ?? wanted) : (wanted ?? current)) ?? "CANCELLED");
}

/** The body that restarts the job by a change of its template and nothing else. */
export function makeRestartBody(mark: string): JsonObject {
  return { spec: withTemplateMark({}, mark) };
}

/** The body that changes the desired state and nothing else. */
export function makeStateBody(state: string): JsonObject {
  return { spec: { state } };
}

/** True for an action that sends the whole content of the spec, false for one that changes the state or a mark alone. */
export function carriesSpec(action: AppManagerAction): boolean {
  if (action.type === "app-manager/patch") return Object.hasOwn(action.body, "metadata");
  return action.type === "app-manager/create" || action.type === "app-manager/replace";
}

/** True for a full definition that is sent to a deployment: it makes what is gone, and resets what it does not give. */
export function isReplacement({ type }: AppManagerAction): boolean {
  return type === "app-manager/replace";
}

function withState({ metadata, spec }: DeploymentBody, state: string): DeploymentBody {
  return { metadata, spec: { ...spec, state } };
}
