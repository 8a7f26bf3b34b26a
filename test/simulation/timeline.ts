import { runMicrotasks } from "./microtasks.ts";

/** Something that happens at a time, in milliseconds since the beginning of the run; equal times keep their order. */
interface Entry {
  readonly at: number;
  readonly order: number;
  readonly act: () => void;
  readonly isMoot: (() => boolean) | undefined;
  /** Whether it only ends what something else is on its way to end. */
  readonly isLimit: boolean;
}

/**
 * The one scheduler of a run: virtual time, and everything that is still to happen in it.
 *
 * Guarantees: what happens, and in which order, depends on what was put in and on nothing else; between two entries every
 * promise that can go on has gone on.
 * Assumptions: the code under test waits for nothing but what this timeline resolves (no timer, no socket).
 */
export class Timeline {
  readonly #heap: Entry[] = [];
  #now = 0;
  #order = 0;

  /** Milliseconds since the beginning of the run. */
  get now(): number {
    return this.#now;
  }

  /** Whether anything is still to happen, be it that time limits end: without anything else there is nothing for them to end. */
  get isBusy(): boolean {
    return this.#heap.some(({ isMoot, isLimit }) => !isLimit && isMoot?.() !== true);
  }

  /**
   * Has something happen after so many milliseconds. What has become `isMoot` by then does not happen: once it is so, it
   * stays so, and `act` would change nothing.
   */
  after(ms: number, act: () => void, isMoot?: () => boolean): void {
    this.#put(ms, act, isMoot, false);
  }

  /** Has a time limit end after so many milliseconds. */
  limit(ms: number, act: () => void, isMoot: () => boolean): void {
    this.#put(ms, act, isMoot, true);
  }

  #put(ms: number, act: () => void, isMoot: Entry["isMoot"], isLimit: boolean): void {
    this.#order += 1;
    push(this.#heap, { at: this.#now + Math.max(0, ms), order: this.#order, act, isMoot, isLimit });
  }

  /** Lets everything happen that is due by then, and what follows from it by then. */
  runUntil(time: number): Promise<void> {
    const run = () => {
      for (let next = this.#heap[0]; next !== undefined && next.at <= time; next = this.#heap[0]) {
        pop(this.#heap);
        if (next.isMoot?.() === true) continue;
        this.#now = next.at;
        next.act();
        runMicrotasks();
      }
      this.#now = Math.max(this.#now, time);
    };
    return new Promise((resolve, reject) => {
      setImmediate(() => {
        try {
          resolve(run());
        } catch (error) {
          reject(error);
        }
      });
    });
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function push(heap: Entry[], entry: Entry): void {
  let index = heap.length;
  heap.push(entry);
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent] as Entry;
    if (!isBefore(entry, above)) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = entry;
}

function pop(heap: Entry[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let index = 0;
  for (let child = 1; child < heap.length; child = 2 * index + 1) {
    const right = heap[child + 1];
    if (right !== undefined && isBefore(right, heap[child] as Entry)) child += 1;
    const below = heap[child] as Entry;
    if (!isBefore(below, last)) break;
    heap[index] = below;
    index = child;
  }
  heap[index] = last;
}
