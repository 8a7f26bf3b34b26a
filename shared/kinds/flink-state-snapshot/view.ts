import type { Finding } from "../../core/kind.ts";
import type { KubeObject } from "../../core/object.ts";
import type { OperatorRecord } from "../../core/record.ts";
import type { Violation } from "../../core/rule.ts";
import type { Settings } from "../../core/settings.ts";
import type { JobLook } from "../../flink/looks.ts";
import type { FlinkAction } from "../../ports/flink-actions.ts";
import type { EventAction } from "../../ports/recorder.ts";
import type { DisposalLook, TargetLook, TriggerLook } from "./looks.ts";
import type { SnapshotMemory } from "./memory.ts";
import type { Wanted } from "./read-spec.ts";
import type { Readiness } from "./readiness.ts";

/** Every effect that a FlinkStateSnapshot may have. */
export type Act = FlinkAction | EventAction;

/** Everything that decisions and conditions may look at. */
export interface View {
  readonly object: KubeObject;
  readonly settings: Settings;
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
  /** After the open trigger was judged against what was seen (D6). */
  readonly record: OperatorRecord | undefined;
  /** The part of it that is about the snapshot. */
  readonly memory: SnapshotMemory | undefined;
  readonly violations: readonly Violation[];
  /** What the spec asks for; undefined while it breaks a rule. */
  readonly wanted: Wanted | undefined;
  readonly target: TargetLook;
  readonly job: JobLook;
  /** What target and job come to. */
  readonly readiness: Readiness;
  readonly trigger: TriggerLook;
  readonly disposal: DisposalLook;
}

/** How a pass over a FlinkStateSnapshot went. */
export type SnapshotFinding = Finding<View, Act, unknown>;
