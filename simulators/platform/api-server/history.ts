import type { KubeObject } from "./object.ts";
import { expired } from "./status-error.ts";

/** One committed change of one object. */
export interface Entry {
  readonly revision: number;
  /** Storage key of the resource. */
  readonly storage: string;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** The object after the change; for DELETED its last state with the revision of the deletion. */
  readonly object: KubeObject;
  readonly before: KubeObject | undefined;
}

/**
 * The last changes in order, for watches that resume.
 *
 * Guarantees: `since(n)` gives every change after revision n or throws 410; entries are never changed.
 */
export class History {
  readonly #limit: number;
  #entries: Entry[] = [];
  #compacted = 0;

  /** @param limit how many changes are kept at least */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds the newest change; forgets the oldest in batches. */
  push(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#entries.length >= this.#limit * 2) this.compact(this.#entries[this.#limit - 1]?.revision ?? 0);
  }

  /** Forgets every change up to `revision`: watches from before it get 410. */
  compact(revision: number): void {
    this.#compacted = Math.max(this.#compacted, revision);
    this.#entries = this.#entries.slice(this.#after(this.#compacted));
  }

  /** The changes after `revision`. Throws 410 if some of them are forgotten. */
  since(revision: number): readonly Entry[] {
    if (revision < this.#compacted) throw expired(`too old resource version: ${revision} (${this.#compacted})`);
    return this.#entries.slice(this.#after(revision));
  }

  #after(revision: number): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
