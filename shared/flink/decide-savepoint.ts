import { nothing, type Plan } from "../core/action.ts";
import type { Decision } from "../core/chain.ts";
import type { KubeObject } from "../core/object.ts";
import type { Intent, OperatorRecord } from "../core/record.ts";
import type { FlinkAction } from "../ports/flink-actions.ts";
import type { FlinkEndpoint, SavepointFormat } from "../ports/flink-rest.ts";
import { triggerIdOf } from "./ids.ts";
import { openSavepoint, savepointIntents, withoutSavepoint } from "./intents.ts";
import { isTerminal, type JobLook, type StopLook } from "./looks.ts";
import { type FlinkMemory, toMemory } from "./memory.ts";
import type { Schedule } from "./options/option.ts";
import { type OwedSavepoint, sinceOf } from "./owed-savepoint.ts";
import { paceOf } from "./patience.ts";
import { isDueSince } from "./period.ts";
import { formatOf } from "./savepoint-format.ts";

/** What a spec says of savepoints of a job that runs on. */
export interface SavepointsWanted {
  readonly nonces: NonNullable<FlinkMemory["nonces"]>;
  readonly savepointDir: string | undefined;
  readonly savepointFormat: SavepointFormat;
  /** How long after it was first asked for a savepoint that failed is asked for again, in milliseconds. */
  readonly savepointGraceMs: number;
  /** When savepoints are taken by themselves; undefined for never. */
  readonly savepointPeriod: Schedule | undefined;
  /** An upgrade does not wait for a savepoint that is being taken. */
  readonly ignoresPendingSavepoint: boolean;
  /** Milliseconds between periodic checkpoints; undefined for none but Flink's own. */
  readonly checkpointPeriod: Schedule | undefined;
  readonly snapshots: {
    /** Snapshots that Weir takes by itself are FlinkStateSnapshots as well. */
    readonly asResources: boolean;
    /** Their files go with them. */
    readonly disposes: boolean;
    /** They are removed by number and age. */
    readonly cleansUp: boolean;
  };
  /** How many savepoints are kept, and for how many milliseconds. */
  readonly history: { readonly maxCount: number; readonly maxAgeMs: number };
}

/** What a savepoint of a running job is asked for and followed by. */
export interface Saving {
  readonly object: KubeObject;
  readonly settings: { readonly quarantineMs: number };
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
  readonly record: OperatorRecord | undefined;
  readonly memory: FlinkMemory | undefined;
  readonly endpoint: FlinkEndpoint;
  readonly job: JobLook;
  /** What became of a savepoint that may have been sent. */
  readonly savepoint: StopLook;
  readonly wanted: SavepointsWanted | undefined;
}

type Rule = Decision<Saving, Plan<FlinkAction>>;

/** Follows a savepoint of the running job until it is taken. */
export const followSavepoint: Rule = {
  name: "follow-savepoint",
  why: "An upgrade waits for a savepoint that was asked for, unless the user says that it need not; a job that is gone gives none.",
  decide: (view) => {
    const { memory, record, wanted, savepoint, job, now, settings } = view;
    const intent = openSavepoint(record);
    if (memory?.phase !== "deployed" || intent === undefined || wanted?.ignoresPendingSavepoint === true)
      return undefined;
    const isThere = job.found === "unreachable" || (job.found === "job" && !isTerminal(job.job.state));
    if (!isThere) return undefined;
    const isOver = intent.at + settings.quarantineMs <= now;
    if (savepoint.found === "forgotten" && job.found === "job" && job.job.state === "RUNNING" && isOver) {
      return send(view, memory, { ...intent, attempt: intent.attempt + 1, at: now });
    }
    return { ...nothing("A savepoint is being taken."), revisit: paceOf(sinceOf(intent), now) };
  },
};

/** Takes a savepoint that a nonce or a period asks for. */
export const takeSavepoint: Rule = {
  name: "take-savepoint",
  why: "Last of all: what is to be stopped or brought back is not kept waiting for it. One that failed is asked for again.",
  decide: (view) => {
    const { memory, wanted, job, now, record } = view;
    if (memory?.phase !== "deployed" || wanted === undefined) return undefined;
    if (job.found !== "job" || job.job.state !== "RUNNING" || openSavepoint(record) !== undefined) return undefined;
    const asked = askedFor(memory, wanted, now);
    if (asked === undefined) return undefined;
    const { key, since } = asked;
    // Each try has an id of its own, since Flink would answer the same one with the same failure (REST fact 4).
    const content = triggerIdOf(view.object.metadata.uid ?? "", `${key}/${memory.attempt}/${now}`, 0);
    const { failure: _earlier, owed: _owed, ...rest } = memory;
    const nonces = {
      ...memory.nonces,
      ...(key === savepointIntents.manual && { savepoint: wanted.nonces.savepoint ?? 0 }),
    };
    return send(view, { ...rest, nonces }, { key, attempt: 1, at: now, content, details: { since } });
  },
};

