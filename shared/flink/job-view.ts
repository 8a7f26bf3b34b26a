import type { KubeObject } from "../core/object.ts";
import type { OperatorRecord } from "../core/record.ts";
import type { Violation } from "../core/rule.ts";
import type { Settings } from "../core/settings.ts";
import type { FailureCause, JobException } from "../ports/flink-answers.ts";
import type { FlinkEndpoint } from "../ports/flink-rest.ts";
import type { ScaleLook } from "./look-at-scale.ts";
import type { JobLook, StopLook } from "./looks.ts";
import type { FlinkMemory } from "./memory.ts";

/** What is known of a resource with a job, whether it has a cluster of its own or is on that of another. */
export interface JobView<Wanted> {
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
  /** What the spec asks for; while it breaks a rule what is in force in its place, undefined where nothing is. */
  readonly wanted: Wanted | undefined;
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
}
