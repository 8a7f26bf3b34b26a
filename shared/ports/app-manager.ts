import type { JsonObject } from "../core/json.ts";

/** Desired state of a deployment, as AppManager spells it. */
export type DesiredState = "RUNNING" | "SUSPENDED" | "CANCELLED";

/** Actual state; what the platform says beyond these reads as `TRANSITIONING` (AMB-15). */
export type ActualState = "RUNNING" | "CANCELLED" | "SUSPENDED" | "TRANSITIONING" | "FAILED" | "FINISHED";

/** Who manages a deployment: the operator instance and the uid of the resource. */
export interface Owner {
  readonly instanceId: string;
  readonly uid: string;
}

/** Whose credentials a call uses: a Secret in the resource's own Kubernetes namespace, by name (R13, D13). */
export interface Caller {
  readonly instanceId: string;
  readonly namespace: string;
  /** Undefined: the resource names no Secret, the call goes out without a token. */
  readonly secretName: string | undefined;
}

/** What Autopilot does with a deployment. */
export type Autopilot =
  /** The platform says something that makes no sense, or that its Autopilot failed; counts as not active (R121, R122). */
  | { readonly mode: "UNKNOWN"; readonly why: string }
  | {
      readonly mode: "DISABLED" | "MONITORING" | "ACTIVE";
      /** Undefined: it has not scaled yet. */
      readonly parallelism: number | undefined;
      /** Undefined where the platform does not tell. */
      readonly scaling: boolean | undefined;
    };

/** A deployment as AppManager answered; `spec` and `metadata` are as received. */
export interface Deployment {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  /** Undefined where the platform names no owner. */
  readonly owner: Owner | undefined;
  readonly desiredState: string | undefined;
  readonly state: ActualState;
  /** The platform's own word for `state`. */
  readonly rawState: string;
  /** Absent where the platform says nothing about it, which counts as not active; only ever read (R123). */
  readonly autopilot?: Autopilot;
  readonly metadata: JsonObject;
  readonly spec: JsonObject;
}

/** What a deployment is made from: the `metadata` and `spec` of the resource's `spec.deployment`. */
export interface DeploymentBody {
  readonly metadata: JsonObject;
  readonly spec: JsonObject;
}

/** Where a deployment is: platform namespace, and its id or name. */
export interface DeploymentRef {
  readonly namespace: string;
  readonly idOrName: string;
}

/** A savepoint as AppManager answered. */
export interface Savepoint {
  readonly id: string;
  readonly deploymentId: string;
  /** What the request carried that asked for it; undefined for what others asked for. */
  readonly mark: string | undefined;
  /** `COMPLETED` and `FAILED` are final; anything else is under way. */
  readonly state: string;
  readonly location: string | undefined;
}

/** An event as the platform tells it. */
export interface PlatformEvent {
  readonly id: string;
  /** When it was created, as `toTimestamp` writes it. */
  readonly at: string;
  /** The platform's constant, such as `JOB_SUCCESSFULLY_STARTED`. */
  readonly name: string;
  readonly message: string;
  readonly deploymentId: string | undefined;
  readonly jobId: string | undefined;
  /** True for one that an operator sent itself. */
  readonly own: boolean;
}

/**
 * AppManager's deployments, savepoints and events.
 *
 * Guarantees: every rejection is an `OperatorError` (codes of `ververica.md` 2.7): `Rejected` (400, 422), `Denied` (401
 * after the Secret was read again, 403), `Missing` (the Secret or its token; a 404 on a write), `Conflict` (409, 412),
 * `Throttled`, `Unavailable`, `Malformed` (HTML, garbage, a 404 without a JSON body). `applied` is `no` only when
 * nothing was sent or the platform refused. No message holds a token. Ownership is marked by the adapter (AMB-31).
 */
