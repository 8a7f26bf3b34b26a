/** How a role's container is sized, in Flink's words or in Kubernetes'; `resources` wins where both are given (1.3). */
export interface SizedSpec {
  readonly resource?: { readonly cpu?: number | undefined; readonly memory?: string | undefined } | undefined;
  readonly resources?: { readonly requests?: Amounts | undefined; readonly limits?: Amounts | undefined } | undefined;
  readonly replicas?: number | null | undefined;
}

/** Amounts by the names of resources, as Kubernetes has them. */
export type Amounts = Readonly<Record<string, string | number | undefined>>;

/** `spec.job`, as far as Flink's configuration follows from it. */
export interface ConfiguredJob {
  readonly jarURI?: string | undefined;
  readonly entryClass?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly parallelism?: number | undefined;
  readonly upgradeMode?: string | undefined;
  readonly allowNonRestoredState?: boolean | null | undefined;
}

/** `spec` of a FlinkDeployment, as far as Flink's configuration follows from it; it has passed the schema. */
export interface ConfiguredSpec {
  readonly flinkVersion?: string | undefined;
  readonly image?: string | undefined;
  readonly imagePullPolicy?: string | undefined;
  readonly serviceAccount?: string | undefined;
  readonly mode?: "native" | "standalone" | undefined;
  readonly flinkConfiguration?: unknown;
  readonly ingress?: unknown;
  readonly jobManager?: SizedSpec | undefined;
  readonly taskManager?: SizedSpec | undefined;
  /** Absent: a session cluster. */
  readonly job?: ConfiguredJob | undefined;
}
