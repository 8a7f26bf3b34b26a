import { pairOf, reachablePairs } from "./faults.ts";
import type { Met } from "./network.ts";

/** Which pairs of a kind of input or output and a fault were met, and how often. */
export class Coverage {
  readonly counts = new Map<string, number>();
  /** All that can be met. */
  readonly pairs: readonly string[];

  constructor(pairs: readonly string[] = reachablePairs) {
    this.pairs = pairs;
  }

  /** Counts what a run met. */
  take(met: readonly Met[]): void {
    this.add(met.map(({ kind, fault }) => [pairOf(kind, fault), 1]));
  }

  /** Adds what was counted elsewhere. */
  add(counts: Iterable<readonly [pair: string, count: number]>): void {
    for (const [pair, count] of counts) this.counts.set(pair, (this.counts.get(pair) ?? 0) + count);
  }

  /** The pairs that nothing met. */
  missing(): string[] {
    return this.pairs.filter((pair) => !this.counts.has(pair));
  }

  /** The part of all reachable pairs that was met, 0 to 1. */
  share(): number {
    return 1 - this.missing().length / this.pairs.length;
  }
}
