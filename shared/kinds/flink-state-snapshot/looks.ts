import type { Fault } from "../../core/error.ts";
import type { FlinkMemory } from "../../flink/memory.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";

/** The cluster that a job runs on. */
export interface ClusterLook {
  readonly endpoint: FlinkEndpoint;
  /** What the job itself says of snapshots; for a savepoint that names no directory, where its own go. */
  readonly checkpointType: "FULL" | "INCREMENTAL";
  readonly savepointDir: string | undefined;
  /** Its JobManager is up, as Kubernetes tells. */
  readonly answers: boolean;
  /** A job that it does not know may yet be there: an application's own, and any that high availability brings back. */
  readonly bringsBack: boolean;
}

/** The resource with the job, as it was read. */
export type TargetLook =
  | { readonly found: "unasked" }
  | { readonly found: "missing" }
  | {
      readonly found: "present";
      /** False for a session cluster by itself. */
      readonly hasJob: boolean;
      /** Its spec wants it not to run. */
      readonly suspended: boolean;
      /** What its own record says, which its status may not; undefined where it was never deployed. */
      readonly memory: FlinkMemory | undefined;
      /** Undefined where the FlinkDeployment of a session job is missing. */
      readonly cluster: ClusterLook | undefined;
    };

/** What became of a trigger that may have been sent. */
export type TriggerLook =
  | { readonly found: "unasked" }
  | { readonly found: "running" }
  /** `path` is undefined for a checkpoint that Flink cannot, or no longer, tell the place of. */
  | { readonly found: "done"; readonly path: string | undefined }
  | { readonly found: "failed"; readonly why: string }
  /** The JobManager knows no such trigger: it never came, was forgotten after its five minutes, or went with the process. */
  | { readonly found: "forgotten" }
  | { readonly found: "unreachable"; readonly fault: Fault };

/** What became of a disposal. */
export type DisposalLook =
  | Exclude<TriggerLook, { readonly found: "done" }>
  /** The files are gone, by this disposal or before it. */
  | { readonly found: "gone" };
