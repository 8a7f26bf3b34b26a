import type { Artifact } from "./artifacts.ts";
import type { ResourceRequirements } from "./flink-answers.ts";
import type { CheckpointRequest, FlinkEndpoint, RunRequest, SavepointRequest, StopRequest } from "./flink-rest.ts";

/**
 * Effects on a Flink cluster as values; what a repeat does and how doubt is resolved stands at the call of `FlinkRest`
 * that carries each out. Upload, run and delete are apart, since each may end in doubt by itself; a file name that holds
 * the job's id lets a later pass find the jar.
 */
export type FlinkAction =
  | {
      readonly type: "flink/stop";
      readonly endpoint: FlinkEndpoint;
      readonly jobId: string;
      readonly request: StopRequest;
    }
  | { readonly type: "flink/cancel"; readonly endpoint: FlinkEndpoint; readonly jobId: string }
  | {
      readonly type: "flink/savepoint";
      readonly endpoint: FlinkEndpoint;
      readonly jobId: string;
      readonly request: SavepointRequest;
    }
  | {
      readonly type: "flink/checkpoint";
      readonly endpoint: FlinkEndpoint;
      readonly jobId: string;
      readonly request: CheckpointRequest;
    }
  | { readonly type: "flink/dispose"; readonly endpoint: FlinkEndpoint; readonly savepointPath: string }
  /** Opens an artifact at its origin, which shows that it can be had, and closes it again. */
  | { readonly type: "flink/look-at-jar"; readonly artifact: Artifact }
  | {
      readonly type: "flink/upload";
      readonly endpoint: FlinkEndpoint;
      readonly artifact: Artifact;
      readonly fileName: string;
    }
  | {
      readonly type: "flink/run";
      readonly endpoint: FlinkEndpoint;
      readonly jarId: string;
      readonly request: RunRequest;
    }
  | {
      readonly type: "flink/rescale";
      readonly endpoint: FlinkEndpoint;
      readonly jobId: string;
      readonly requirements: ResourceRequirements;
    }
  | { readonly type: "flink/delete-jar"; readonly endpoint: FlinkEndpoint; readonly jarId: string };
