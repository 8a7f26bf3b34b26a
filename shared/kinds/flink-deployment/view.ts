import type { Fault } from "../../core/error.ts";
import type { Finding } from "../../core/kind.ts";
import type { KubeObject } from "../../core/object.ts";
import type { JobView } from "../../flink/job-view.ts";
import type { HaLook, JobManagerLook, Trouble } from "../../flink/looks.ts";
import type { FlinkAction } from "../../ports/flink-actions.ts";
import type { ObjectAction } from "../../ports/objects.ts";
import type { EventAction } from "../../ports/recorder.ts";
import type { LastWishes } from "./last-wishes.ts";
import type { Wanted } from "./wanted.ts";

/** Every effect that a FlinkDeployment may have. */
export type Act = ObjectAction | FlinkAction | EventAction;

/** A part of a cluster that stands beside the JobManager and is taken away with it. */
export type PartLook =
  | { readonly found: "unasked" }
  | { readonly found: "missing" }
  | { readonly found: "present"; readonly uid: string; readonly deleting: boolean; readonly replicas?: number };

/** What still uses a session cluster that is to be deleted or changed. */
export type TenantsLook =
  | { readonly found: "unasked" }
  /** Its JobManager is up and does not answer. */
  | { readonly found: "unreachable"; readonly sessionJobs: readonly string[]; readonly fault: Fault }
  | {
      readonly found: "listed";
      /** Names of FlinkSessionJobs. */
      readonly sessionJobs: readonly string[];
      /** Those of them whose job the cluster knows, and whose state would go with it. */
      readonly stateful: readonly string[];
      /** Ids of jobs that run and that none of them stands for. */
      readonly unmanaged: readonly string[];
    };

/** Everything that decisions and conditions may look at. */
export interface View extends JobView<Wanted> {
  /** The resource with the spec that `wanted` is read from. */
  readonly inForce: KubeObject;
  readonly lastWishes: LastWishes;
  /** What the last stable spec asks for; only read where a change is, or may be, rolled back. */
  readonly stable: Wanted | undefined;
  readonly jobManager: JobManagerLook;
  /** What keeps the TaskManagers from coming up; only asked for while the job waits to run. */
  readonly starving: Trouble | undefined;
  /** The TaskManagers' Deployment of a standalone cluster; only asked for while it is taken away or scaled. */
  readonly taskManager: PartLook;
  /** Only asked for where it is to be taken away while the cluster runs on. */
  readonly ingress: PartLook;
  /** What is wrong with how the job does, as a clause; undefined for a healthy one, and where nobody looks. */
  readonly unhealthy: string | undefined;
  /** Pods of the cluster that are still there; only counted where its Deployments are gone. */
  readonly pods: number;
  /** Only asked for where a session cluster that is to be deleted or changed may take jobs along. */
  readonly tenants: TenantsLook;
  /** Only asked for where the next decision depends on it. */
  readonly ha: HaLook;
}

/** How a pass over a FlinkDeployment went. */
export type FlinkFinding = Finding<View, Act, unknown>;
