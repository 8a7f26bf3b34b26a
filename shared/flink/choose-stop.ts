import { type Decision, firstMatch } from "../core/chain.ts";
import { holdFor, lossAtCancel, type Stakes } from "./at-stake.ts";
import { type HaLook, isEnding, type JobLook, type JobManagerLook } from "./looks.ts";
import { pathOf, type Restore } from "./restore.ts";
import { stateAtEnd } from "./state-at-end.ts";

/** What a change of the spec asks for where state is concerned (2.7). */
export type UpgradeMode = "stateless" | "savepoint" | "last-state";

/** What the choice of a way to stop looks at. */
export interface Stopping {
  /** `application`: the cluster goes with the job. `session`: the job shares its cluster with others. */
  readonly kind: "application" | "session";
  readonly mode: UpgradeMode;
  /** The user named the mode, so that state which cannot be kept is a reason to stop and say so. */
  readonly namesMode: boolean;
  readonly jobManager: JobManagerLook;
  readonly job: JobLook;
  readonly ha: HaLook;
  /** High availability is on in what runs and in what is to run; of a session job, in its cluster. */
  readonly keepsHa: boolean;
  /** Another Flink version is to run, which cannot read the metadata of the old one. */
  readonly changesVersion: boolean;
  /** There is a directory that savepoints can be written to. */
  readonly hasSavepointDir: boolean;
  /** `job.upgrade.last-state-fallback.enabled`. */
  readonly mayFallBack: boolean;
  /** `job.upgrade.last-state.job-cancel.enabled`. */
  readonly cancels: boolean;
  /** `job.upgrade.last-state.max.allowed.checkpoint.age`, in milliseconds; undefined: any age will do. */
  readonly maxCheckpointAgeMs: number | undefined;
  /** What the configuration that the job runs with says of its state. */
  readonly stakes: Stakes;
  /** What the job was started from. */
  readonly origin: Restore;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** How a job is brought to an end. */
export type Stop =
  /** It has ended, or may be ended by taking its cluster away; its state is known. */
  | {
      readonly how: "drop";
      readonly state: Restore;
      /** As far as was seen nothing of it ever ran, which is to be so still when it is taken away. */
      readonly unstarted?: true;
    }
  | { readonly how: "savepoint" }
  | { readonly how: "cancel" }
  /** Not now: why, as a sentence, and what ends the wait, as another. */
  | { readonly how: "wait"; readonly why: string; readonly until: string }
  /** Never by itself: nobody knows where the state is. */
  | { readonly how: "give-up"; readonly why: string };

type Rule = Decision<Stopping, Stop>;

const stateless: Rule = {
  name: "stateless",
  why: "The user said that there is no state to lose.",
  decide: ({ mode }) => (mode === "stateless" ? { how: "drop", state: { from: "nothing" } } : undefined),
};

const neverStarted: Rule = {
  name: "never-started",
  why: "Where no JobManager ever came up, nothing ran: what the job was to start from is still its newest state.",
  decide: ({ jobManager, origin, ha }) =>
    jobManager.found === "present" && jobManager.neverAvailable && !(ha.found === "present" && ha.checkpoint)
      ? { how: "drop", state: origin, unstarted: true }
      : undefined,
};

const ended: Rule = {
  name: "ended",
  why: "What has ended needs no stop; its last snapshot is where it goes on from.",
  decide: ({ job, origin, namesMode }) => {
    const state = stateAtEnd(job, origin, namesMode);
    if (state === undefined) return undefined;
    return state.from === "unknown"
      ? { how: "give-up", why: `The job has ended, and ${state.why}.` }
      : { how: "drop", state };
  },
};

const lost: Rule = {
  name: "lost",
  why: "What a session cluster does not know any more comes back by its high availability or never, and only the user knows from where to start it.",
  decide: ({ kind, job, keepsHa }) => {
    if (kind !== "session" || job.found !== "missing") return undefined;
    if (!keepsHa) return { how: "give-up", why: "The cluster does not know the job any more." };
    const why = "The cluster does not know the job, which its high availability may bring back.";
    return { how: "wait", why, until: "It goes on when the cluster knows the job." };
  },
};

const ending: Rule = {
  name: "ending",
  why: "A job that comes to its end is about to tell its last checkpoint, and Flink to delete its metadata.",
  decide: ({ job }) =>
    job.found === "job" && isEnding(job.job)
      ? { how: "wait", why: "The job is coming to its end.", until: "It goes on when Flink tells its last checkpoint." }
      : undefined,
};

const takeSavepoint: Rule = {
  name: "take-savepoint",
  why: "A savepoint was asked for and can be taken; without a directory for it, last state is what there is.",
  decide: (view) => (view.mode === "savepoint" && canSavepoint(view) ? { how: "savepoint" } : undefined),
};

const awaitSavepoint: Rule = {
  name: "await-savepoint",
  why: "The user allows no other way than a savepoint, and only a running job can give one.",
  decide: ({ mode, hasSavepointDir, mayFallBack, changesVersion, job }) =>
    mode === "savepoint" && hasSavepointDir && !mayFallBack && !changesVersion && !isRunning(job)
      ? {
          how: "wait",
          why: "A savepoint can only be taken of a running job, and falling back to the last state is switched off.",
          until: "It goes on when the job is RUNNING.",
        }
      : undefined,
};

const secure: Rule = {
  name: "secure",
  why: "Only an explicit stateless discards state: where nothing would outlive the stop, a savepoint is taken first.",
  decide: (view) => {
    const { job, stakes } = view;
    if (!isCancellable(view) || (goesByMetadata(view) && stakes.takesCheckpoints)) return undefined;
    const loss = lossAtCancel(job, stakes);
    if (loss === undefined) return undefined;
    return canSavepoint(view) ? { how: "savepoint" } : { how: "wait", ...holdFor(loss, view) };
  },
};

const changeVersion: Rule = {
  name: "change-version",
  why: "Another version cannot read the old one's metadata, only a savepoint or a checkpoint that was kept.",
  decide: (view) => {
    if (!view.changesVersion) return undefined;
    if (canSavepoint(view)) return { how: "savepoint" };
    return isCancellable(view) ? { how: "cancel" } : awaitJob(view);
  },
};

const tooOld: Rule = {
  name: "too-old",
  why: "The user bounds how much work an upgrade may repeat; a younger checkpoint is waited for, or a savepoint taken.",
  decide: (view) => {
    const { job: look, maxCheckpointAgeMs: most, now } = view;
    if (most === undefined || look.found !== "job" || !isRunning(look)) return undefined;
    const { job, checkpoints } = look;
    const young = (at: number | undefined) => at !== undefined && now - at < most;
    if (young(job.startTime) || young(checkpoints?.completed?.latestAckTimestamp)) return undefined;
    if (checkpoints?.history.some((one) => one.status === "IN_PROGRESS" && young(one.triggerTimestamp))) {
      const why = "The last checkpoint is older than allowed, and a new one is under way.";
      return { how: "wait", why, until: "It goes on when that checkpoint is complete." };
    }
    return canSavepoint(view) ? { how: "savepoint" } : undefined;
  },
};

const keepMetadata: Rule = {
  name: "keep-metadata",
  why: "Flink's own metadata lets the same job go on from its last checkpoint, however the cluster was taken away.",
  decide: (view) => {
    const { ha, origin } = view;
    if (!goesByMetadata(view) || ha.found !== "present") return undefined;
    const path = ha.checkpoint ? undefined : pathOf(origin);
    return { how: "drop", state: { from: "last-state", ...(path !== undefined && { path }) } };
  },
};

const cancel: Rule = {
  name: "cancel",
  why: "Without metadata the last checkpoint is what the job says at its end, if it was told to keep it.",
  decide: (view) => (isCancellable(view) ? { how: "cancel" } : undefined),
};

const giveUp: Rule = {
  name: "give-up",
  why: "No JobManager, no metadata: nobody can tell where the state is, and starting empty would lose it silently.",
  decide: ({ kind, jobManager, ha }) =>
    kind === "application" && jobManager.found === "missing" && !(ha.found === "present" && ha.job)
      ? {
          how: "give-up",
          why: "The JobManager is gone and there is no high-availability metadata that tells of the last checkpoint.",
        }
      : undefined,
};

const wait: Rule = {
  name: "wait",
  why: "The job's state cannot be told for now, which passes by itself or shows as trouble of the cluster.",
  decide: (view) => awaitJob(view),
};

/** How a job is stopped so that no state is lost (2.7); the first rule that has something to say wins. */
export const stopChain: readonly Rule[] = [
  stateless,
  neverStarted,
  ended,
  lost,
  ending,
  takeSavepoint,
  awaitSavepoint,
  secure,
  changeVersion,
  tooOld,
  keepMetadata,
  cancel,
  giveUp,
  wait,
];

/** The way to stop a job, and the rule that chose it. */
export function chooseStop(view: Stopping): { readonly rule: string; readonly result: Stop } {
  return firstMatch(stopChain, view);
}

function isRunning(job: JobLook): boolean {
  return job.found === "job" && job.job.state === "RUNNING";
}

function canSavepoint({ job, hasSavepointDir }: Stopping): boolean {
  return hasSavepointDir && isRunning(job);
}

/** Flink's metadata tells where the job goes on, so that its cluster may be taken away as it is. */
function goesByMetadata({ kind, keepsHa, ha, cancels, job }: Stopping): boolean {
  return kind === "application" && keepsHa && ha.found === "present" && ha.job && !(cancels && job.found === "job");
}

/** A job that has not come up after its JobManager did would lose the metadata that it is about to be restored from. */
function isCancellable({ job, ha }: Stopping): boolean {
  const starts = job.found === "job" && (job.job.state === "INITIALIZING" || job.job.state === "CREATED");
  if (starts && ha.found === "present" && ha.checkpoint) return false;
  return job.found === "job" && job.job.state !== "RECONCILING" && job.job.state !== "SUSPENDED";
}

function awaitJob({ job }: Stopping): Stop {
  const why =
    job.found === "unreachable"
      ? `The JobManager does not answer: ${job.fault.message}`
      : "Where the job's state is cannot be told while no JobManager answers.";
  return { how: "wait", why, until: "It goes on when the JobManager answers and knows the job." };
}