export interface AppManager {
  /** Undefined only for a 404 with a JSON body: the platform itself says that there is none. */
  get(caller: Caller, ref: DeploymentRef, signal?: AbortSignal): Promise<Deployment | undefined>;
  /** All deployments of a platform namespace; `Rejected` where there is no such list (a 404), so no such AppManager. */
  list(caller: Caller, namespace: string, signal?: AbortSignal): Promise<readonly Deployment[]>;
  create(
    caller: Caller,
    namespace: string,
    body: DeploymentBody,
    owner: Owner,
    signal?: AbortSignal,
  ): Promise<Deployment>;
  /** Sends just what `body` holds; the platform keeps the rest (R23, R24). */
  patch(caller: Caller, ref: DeploymentRef, body: JsonObject, signal?: AbortSignal): Promise<Deployment>;
  /** Replaces the whole definition; omitted fields are reset (R25, R26). */
  replace(
    caller: Caller,
    ref: DeploymentRef,
    body: DeploymentBody,
    owner: Owner,
    signal?: AbortSignal,
  ): Promise<Deployment>;
  /** Marks an unmarked deployment as the owner's and changes nothing else; `Conflict` where it is somebody else's. */
  adopt(caller: Caller, ref: DeploymentRef, owner: Owner, signal?: AbortSignal): Promise<Deployment>;
  /**
   * Marks the deployment as `owner`'s instead of that of the instance `former`, which the mark names now (F16). Marked
   * already, it stays so; `Conflict` where the platform leaves the mark as it was.
   */
  takeOver(caller: Caller, ref: DeploymentRef, owner: Owner, former: string, signal?: AbortSignal): Promise<Deployment>;
  /** Done also when there was none any more; `Malformed` where a 404 is not confirmed by the list of the namespace. */
  delete(caller: Caller, ref: DeploymentRef, signal?: AbortSignal): Promise<void>;
  /** The events of a platform namespace that the platform still knows, in any order. */
  events(caller: Caller, namespace: string, signal?: AbortSignal): Promise<readonly PlatformEvent[]>;
  /** The savepoints of one deployment that the platform still knows. */
  savepoints(
    caller: Caller,
    namespace: string,
    deploymentId: string,
    signal?: AbortSignal,
  ): Promise<readonly Savepoint[]>;
  /** Asks for one savepoint of the running job (`Rejected` where none runs), or registers one that exists elsewhere. Sent twice, it makes two (2.3). */
  takeSavepoint(caller: Caller, request: SavepointRequest, signal?: AbortSignal): Promise<Savepoint>;
  /** Adds an event to those of the platform; `Missing` where its deployment is gone. Sent twice, it shows twice. */
  announce(caller: Caller, announcement: Announcement, signal?: AbortSignal): Promise<void>;
}

/** What people read in the platform's list of events about an act or a finding of the operator. */
export interface Announcement {
  readonly namespace: string;
  /** Undefined where there is none to attach it to; it is then found in the list of the namespace alone. */
  readonly deploymentId: string | undefined;
  /** How the sentence goes on that begins with "Kubernetes operator", such as `triggered savepoint`. */
  readonly message: string;
}

/**
 * A savepoint that is asked for, or one that lies at `location` already and is to be known to the platform; `mark` is how
 * it is found again after a lost answer.
 */
export interface SavepointRequest {
  readonly location?: string;
  readonly namespace: string;
  readonly deploymentId: string;
  readonly mark: string;
}

/** Effects on AppManager as values; the engine sends them. */
export type AppManagerAction =
  | {
      readonly type: "app-manager/create";
      readonly caller: Caller;
      readonly namespace: string;
      readonly body: DeploymentBody;
      readonly owner: Owner;
    }
  | {
      readonly type: "app-manager/patch";
      readonly caller: Caller;
      readonly ref: DeploymentRef;
      readonly body: JsonObject;
    }
  | {
      readonly type: "app-manager/replace";
      readonly caller: Caller;
      readonly ref: DeploymentRef;
      readonly body: DeploymentBody;
      readonly owner: Owner;
    }
  | {
      readonly type: "app-manager/adopt";
      readonly caller: Caller;
      readonly ref: DeploymentRef;
      readonly owner: Owner;
    }
  | {
      readonly type: "app-manager/take-over";
      readonly caller: Caller;
      readonly ref: DeploymentRef;
      readonly owner: Owner;
      /** The instance that the mark names now. */
      readonly former: string;
    }
  | { readonly type: "app-manager/delete"; readonly caller: Caller; readonly ref: DeploymentRef }
  | { readonly type: "app-manager/savepoint"; readonly caller: Caller; readonly request: SavepointRequest }
  | { readonly type: "app-manager/announce"; readonly caller: Caller; readonly announcement: Announcement };
