import type { JsonObject, JsonValue } from "../../shared/core/json.ts";

/** What a user asks for in `spec.state`. */
export type DesiredState = "RUNNING" | "SUSPENDED" | "CANCELLED";

/** What the platform reports in `status.state`. */
export type ActualState = DesiredState | "TRANSITIONING" | "FAILED" | "FINISHED";

/** Server-set metadata of every object; times are RFC 3339 text with microseconds. */
export type Stamp = {
  readonly id: string;
  readonly namespace: string;
  readonly createdAt: string;
  readonly modifiedAt: string;
  readonly resourceVersion: number;
};

/** A map of labels or annotations. */
export type Tags = { readonly [key: string]: string };

/** AppManager v1 Deployment; spec and unknown metadata keys are kept as sent. */
export type Deployment = {
  readonly kind: "Deployment";
  readonly apiVersion: "v1";
  readonly metadata: JsonObject & Stamp & { readonly name: string; readonly labels: Tags; readonly annotations: Tags };
  readonly spec: JsonObject;
  readonly status: { readonly state: ActualState; readonly running?: Running; readonly autopilot?: JsonValue };
};

/** Present in the status only while the deployment is RUNNING. */
export type Running = {
  readonly jobId: string;
  readonly transitionTime: string;
  readonly conditions: readonly JsonObject[];
};

/** Life of a job: STARTING → STARTED → TERMINATING → TERMINATED, or FINISHED, or FAILED from anywhere. */
export type JobState = "STARTING" | "STARTED" | "TERMINATING" | "TERMINATED" | "FAILED" | "FINISHED";

/** AppManager v1 Job; its spec is a copy frozen when the job was created. */
export type Job = {
  readonly kind: "Job";
  readonly apiVersion: "v1";
  readonly metadata: Stamp & {
    readonly deploymentId: string;
    readonly deploymentName: string;
    readonly annotations: Tags;
    readonly terminatedAt?: string;
  };
  readonly spec: JsonObject;
  readonly status: { readonly state: JobState; readonly started?: JsonObject; readonly failure?: JsonObject };
};

/** Who asked for a savepoint, or where it came from. */
export type Origin = "USER_REQUEST" | "SUSPEND" | "SUSPEND_AND_UPGRADE" | "COPIED" | "RETAINED_CHECKPOINT";

/** AppManager v1 Savepoint; annotations sent by the client are kept. */
export type Savepoint = {
  readonly kind: "Savepoint";
  readonly apiVersion: "v1";
  readonly metadata: Stamp & {
    readonly deploymentId: string;
    readonly jobId?: string;
    readonly origin: Origin;
    readonly annotations: Tags;
  };
  readonly spec: { readonly savepointLocation: string; readonly flinkSavepointId?: string };
  readonly status: {
    readonly state: "STARTED" | "COMPLETED" | "FAILED" | "PENDING_DELETION";
    readonly failure?: JsonObject;
  };
};

/** AppManager v1 DeploymentTarget: where the jobs of a deployment run. */
export type DeploymentTarget = {
  readonly kind: "DeploymentTarget";
  readonly apiVersion: "v1";
  readonly metadata: Stamp & { readonly name: string; readonly labels: Tags; readonly annotations: Tags };
  readonly spec: JsonObject;
};

/** AppManager v1 Event; `metadata.name` is a constant such as STATE_TRANSITION_IS_NEEDED. */
export type Event = {
  readonly kind: "Event";
  readonly apiVersion: "v1";
  readonly metadata: JsonObject & Stamp & { readonly name: string };
  readonly spec: { readonly message: string };
};
