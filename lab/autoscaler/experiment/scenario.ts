import type { JobModel } from "../model/job.ts";
import type { MakeLoad, Range } from "../workloads/load.ts";
import type { FaultKind } from "./fault.ts";
import type { Refusal } from "./grant.ts";

/** What a scenario is there to show; goals are set for each. */
export type Purpose =
  | "step up"
  | "step down"
  | "late metrics"
  | "noise"
  | "trace"
  | "published"
  | "change"
  | "missing metrics"
  | "bound"
  | "refused";

/** A job, what happens to it, and for how long. */
export interface Scenario {
  readonly name: string;
  readonly purpose: Purpose;
  readonly job: JobModel;
  /** Records per second of each source. */
  readonly range: Range;
  readonly load: MakeLoad;
  readonly hours: number;
  /** Deviation of what arrives in a tick around the load's rate. */
  readonly scatter: number;
  /** Seconds by which metrics are late. */
  readonly delay: number;
  /** Metrics are faulty for five control periods from minute 90 on. */
  readonly fault?: FaultKind;
  /** When the cluster has no room for more; absent: never. */
  readonly refusal?: Refusal;
}
