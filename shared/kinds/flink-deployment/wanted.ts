import type { Violation } from "../../core/rule.ts";
import type { Stakes } from "../../flink/at-stake.ts";
import type { UpgradeMode } from "../../flink/choose-stop.ts";
import type { SizeWanted } from "../../flink/decide-rescale.ts";
import type { SavepointsWanted } from "../../flink/decide-savepoint.ts";
import type { Footprint } from "../../flink/footprint.ts";
import type { HealthLimits } from "../../flink/health.ts";
import type { Restore } from "../../flink/restore.ts";
import type { DesiredObject, ObjectKind } from "../../ports/objects.ts";

/** What a deploy is made with, beside the spec. */
export interface Facts {
  readonly attempt: number;
  /** Absent for a session cluster. */
  readonly jobId: string | undefined;
  readonly restore: Restore;
}

/** An object of a cluster, and how the API server calls its kind. */
export interface ClusterObject {
  readonly kind: ObjectKind;
  readonly object: DesiredObject;
}

/** The objects of a deploy in the order in which they are applied, or why there are none. */
export type PlannedObjects =
  | { readonly objects: readonly ClusterObject[]; readonly problems?: never }
  | { readonly objects?: never; readonly problems: readonly Violation[] };

/** What a sound spec asks for, read once for every decision of a pass. */
export interface Wanted extends SavepointsWanted, SizeWanted {
  readonly kind: "application" | "session";
  readonly mode: UpgradeMode;
  /** The user named the mode; without it state that was lost with its JobManager is no reason to stay down. */
  readonly namesMode: boolean;
  /** What the options that the job was started with say of its state. */
  readonly stakes: () => Stakes;
  readonly initialSavepointPath: string | undefined;
  /** The job id that the user chose; undefined where Weir does (2.7). */
  readonly jobId: string | undefined;
  /** Where the REST of a cluster of this spec answers. */
  readonly endpoint: string;
  readonly standalone: boolean;
  /** High availability is on. */
  readonly ha: boolean;
  /** It was on in what was deployed last, too, whose version reads and writes the same metadata. */
  readonly keepsHa: boolean;
  readonly version: string;
  readonly changesVersion: boolean;
  readonly mayFallBack: boolean;
  readonly cancels: boolean;
  readonly maxCheckpointAgeMs: number | undefined;
  readonly recovers: boolean;
  /** How long the JobManager of a job that has ended stays, in milliseconds. */
  readonly shutdownTtlMs: number;
  /** How long a job may take to end once it is cancelled, and the objects of a cluster to vanish, in milliseconds. */
  readonly cancelTimeoutMs: number;
  readonly cleanupTimeoutMs: number;
  /** From when on the job is restarted because of how it does; undefined where nobody looks. */
  readonly health: HealthLimits | undefined;
  /** A job that Flink has given up is started again. */
  readonly restartsFailed: boolean;
  /** How long a change may take to run before the last stable spec is brought back, in milliseconds; undefined for ever. */
  readonly rollbackAfterMs: number | undefined;
  readonly footprint: Footprint;
  /** Hash of what the Ingress is made from; undefined where there is to be none. */
  readonly ingress: string | undefined;
  /** `ingress.manage` of the operator: Ingresses are made, changed and taken away. */
  readonly managesIngress: boolean;
  /** The objects of a deploy, in the order in which they are applied. */
  readonly objects: (facts: Facts) => PlannedObjects;
}
