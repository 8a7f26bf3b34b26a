import { Coverage } from "../coverage.ts";
import { invariantOf } from "../shrink.ts";
import type { Broken, Played } from "./range.ts";

/** Everything that a search has come to so far. */
export class Tally {
  readonly coverage: Coverage;
  readonly broken: Broken[] = [];
  played = 0;
  readonly #startedAt = performance.now();
  readonly #cpu = process.cpuUsage();

  /** Of a search that can meet these pairs of a call and a fault. */
  constructor(pairs?: readonly string[]) {
    this.coverage = new Coverage(pairs);
  }

  /** Takes in what came of a range of seeds. */
  take({ count, broken, met }: Played): void {
    this.played += count;
    this.broken.push(...broken);
    this.coverage.add(met);
  }

  /** Seconds since the first seed. */
  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }

  /** Seconds of CPU, of all threads, since the first seed. */
  get cpuSeconds(): number {
    const { user, system } = process.cpuUsage(this.#cpu);
    return (user + system) / 1e6;
  }

  /** What is broken, by invariant, the seeds of each in their order. */
  groups(): ReadonlyMap<string, readonly Broken[]> {
    const groups = new Map<string, Broken[]>();
    for (const one of this.broken.toSorted((a, b) => a.seed - b.seed)) {
      for (const invariant of new Set(one.violations.map(invariantOf))) {
        groups.set(invariant, [...(groups.get(invariant) ?? []), one]);
      }
    }
    return groups;
  }
}
