import type { Stakes } from "../../flink/at-stake.ts";
import type { UpgradeMode } from "../../flink/choose-stop.ts";
import type { SizeWanted } from "../../flink/decide-rescale.ts";
import type { SavepointsWanted } from "../../flink/decide-savepoint.ts";
import type { Artifact } from "../../ports/artifacts.ts";
import type { RunRequest } from "../../ports/flink-rest.ts";

/** What a sound spec asks for on the cluster that it names, read once for every decision of a pass. */
export interface Wanted extends SavepointsWanted, SizeWanted {
  readonly mode: UpgradeMode;
  /** The user named the mode; without it state that was lost with its JobManager is no reason to stay down. */
  readonly namesMode: boolean;
  /** What the options that the job was started with say of its state. */
  readonly stakes: () => Stakes;
  readonly initialSavepointPath: string | undefined;
  /** The cluster's Flink version. */
  readonly version: string;
  readonly mayFallBack: boolean;
  readonly maxCheckpointAgeMs: number | undefined;
  /** How long the job may take to end once it is cancelled, in milliseconds. */
  readonly cancelTimeoutMs: number;
  readonly restartsFailed: boolean;
  readonly savepointOnDeletion: boolean;
  readonly drainsOnDeletion: boolean;
  /** Undefined where the spec names no jar. */
  readonly jar: Artifact | undefined;
  /** What the job is started with, besides its id and what it goes on from. */
  readonly run: Omit<RunRequest, "jobId" | "savepointPath">;
}
