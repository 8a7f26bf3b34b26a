/**
 * What can happen to a pod: `idle` means it was told to stop because its window passed, `failed` that it never got
 * ready, `died` that it ended by itself, `killed` that `kill()` was called, `stopped` that it ended as told.
 */
export type PodEvent = "starting" | "ready" | "failed" | "idle" | "stopped" | "died" | "killed";

/** One entry of the history; `detail` tells how a process ended, and for `failed` its last lines too. */
export interface HistoryEntry {
  readonly at: number;
  readonly event: PodEvent;
  readonly pid?: number;
  readonly detail?: string;
}

/** The newest thousand entries, oldest first. */
export interface History {
  add(event: PodEvent, pid?: number, detail?: string): void;
  entries(): readonly HistoryEntry[];
}

const KEPT = 1000;

/** A history that tells `onEntry` of each entry. */
export function makeHistory(onEntry: (entry: HistoryEntry) => void): History {
  const kept: HistoryEntry[] = [];
  return {
    add: (event, pid, detail) => {
      const entry = {
        at: Date.now(),
        event,
        ...(pid !== undefined && { pid }),
        ...(detail !== undefined && { detail }),
      };
      kept.push(entry);
      if (kept.length > KEPT) kept.shift();
      onEntry(entry);
    },
    entries: () => [...kept],
  };
}
