import type { Fault } from "../../core/error.ts";
import { at, type JsonObject } from "../../core/json.ts";
import type { Finding } from "../../core/kind.ts";
import type { OperatorRecord } from "../../core/record.ts";
import type { Violation } from "../../core/rule.ts";
import type { Settings } from "../../core/settings.ts";
import type { ActualState, AppManagerAction, Caller, Deployment, Owner, Savepoint } from "../../ports/app-manager.ts";
import { whySyncIsOff } from "./policies.ts";
import type { VvpDeployment } from "./schema.ts";

/** What the platform says about the deployment that this resource means. */
export type Backend =
  /** It carries our mark: this resource's uid, and this instance or one whose user hands the resource over to it. */
  | { readonly found: "own"; readonly deployment: Deployment }
  /** It exists without our mark; nothing of it may be changed (R17). */
  | { readonly found: "foreign"; readonly deployment: Deployment }
  /** The platform itself says that there is none. */
  | { readonly found: "missing" }
  /** It could not be asked; this is no fact about the deployment. */
  | { readonly found: "unknown"; readonly fault: Fault }
  /** The spec names no deployment that could be asked for. */
  | { readonly found: "unasked" };

/** What the platform says about the savepoint that an accepted request may have led to. */
export type SavepointLook =
  /** There is no request that could have led to one. */
  | { readonly found: "unasked" }
  | { readonly found: "none" }
  | { readonly found: "one"; readonly savepoint: Savepoint }
  | { readonly found: "unknown"; readonly fault: Fault };

/** Everything that decisions and conditions may look at. */
export interface View {
  readonly object: VvpDeployment;
  readonly settings: Settings;
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
  readonly caller: Caller;
  readonly owner: Owner;
  /** After the open intents were judged against `backend` (D6). */
  readonly record: OperatorRecord | undefined;
  /** True when the annotation holds a record that is not this object's own. */
  readonly strayRecord: boolean;
  /** What breaks the schema or a rule although admission should have seen it. */
  readonly violations: readonly Violation[];
  /** Where the deployment is looked for; undefined where the spec does not say. */
  readonly target: { readonly namespace: string; readonly name: string } | undefined;
  /** Hash of `spec.deployment`: what is compared with what was projected last. */
  readonly content: string;
  /** Hash of all that a projection depends on, initFields, mode and credentials included: what a refusal refers to. */
  readonly request: () => string;
  /** True when an earlier attempt of the same pass sent the content of a spec and lost the race to record it. */
  readonly unrecorded: boolean;
  readonly backend: Backend;
  /** About the savepoint that the record tells of; only asked for where it does. */
  readonly savepoint: SavepointLook;
  /** About the external savepoint that the spec names, while nothing final is known of it. */
  readonly registration: SavepointLook;
}

/** How a pass over a VvpDeployment went. */
export type VvpFinding = Finding<View, AppManagerAction, Deployment | Savepoint | undefined>;

/** The deployment, if it is ours to change. */
export function ours({ backend }: View): Deployment | undefined {
  return backend.found === "own" ? backend.deployment : undefined;
}

/** True while the user has switched projection off, by a pause or by a policy that only looks. */
export function isPaused({ object }: View): boolean {
  return whySyncIsOff(object) !== undefined;
}

/** The state that the spec asks for; undefined where it leaves the state to the platform (AMB-19). Total on any spec. */
export function wantedState({ object }: Pick<View, "object">): string | undefined {
  const state = at(object.spec, "deployment", "spec", "state");
  return typeof state === "string" ? state : undefined;
}

/** True while the platform is on its way to the state it was asked for. */
export function isMoving(deployment: Deployment): boolean {
  const { state, desiredState } = deployment;
  if (state === "TRANSITIONING") return true;
  return state !== desiredState && desiredState !== undefined && !isEnded(state);
}

/** True for a job that ended by itself; a desired RUNNING next to it is no drift (AMB-18). */
export function isEnded(state: ActualState): boolean {
  return state === "FAILED" || state === "FINISHED";
}

/** The last word on the deployment: the answer to the last action, or else what was read at the start. */
export function latestDeployment({ view, outcomes }: VvpFinding): Deployment | undefined {
  for (const one of outcomes.toReversed()) {
    if (one.result === "done" && isDeployment(one.value)) return one.value;
  }
  return ours(view);
}

/** Tells a deployment from whatever else the platform answered. */
export function isDeployment(value: Deployment | Savepoint | undefined): value is Deployment {
  return value !== undefined && !isSavepoint(value);
}

/** Tells what the platform answered to a savepoint request from what it answered to any other. */
export function isSavepoint(value: Deployment | Savepoint | undefined): value is Savepoint {
  return value !== undefined && "mark" in value;
}

/** The spec's deployment as plain JSON; only for a spec without violations. */
export function deploymentOf(view: View): { readonly metadata: JsonObject; readonly spec: JsonObject } {
  return view.object.spec.deployment as unknown as { metadata: JsonObject; spec: JsonObject };
}
