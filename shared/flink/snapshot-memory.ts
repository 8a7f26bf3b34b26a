import { isObject, type JsonValue, member } from "../core/json.ts";

/** Who asked for a snapshot, in the words of the status (1.4). */
export type SnapshotTrigger = "MANUAL" | "PERIODIC" | "UPGRADE";

/** What a resource stands for. */
export type SnapshotType = "savepoint" | "checkpoint";

/** A FlinkStateSnapshot that Weir made; its name follows from this. */
export interface MadeSnapshot {
  readonly of: SnapshotType;
  readonly by: SnapshotTrigger;
  /** When it was taken, or asked for, in milliseconds since the epoch by the API server's clock. */
  readonly at: number;
}

/** What Weir remembers of the FlinkStateSnapshots that it makes of a job. */
export interface SnapshotsMemory {
  /** When the last savepoint was taken that has its resource, or is to have none. */
  readonly shown?: number;
  /** The last checkpoint that was asked for by a resource; `open` until that is known to be there. */
  readonly checkpoint?: { readonly at: number; readonly by: SnapshotTrigger; readonly open?: true };
  /** Those that Weir removes by number and age, the oldest first. */
  readonly kept?: readonly (MadeSnapshot & { readonly uid: string })[];
}

const triggers: readonly (JsonValue | undefined)[] = ["MANUAL", "PERIODIC", "UPGRADE"];

/** True for a sound memory of them, or none. */
export function isSnapshots(value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  if (!isObject(value)) return false;
  const { shown, checkpoint, kept = [] } = value;
  const isMade = (one: JsonValue) => isMoment(one) && typeof member(one, "uid") === "string";
  const lists = Array.isArray(kept) && kept.every(isMade);
  return (shown === undefined || Number.isFinite(shown)) && (checkpoint === undefined || isMoment(checkpoint)) && lists;
}

function isMoment(value: JsonValue): boolean {
  return Number.isFinite(member(value, "at")) && triggers.includes(member(value, "by"));
}
