import { Session } from "node:inspector";

/** What ran, as V8 counted it. */
export type Sample = readonly CoveredFunction[];

/** What ran of Weir's own sources, and whether anything of it is new. */
export interface Coverage {
  /** Functions that ran, and times that one of them reached more of itself. */
  readonly count: number;
  /** What ran since the last call. */
  take(): Sample;
  /** True when something in the sample was never learnt. */
  isNew(sample: Sample): boolean;
  learn(sample: Sample): void;
  /** Forgets all that was learnt. */
  forget(): void;
  stop(): void;
}

/** Coverage that sees nothing, so that behaviour alone guides a search; a run without V8's counters is much faster. */
export const blind: Coverage = {
  count: 0,
  take: () => [],
  isNew: () => false,
  learn: () => {},
  forget: () => {},
  stop: () => {},
};

interface Counted {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** From the first to behind the last character. */
type Range = readonly [from: number, to: number];

interface CoveredFunction {
  readonly id: string;
  /** What of it did not run. */
  readonly missed: readonly Range[];
}

interface Covered {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Counted[] }[];
  }[];
}

/**
 * Block coverage by V8 itself, of the sources that are `own`.
 *
 * V8 names the blocks of a function that did not run; what shrinks is that which never did.
 *
 * Caveats: of functions that ran before, V8 says only whether they run, so start it before the sources are loaded.
 */
export function startCoverage(own: (url: string) => boolean): Coverage {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const unreached = new Map<string, readonly Range[]>();
  let count = 0;
  const left = ({ id, missed }: CoveredFunction) => overlaps(unreached.get(id) ?? everything, missed);
  const isNew = (one: CoveredFunction) => {
    const known = unreached.get(one.id);
    return known === undefined || lengthOf(left(one)) < lengthOf(known);
  };
  return {
    get count() {
      return count;
    },
    take: () => {
      let taken: Sample = [];
      session.post("Profiler.takePreciseCoverage", (_error, covered) => {
        taken = toSample(covered as Covered, own);
      });
      return taken;
    },
    isNew: (sample) => sample.some(isNew),
    learn: (sample) => {
      for (const one of sample.filter(isNew)) {
        count += 1;
        unreached.set(one.id, left(one));
      }
    },
    forget: () => {
      count = 0;
      unreached.clear();
    },
    stop: () => session.disconnect(),
  };
}

const everything: readonly Range[] = [[0, Number.POSITIVE_INFINITY]];

function overlaps(some: readonly Range[], others: readonly Range[]): Range[] {
  return some
    .flatMap(([from, to]) => others.map(([start, end]): Range => [Math.max(from, start), Math.min(to, end)]))
    .filter(([from, to]) => from < to);
}

function lengthOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

function toSample({ result }: Covered, own: (url: string) => boolean): CoveredFunction[] {
  return result
    .filter(({ url }) => own(url))
    .flatMap(({ url, functions }) =>
      functions.flatMap(({ ranges: [whole, ...blocks] }) => {
        if (whole === undefined || whole.count === 0) return [];
        const missed = blocks
          .filter((block) => block.count === 0)
          .map((block): Range => [block.startOffset, block.endOffset]);
        return [{ id: `${url}:${whole.startOffset}-${whole.endOffset}`, missed }];
      }),
    );
}
