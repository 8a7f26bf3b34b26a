import type { Fault } from "../../core/error.ts";
import type { Finding } from "../../core/kind.ts";
import type { KubeObject } from "../../core/object.ts";
import type { JobView } from "../../flink/job-view.ts";
import type { LastSavepointWanted } from "../../flink/last-savepoint.ts";
import type { FlinkAction } from "../../ports/flink-actions.ts";
import type { Jar } from "../../ports/flink-answers.ts";
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
export interface View extends JobView<Wanted> {
  /** The resource with the spec that `wanted` is read from. */
  readonly inForce: KubeObject;
  /** What its options say of its end, read when that comes: a pass over a job that stays does without. */
  readonly lastWishes: () => LastSavepointWanted;
  readonly cluster: ClusterLook;
  /** Only asked for while a job is being started, and where the resource is being deleted. */
  readonly jars: JarsLook;
}

/** How a pass over a FlinkSessionJob went. */
export type JobFinding = Finding<View, Act, unknown>;
