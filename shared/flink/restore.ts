import { member } from "../core/json.ts";

/** Where the state of a job is that is not running, or what one was started from. */
export type Restore =
  /** It has none, and needs none. */
  | { readonly from: "nothing" }
  /** A savepoint, or a checkpoint that was kept: a path that any later deploy can start from. */
  | { readonly from: "savepoint"; readonly path: string }
  /** Flink's own high-availability metadata of the same job id; `path` is what it goes back to before its first checkpoint. */
  | { readonly from: "last-state"; readonly path?: string }
  /** Nobody knows; nothing is started from it, and the user is told why (2.7). */
  | { readonly from: "unknown"; readonly why: string };

/** True for a sound value of the type, whoever wrote it. */
export function isRestore(value: unknown): value is Restore {
  const [from, path] = [member(value, "from"), member(value, "path")];
  if (from === "savepoint") return typeof path === "string";
  if (from === "unknown") return typeof member(value, "why") === "string";
  return from === "nothing" || (from === "last-state" && (path === undefined || typeof path === "string"));
}

/** The path that a restore can name; undefined where it names none. */
export function pathOf(restore: Restore): string | undefined {
  return restore.from === "savepoint" || restore.from === "last-state" ? restore.path : undefined;
}

/**
 * What a restore path says where high availability knows better: Flink ignores it then, and where the metadata vanishes
 * meanwhile the job fails instead of starting empty (2.7).
 */
export const lastStateMarker = "KUBERNETES_OPERATOR_LAST_STATE";

/** The path that Flink is told, and the status shows; undefined where there is none. */
export function restorePathOf(restore: Restore): string | undefined {
  return pathOf(restore) ?? (restore.from === "last-state" ? lastStateMarker : undefined);
}

/** What the user reads of it, as the end of a sentence. */
export function describe(restore: Restore): string {
  if (restore.from === "nothing") return "without state";
  if (restore.from === "savepoint") return `from ${restore.path}`;
  return restore.from === "last-state" ? "from its last checkpoint" : `from a state that is unknown: ${restore.why}`;
}
