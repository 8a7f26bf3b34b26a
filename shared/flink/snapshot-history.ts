import type { Action, Outcome } from "../core/action.ts";
import { at } from "../core/json.ts";
import type { OperatorRecord } from "../core/record.ts";
import type { SavepointsWanted } from "./decide-savepoint.ts";
import { type FlinkMemory, memoryOf, toMemory } from "./memory.ts";
import { mostKept } from "./savepoints-wanted.ts";
import type { MadeSnapshot, SnapshotsMemory } from "./snapshot-memory.ts";

type Kept = NonNullable<SnapshotsMemory["kept"]>;

/** Those that are too many or too old; the newest of its type never is. */
export function expiredOf(
  memory: SnapshotsMemory | undefined,
  { maxCount, maxAgeMs }: SavepointsWanted["history"],
  now: number,
): Kept {
  const { kept = [] } = memory ?? {};
  return (["savepoint", "checkpoint"] as const).flatMap((type) =>
    kept
      .filter(({ of }) => of === type)
      .reverse()
      .filter((one, index) => index > 0 && (index >= maxCount || now - one.at >= maxAgeMs)),
  );
}

/** Rules whose plans are about resources of snapshots, and nothing of the job waits for them. */
const rules: ReadonlySet<string> = new Set(["record-savepoint", "ask-checkpoint", "tidy-snapshots"]);

/** True for a plan that is about resources of snapshots. */
export function showsSnapshots(rule: string): boolean {
  return rules.has(rule);
}

/** An API server that says no for good: the kind is not there, or a right, a policy or a quota is against it. */
const refusals: ReadonlySet<string> = new Set(["Missing", "Denied", "Rejected", "Conflict"]);

/** How a plan about resources of snapshots went. */
export interface Shown {
  readonly rule: string;
  readonly outcomes: readonly Outcome<Action, unknown>[];
  readonly wanted: SavepointsWanted | undefined;
  readonly now: number;
}

/**
 * The record once such a plan was carried out. What the API server refuses is not sent again: a job is never held up by
 * the resources of its snapshots.
 */
export function afterShowing(record: OperatorRecord, shown: Shown): OperatorRecord {
  const memory = memoryOf(record);
  const [last] = shown.outcomes.slice(-1);
  if (memory === undefined || last === undefined) return record;
  if (last.result !== "done" && !refusals.has(last.fault.code)) return record;
  const uid = last.result === "done" ? at(last.value, "metadata", "uid") : undefined;
  const snapshots = advance(memory, shown, typeof uid === "string" ? uid : undefined);
  return { ...record, memory: toMemory({ ...memory, snapshots }) };
}

function advance(
  { taken, snapshots = {} }: FlinkMemory,
  { rule, wanted, now }: Shown,
  uid: string | undefined,
): SnapshotsMemory {
  if (rule === "record-savepoint" && taken !== undefined) {
    const { by, at } = taken;
    return { ...snapshots, shown: at, kept: withMade(snapshots, { of: "savepoint", by, at }, uid) };
  }
  if (rule === "ask-checkpoint" && snapshots.checkpoint !== undefined) {
    const { by, at } = snapshots.checkpoint;
    return { ...snapshots, checkpoint: { by, at }, kept: withMade(snapshots, { of: "checkpoint", by, at }, uid) };
  }
  const expired = wanted === undefined ? [] : expiredOf(snapshots, wanted.history, now);
  return { ...snapshots, kept: (snapshots.kept ?? []).filter((one) => !expired.includes(one)) };
}

/** What a user asked for by a nonce is the user's, and not removed. */
function withMade({ kept = [] }: SnapshotsMemory, made: MadeSnapshot, uid: string | undefined): Kept {
  const others = kept.filter((one) => one.of !== made.of || one.at !== made.at);
  return made.by === "MANUAL" || uid === undefined ? others : [...others, { ...made, uid }].slice(-2 * mostKept);
}
