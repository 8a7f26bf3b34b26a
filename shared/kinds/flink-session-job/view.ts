import type { Fault } from "../../core/error.ts";
import type { Finding } from "../../core/kind.ts";
import type { KubeObject } from "../../core/object.ts";
import type { OperatorRecord } from "../../core/record.ts";
import type { Violation } from "../../core/rule.ts";
import type { Settings } from "../../core/settings.ts";
import type { ScaleLook } from "../../flink/look-at-scale.ts";
import type { JobLook, StopLook } from "../../flink/looks.ts";
import type { FlinkMemory } from "../../flink/memory.ts";
import type { FlinkAction } from "../../ports/flink-actions.ts";
import type { FailureCause, Jar, JobException } from "../../ports/flink-answers.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";
import type { ObjectAction } from "../../ports/objects.ts";
import type { EventAction } from "../../ports/recorder.ts";
import type { Wanted } from "./wanted.ts";

/** Every effect that a FlinkSessionJob may have. */
export type Act = FlinkAction | ObjectAction | EventAction;

/** The FlinkDeployment that the job names. */
export type ClusterLook =
  | { readonly found: "missing" }
  /** It runs a job of its own. */
  | { readonly found: "application" }
  | {
      readonly found: "session";
      /** Its JobManager answers, and is not about to be taken away. */
      readonly ready: boolean;
      /** It is being deleted, and takes its jobs along. */
      readonly leaving: boolean;
      /** It is being deleted, and waits until nobody names it. */
      readonly held: boolean;
      /** `status.jobManagerDeploymentStatus`. */
      readonly status: string;
      /** It keeps its jobs beyond the life of a JobManager. */
      readonly ha: boolean;
    };

/** Jars of this resource in the JobManager's upload folder. */
export type JarsLook =
  | { readonly found: "unasked" }
  | { readonly found: "unreachable"; readonly fault: Fault }
  | { readonly found: "listed"; readonly jars: readonly Jar[] };

/** Everything that decisions and conditions may look at. */
export interface View {
  readonly object: KubeObject;
  readonly settings: Settings;
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
  /** After the open intents were judged against what was seen (D6). */
  readonly record: OperatorRecord | undefined;
  /** The part of it that is about the deploy. */
  readonly memory: FlinkMemory | undefined;
  /** What breaks the schema or a rule although admission should have seen it. */
  readonly violations: readonly Violation[];
  /** What the spec asks for; undefined while it breaks a rule. */
  readonly wanted: Wanted | undefined;
  readonly cluster: ClusterLook;
  /** Where the REST of the cluster answers. */
  readonly endpoint: FlinkEndpoint;
  readonly job: JobLook;
  /** How large it runs; only asked for while it is scaled in place. */
  readonly size: ScaleLook;
  /** The causes of its failure; only asked for where the record does not have them. */
  readonly failure: FailureCause | undefined;
  /** Exceptions of the job that are to be told, newest first. */
  readonly exceptions: readonly JobException[];
  readonly stop: StopLook;
  /** What became of a savepoint of the running job that may have been sent. */
  readonly savepoint: StopLook;
  /** Only asked for while a job is being started, and where the resource is being deleted. */
  readonly jars: JarsLook;
}

/** How a pass over a FlinkSessionJob went. */
export type JobFinding = Finding<View, Act, unknown>;
