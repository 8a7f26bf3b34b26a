import { isObject, type JsonValue, member } from "./json.ts";
import { msOf, shifted, timestampOf, toTimestamp } from "./timestamp.ts";

/**
 * How far the happenings of a stream are mirrored; times are those of `toTimestamp`.
 *
 *     ──────────────┤ passed        ✓ done       ·  new       ✓ done    newest
 *      over with,   │               ├──────────── overlap ───────────────┤
 *      whatever came│ known by id, so that late ones, ties and those nobody wanted yet are not lost
 */
export interface Cursor {
  /** What happened then or earlier is over with. */
  readonly passed: string;
  /** What happened later and is over with: its time by its id. */
  readonly done: ReadonlyMap<string, string>;
}

/** What became of the happenings that a sweep was told of. */
export interface Progress {
  /** Time by id of those that are mirrored now. */
  readonly done: ReadonlyMap<string, string>;
  /** Times of all that the stream told beyond the cursor. */
  readonly told: Iterable<string>;
  /** Time of the earliest that is some resource's and not mirrored yet. */
  readonly owed: string | undefined;
  /** Whether the sweep looked at every resource. */
  readonly whole: boolean;
  /** Whether something was refused, so that some resource did not get its own. */
  readonly missed: boolean;
  /**
   * When the sweep first asked the stream, in milliseconds since the epoch. A time beyond it does not count as the newest: it
   * comes from a clock that is wrong, or from a reader who asked later.
   */
  readonly now: number;
}

/** How late a happening may be told, or its resource be linked, in milliseconds. */
export const overlapMs = 600_000;

/** How long what was refused has another chance, in milliseconds; what is refused for ever must not fill the cursor. */
export const patienceMs = 3_600_000;

/** Where no cursor is, only what is younger counts, in milliseconds; Kubernetes keeps Events for an hour, so that none is made again. */
export const unknownPastMs = 3_000_000;

/** Ids that a cursor holds; a ConfigMap has room for a mebibyte. */
export const mostDone = 5_000;

/** Where mirroring begins at `now` (milliseconds since the epoch) when nothing is known. */
export function freshCursor(now: number): Cursor {
  return { passed: timestampOf(now - unknownPastMs), done: new Map() };
}

/** True for what is still to be mirrored. */
export function isNews({ passed, done }: Cursor, { id, at }: { readonly id: string; readonly at: string }): boolean {
  return at > passed && !done.has(id);
}

/**
 * The cursor after some progress.
 *
 * Guarantees: moves past nothing that is owed, or that is told less than `overlapMs` before the newest (`patienceMs` where
 * something was missed), except where it would hold more than `mostDone` ids; never moves back.
 */
export function advance(cursor: Cursor, progress: Progress): Cursor {
  const passed = progress.whole ? passedAfter(cursor.passed, progress) : cursor.passed;
  return bounded({ passed, done: new Map([...cursor.done, ...progress.done]) });
}

function passedAfter(before: string, { told, owed, missed, now }: Progress): string {
  const times = [...told];
  const present = timestampOf(now);
  const newest = latest(
    before,
    times.filter((at) => at <= present),
  );
  const limit = shifted(newest, -(missed ? patienceMs : overlapMs));
  return latest(
    before,
    times.filter((at) => at <= limit && (owed === undefined || at < owed)),
  );
}

function latest(before: string, times: readonly string[]): string {
  return times.reduce((last, at) => (at > last ? at : last), before);
}

/** Without what is passed anyway, and without the oldest that are too many. */
function bounded({ passed, done }: Cursor): Cursor {
  const kept = [...done].filter(([, at]) => at > passed).sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0));
  const [, cut] = kept[kept.length - mostDone - 1] ?? [];
  if (cut === undefined) return { passed, done: new Map(kept) };
  return { passed: cut, done: new Map(kept.filter(([, at]) => at > cut)) };
}

/** Milliseconds by which one cursor is further than another. */
export function distance(from: Cursor, to: Cursor): number {
  return msOf(to.passed) - msOf(from.passed);
}

/** The text of a cursor; equal cursors have equal texts. */
export function writeCursor({ passed, done }: Cursor): string {
  return JSON.stringify({ v: 1, passed, done: [...done].map(([id, at]) => [at, id]).sort() });
}

/** The cursor of a text; undefined for any text that is none. */
export function readCursor(text: string): Cursor | undefined {
  const value = parse(text);
  const [passed, done] = [member(value, "passed"), member(value, "done")];
  if (member(value, "v") !== 1 || !isTime(passed) || !Array.isArray(done) || !done.every(isEntry)) return undefined;
  return { passed, done: new Map(done.map(([at, id]) => [id, at])) };
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isTime(value: JsonValue | undefined): value is string {
  return typeof value === "string" && toTimestamp(value) === value;
}

function isEntry(value: JsonValue): value is [at: string, id: string] {
  return Array.isArray(value) && value.length === 2 && isTime(value[0]) && typeof value[1] === "string";
}
