import type { Explanation } from "./explanation.ts";
import { type ExposedJob, expose, writeLabels } from "./exposition.ts";
import { type Judged, vertexNumbersOf } from "./gauges.ts";

/** A job, as its series are to be told from those of others. */
export interface MeteredJob {
  readonly key: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** What came of the last cycles, for a scrape. */
export interface VertexMetrics {
  /** Takes the place of the job's last cycle; one that evaluated nothing tells of no vertex. */
  note(job: MeteredJob, cycle: Judged & { readonly explanation: Pick<Explanation, "reason"> }): void;
  forget(key: string): void;
  /** In Prometheus' format. */
  text(): string;
}

/** How much is told. */
export interface VertexMetricsOptions {
  /** Vertices of all jobs together at most. */
  readonly most: number;
  /** Milliseconds by a clock that never steps back. */
  readonly now: () => number;
}

/** Milliseconds after which a job that had no cycle is not told of any more. */
const keptFor = 600_000;

interface Noted {
  readonly at: number;
  /** Absent where there was no room for it. */
  readonly exposed?: ExposedJob;
  /** How many vertices it has; a job without any takes as much room as one. */
  readonly vertices: number;
}

/**
 * Metrics of the vertices of jobs.
 *
 * Guarantees: of a job for which there is no room any more only the number of its vertices is kept, and told in sum; those that
 * have room keep it. Of a cycle nothing is held but numbers and names.
 */
export function makeVertexMetrics({ most, now }: VertexMetricsOptions): VertexMetrics {
  /** The one that was noted first comes first. */
  const noted = new Map<string, Noted>();
  let room = most;
  const forget = (key: string) => {
    const one = noted.get(key);
    if (one?.exposed !== undefined) room += Math.max(1, one.vertices);
    noted.delete(key);
  };
  const forgetOld = () => {
    for (const [key, { at }] of noted) {
      if (now() - at < keptFor) break;
      forget(key);
    }
  };
  return {
    note: ({ key, labels }, { explanation: { reason }, ...judged }) => {
      forget(key);
      forgetOld();
      const size = judged.evaluation?.vertices.size ?? 0;
      const taken = Math.max(1, size);
      if (taken > room) {
        noted.set(key, { at: now(), vertices: size });
        return;
      }
      room -= taken;
      const vertices = [...vertexNumbersOf(judged)].map(([id, numbers]) => [id, Float64Array.from(numbers)] as const);
      noted.set(key, { at: now(), vertices: size, exposed: { labels: writeLabels(labels), reason, vertices } });
    },
    forget,
    text: () => {
      forgetOld();
      const all = [...noted.values()];
      const leftOut = all.reduce((sum, { exposed, vertices }) => (exposed === undefined ? sum + vertices : sum), 0);
      return expose(
        all.flatMap(({ exposed }) => exposed ?? []),
        leftOut,
      );
    },
  };
}