/** Looks again when a savepoint that failed is due. */
export const awaitRetry: Rule = {
  name: "await-retry",
  why: "Nothing else is to be done until then, and nothing waits for it.",
  decide: ({ memory, wanted, job, now }) => {
    if (memory?.phase !== "deployed" || wanted === undefined) return undefined;
    const owed = job.found === "job" && job.job.state === "RUNNING" ? owedOf(memory, wanted) : undefined;
    if (owed === undefined) return undefined;
    return {
      ...nothing("A savepoint that failed is asked for again after a while."),
      revisit: "waiting",
      revisitAfterMs: Math.max(0, owed.due - now),
    };
  },
};

/**
 * The nonces that a deploy acts on. One for a snapshot that came along with an upgrade is still owed once the job runs
 * again (2.14); one that was there from the beginning asks for nothing. A restart is asked for against what was deployed
 * last (2.5), so that a deploy without its nonce forgets it; a path is started from once for each nonce, as an old one that
 * comes back with a revert would take the job back to that state.
 */
export function actedNonces(
  before: FlinkMemory | undefined,
  { nonces }: Pick<SavepointsWanted, "nonces">,
): SavepointsWanted["nonces"] {
  if (before === undefined) return nonces;
  const { restart: _restart, ...known } = before.nonces ?? {};
  const { savepoint: _owed, ...others } = known;
  const kept = before.owed?.key === savepointIntents.manual ? others : known;
  const { savepoint: _savepoint, checkpoint: _checkpoint, ...acted } = nonces;
  return { ...kept, ...acted };
}

/** What asks for a savepoint now, and since when; one that failed comes before that of a period, which it stands for. */
function askedFor(
  memory: FlinkMemory,
  wanted: SavepointsWanted,
  now: number,
): Pick<OwedSavepoint, "key" | "since"> | undefined {
  if (isAsked(memory, wanted)) return { key: savepointIntents.manual, since: now };
  const owed = owedOf(memory, wanted);
  if (owed !== undefined) return owed.due <= now ? owed : undefined;
  return isDue(memory, wanted, now) ? { key: savepointIntents.periodic, since: now } : undefined;
}

/** The savepoint that failed, as long as the nonce or the period that asked for it is there. */
function owedOf({ owed, nonces }: FlinkMemory, wanted: SavepointsWanted): OwedSavepoint | undefined {
  if (owed === undefined) return undefined;
  const isManual = owed.key === savepointIntents.manual;
  const isWanted = isManual ? wanted.nonces.savepoint === nonces?.savepoint : takesByPeriod(wanted);
  return isWanted ? owed : undefined;
}

function takesByPeriod({ savepointPeriod, savepointDir }: SavepointsWanted): boolean {
  return savepointPeriod !== undefined && savepointDir !== undefined;
}

/** A nonce that was never seen asks for one, one that is taken back does not. */
function isAsked({ nonces }: FlinkMemory, { nonces: asked }: SavepointsWanted): boolean {
  return asked.savepoint !== undefined && asked.savepoint !== nonces?.savepoint;
}

/** A period counts from the last savepoint, whatever it was for, and else from the deploy. */
function isDue({ taken, failure, at }: FlinkMemory, wanted: SavepointsWanted, now: number): boolean {
  const last = Math.max(at, taken?.at ?? 0, failure?.at ?? 0);
  return takesByPeriod(wanted) && isDueSince(wanted.savepointPeriod, last, now);
}

function send(view: Saving, memory: FlinkMemory, intent: Intent): Plan<FlinkAction> {
  const { endpoint, wanted, record } = view;
  const { savepointDir: targetDirectory, savepointFormat = "CANONICAL" } = wanted ?? {};
  const others = record === undefined ? [] : withoutSavepoint(record).intents;
  const formatType = formatOf(intent) ?? savepointFormat;
  const request = { triggerId: intent.content, targetDirectory, formatType };
  return {
    why: "A savepoint is taken.",
    intents: [...others, { ...intent, details: { ...intent.details, formatType } }],
    memory: { before: toMemory(memory) },
    actions: [{ type: "flink/savepoint", endpoint, jobId: memory.jobId ?? "", request }],
    revisit: "moving",
  };
}
