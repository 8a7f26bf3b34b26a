import type { FlinkConfiguration } from "../configuration.ts";
import type { ConfiguredSpec, SizedSpec } from "../deployment-spec.ts";
import type { Owner } from "./blueprint.ts";

/** `spec` of a FlinkDeployment, as far as its cluster is built from it (1.3); it has passed the schema. */
export interface ClusterSpec extends ConfiguredSpec {
  readonly flinkVersion?: string | undefined;
  readonly imagePullSecrets?: readonly { readonly name?: string | undefined }[] | undefined;
  readonly logConfiguration?: Readonly<Record<string, string>> | undefined;
  readonly podTemplate?: object | undefined;
  readonly ingress?: object | null | undefined;
  readonly jobManager?: ComponentSpec | undefined;
  readonly taskManager?: ComponentSpec | undefined;
}

/** `spec.jobManager` and `spec.taskManager`. */
export interface ComponentSpec extends SizedSpec {
  readonly resource?: (SizedSpec["resource"] & { readonly ephemeralStorage?: string | undefined }) | undefined;
  readonly resources?: (SizedSpec["resources"] & { readonly claims?: readonly object[] | undefined }) | undefined;
  readonly podTemplate?: object | undefined;
}

/** What a cluster is built from: one deploy attempt of one resource. */
export interface ClusterRequest {
  /** The resource; its name is the cluster's id. */
  readonly owner: Owner;
  readonly namespace: string;
  /** `metadata.generation` that is deployed. */
  readonly generation: number;
  /** Number of the deploy attempt, which tells this deployment from any other one of the same generation. */
  readonly attempt: number;
  readonly spec: ClusterSpec;
  /** The effective configuration of this very attempt (`makeEffectiveConfiguration`), which had no problems. */
  readonly configuration: FlinkConfiguration;
  /** Values of Weir's own options. */
  readonly options: {
    /** Whether lists of pod templates merge by name. */
    readonly mergesByName: boolean;
    /** Whether the JobManager gets a startup probe where its template has none. */
    readonly startupProbe: boolean;
  };
}
