/**
 * The interfaces that FLIP-334 proposed, so that a platform which is written against them plugs in (`makeJobAutoScaler`).
 *
 * | FLIP-334 | here | in the core |
 * |---|---|---|
 * | `JobAutoScaler.scale`, `.cleanup` | the same, asynchronous | `runCycle` (`scaled`), `StateStore.remove` |
 * | `jobKey`, `jobID` | `jobKey`, `jobId` | `JobContext.key` as `keyText` writes it, `.jobId` |
 * | `jobVersion` | the same | noted beside the state; with another one the job begins anew |
 * | `isRunning` | the same | `JobContext.status` is RUNNING |
 * | `conf` | the same, as flat texts | `JobContext.configuration` |
 * | `metricGroup` | `gauge(name, value)` | what `CycleOutcome.evaluation` holds |
 * | `getRestClusterClient()` | the same, asynchronous | given to what makes the `MetricsSource` |
 * | `flinkClientTimeout` | milliseconds | the option `flink.rest-client.timeout` |
 * | `stateStore` | `AutoScalerStateStore` | `StateStore`: one text under one key, flushed before anything is done |
 * | `extraJobInfo` | the same | never looked at |
 * | `handlerScalingError`, `…Report`, `handlerIneffectiveScaling` | the same | `Reporter`, by the type and event of a report |
 * | `handlerRecommendedParallelism` | the same | `Realizer` |
 */
export interface JobAutoScaler<Key, Info, Client> {
  /** One cycle; true if it led to scaling. Called again and again, also when nothing is known to have changed. */
  scale(context: JobAutoScalerContext<Key, Info, Client>): Promise<boolean>;
  /** Forgets a job that is gone. */
  cleanup(jobKey: Key): Promise<void>;
}

/** A job as its platform knows it. */
export interface JobAutoScalerContext<Key, Info, Client> {
  /** Contexts of equal keys are of the same job. */
  readonly jobKey: Key;
  /** 32 hex digits; undefined while there is none. */
  readonly jobId: string | undefined;
  /** Changes when something else is deployed; what was measured and decided before is forgotten then. Not with a rescale. */
  readonly jobVersion: number;
  /** Whether the job really runs; one that starts or is cancelled does not. */
  readonly isRunning: boolean;
  /** Options of Flink and of the autoscaler, flat. */
  readonly conf: Readonly<Record<string, string>>;
  readonly metricGroup: MetricGroup;
  /** Milliseconds. */
  readonly flinkClientTimeout: number;
  readonly stateStore: AutoScalerStateStore;
  /** What handlers need of the platform. */
  readonly extraJobInfo: Info | undefined;
  getRestClusterClient(): Promise<Client>;
}

/** Where metrics of the autoscaler itself go. */
export interface MetricGroup {
  /** Sets a number under a name such as `AutoScaler.jobVertexID.<id>.TRUE_PROCESSING_RATE.Average`; NaN where it is unknown. */
  gauge(name: string, value: number): void;
}

/** Called back with what is to be told and done; shared by all jobs. */
export interface AutoScalerHandler<Key, Info, Client> {
  handlerScalingError(context: JobAutoScalerContext<Key, Info, Client>, errorMessage: string): Promise<void>;
  handlerScalingReport(context: JobAutoScalerContext<Key, Info, Client>, scalingReportMessage: string): Promise<void>;
  handlerIneffectiveScaling(context: JobAutoScalerContext<Key, Info, Client>, message: string): Promise<void>;
  /** Parallelism as texts by the id of the vertex; called in every cycle in which one is desired. */
  handlerRecommendedParallelism(
    context: JobAutoScalerContext<Key, Info, Client>,
    recommendedParallelism: ReadonlyMap<string, string>,
  ): Promise<void>;
}

/** Texts of one job under keys. What was put may be lost until it is flushed. */
export interface AutoScalerStateStore {
  get(key: string): Promise<string | undefined>;
  put(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
  flush(): Promise<void>;
}
