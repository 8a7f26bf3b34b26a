import type { RecordRates } from "../evaluate/edge-rate.ts";
import { edgeRate } from "../evaluate/edge-rate.ts";
import { isSource, type JobGraph } from "../graph/job-graph.ts";
import type { Look, Pace } from "../sample/look.ts";
import { learnPoint } from "./curve.ts";
import type { Learned } from "./learned.ts";
import { addLoad } from "./load.ts";

/** A job after a look. */
export interface Watched {
  readonly graph: JobGraph;
  /** By vertex; one of which a number was not known is absent. */
  readonly looks: ReadonlyMap<string, Look>;
  /** What a vertex did during the look at another; undefined where that is not known. */
  readonly paceDuring: (vertex: string, look: Look) => Pace | undefined;
  /** The moment of the last sample, in milliseconds since the epoch; what it tells may be older. */
  readonly now: number;
  /** From when on what a vertex does is what it can do: the job has started before. */
  readonly settledAt: number;
  /** Milliseconds that loads are remembered for. */
  readonly window: number;
}

/** What is known after a look; nothing new where a number of a source is not known, or where it began before the last one ended. */
export function learn(learned: Learned, watched: Watched): Learned {
  const { graph, looks, now, window } = watched;
  const sources = [...graph.vertices.values()].filter(isSource);
  const seen = sources.flatMap(({ id }) => {
    const look = looks.get(id);
    return look === undefined ? [] : [{ id, ...look }];
  });
  const last = learned.loads.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  // What two looks share would count twice: a step in it, as a load that has lasted and of which the second tells too little.
  if (seen.length < sources.length || seen.some(({ from }) => from < last)) return learned;
  const rates = seen.map(({ id, read, lagGrowth }) => [id, Math.max(0, read + lagGrowth)] as const);
  const load = { at: Math.min(now, ...seen.map(({ to }) => to)), rates: Object.fromEntries(rates) };
  const loads = addLoad(learned.loads, load, window);
  return { ...learned, loads, ratios: learnRatios(learned, watched), curves: learnCurves(learned, watched) };
}

/** How much of a new ratio is believed where an older one exists. */
const belief = 0.5;

/** Below this load a capacity is not believed at all, since it would be made of almost nothing; it is enough for sure. */
export const leastLoad = 0.02;

function learnRatios({ ratios }: Learned, watched: Watched): Learned["ratios"] {
  const { graph } = watched;
  const rows = [...graph.vertices.values()].map(({ id, outputs }) => {
    const row = [...outputs.keys()].flatMap((to) => {
      const known = ratios[id]?.[to];
      const ratio = (rates: RecordRates) => ratioSeen(graph, rates, id, to);
      const seen =
        ratio(ratesDuringLookAt(to, watched)) ?? (known === undefined ? ratio(ownRates(watched)) : undefined);
      if (seen === undefined) return known === undefined ? [] : [[to, known] as const];
      return [[to, known === undefined ? seen : known + belief * (seen - known)] as const];
    });
    return [id, Object.fromEntries(row)] as const;
  });
  return Object.fromEntries(rows.filter(([, row]) => Object.keys(row).length > 0));
}

function ratioSeen(graph: JobGraph, rates: RecordRates, from: string, to: string): number | undefined {
  const ratio = edgeRate(graph, rates, from, to) / rates.recordsIn(from);
  return rates.recordsIn(from) > 0 && ratio >= 0 ? ratio : undefined;
}

/** Rates of all vertices over one time: a load that changes between two times would be taken for another ratio. */
function ratesDuringLookAt(vertex: string, { looks, paceDuring }: Watched): RecordRates {
  const look = looks.get(vertex);
  return ratesOf((id) => look && paceDuring(id, look));
}

/** The rates of each vertex over its own look; not as good, and there from the first one on. */
function ownRates({ looks }: Watched): RecordRates {
  return ratesOf((id) => looks.get(id));
}

function ratesOf(paceOf: (vertex: string) => Pace | undefined): RecordRates {
  return {
    recordsIn: (id) => paceOf(id)?.read ?? Number.NaN,
    recordsOut: (id) => paceOf(id)?.written ?? Number.NaN,
  };
}

function learnCurves({ curves }: Learned, { graph, looks, now, settledAt }: Watched): Learned["curves"] {
  const entries = [...graph.vertices.values()].flatMap(({ id, parallelism }) => {
    const [points = [], look] = [curves[id], looks.get(id)];
    if (look === undefined || look.from < settledAt || !(look.load >= leastLoad) || !(look.read > 0)) {
      return points.length === 0 ? [] : [[id, points] as const];
    }
    const load = Math.min(1, look.load);
    return [[id, learnPoint(points, { parallelism, capacity: look.read / load, load, at: now })] as const];
  });
  return Object.fromEntries(entries);
}
