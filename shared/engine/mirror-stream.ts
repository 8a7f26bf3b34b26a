import { advance, type Cursor, distance, freshCursor, isNews, readCursor, writeCursor } from "../core/cursor.ts";
import type { Happening } from "../core/happening.ts";
import { hashOf } from "../core/hash.ts";
import type { Bookmark, Bookmarks } from "../ports/bookmarks.ts";

/** A cursor that moves without anything mirrored is written once it is this much further, in milliseconds. */
const farMs = 3_600_000;

/** Where the cursor of a stream is kept: readable, and one name for each instance and stream. */
export function cursorName(instanceId: string, stream: string): string {
  const words = `${instanceId}-${stream}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return `weir-events-${words.slice(0, 150)}-${hashOf([instanceId, stream]).slice(0, 8)}`;
}

/**
 * One stream in one sweep: its cursor, and what became of what it told.
 *
 * Guarantees: the cursor is written only with the version that was read, so that of two sweeps one wins; what the other
 * did is told again, and found to be there.
 */
export class MirrorStream {
  readonly #name: string;
  readonly #bookmarks: Bookmarks;
  /** What came later, one reader may have been told and another, who asked before, not. */
  readonly #openedAt: number;
  readonly #done = new Map<string, string>();
  readonly #told = new Set<string>();
  #cursor: Cursor;
  #version: string | undefined;
  #owed: string | undefined;
  #missed = false;

  private constructor(bookmarks: Bookmarks, name: string, now: number, kept: Bookmark | undefined) {
    this.#bookmarks = bookmarks;
    this.#name = name;
    this.#openedAt = now;
    this.#cursor = readCursor(kept?.text ?? "") ?? freshCursor(now);
    this.#version = kept?.version;
  }

  /**
   * Reads the cursor, before anybody reads the stream; one that is lost or is none begins anew. `now` is in milliseconds
   * by the API server's clock.
   */
  static async open(bookmarks: Bookmarks, name: string, now: number): Promise<MirrorStream> {
    return new MirrorStream(bookmarks, name, now, await bookmarks.get(name));
  }

  /** Takes in what the stream told, and gives what of it is still to be mirrored. */
  tell(happenings: readonly Happening[]): Happening[] {
    for (const { at } of happenings) if (at > this.#cursor.passed) this.#told.add(at);
    return happenings.filter((happening) => isNews(this.#cursor, happening));
  }

  /** It is mirrored, or will never be. */
  settle({ id, at }: Happening): void {
    this.#done.set(id, at);
  }

  /** It is to be mirrored by a later sweep. */
  owe({ at }: Happening): void {
    if (this.#owed === undefined || at < this.#owed) this.#owed = at;
  }

  /** Some resource did not get its own, since something was refused. */
  miss(): void {
    this.#missed = true;
  }

  /** Writes the cursor where something was mirrored; `whole` at the end of a sweep that saw every resource. */
  async save(whole: boolean): Promise<void> {
    const found = { done: this.#done, told: this.#told, owed: this.#owed, missed: this.#missed };
    const next = advance(this.#cursor, { ...found, whole, now: this.#openedAt });
    if (this.#done.size === 0 && distance(this.#cursor, next) < farMs) return;
    this.#version = await this.#bookmarks.put(this.#name, writeCursor(next), this.#version);
    this.#cursor = next;
    this.#done.clear();
  }
}
