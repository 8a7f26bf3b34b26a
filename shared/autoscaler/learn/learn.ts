import type { RecordRates } from "../evaluate/edge-rate.ts";
import { edgeRate } from "../evaluate/edge-rate.ts";
import { isSource, type JobGraph } from "../graph/job-graph.ts";
import type { Look } from "../sample/look.ts";
import { learnPoint } from "./curve.ts";
import type { Learned } from "./learned.ts";
import { addLoad } from "./load.ts";

/** A job after a look. */
export interface Watched {
  readonly graph: JobGraph;
  /** By vertex; one of which a number was not known is absent. */
  readonly looks: ReadonlyMap<string, Look>;
  /** The end of the look, in milliseconds since the epoch. */
  readonly now: number;
  /** From when on what a vertex does is what it can do: the job has started before. */
  readonly settledAt: number;
  /** Milliseconds that loads are remembered for. */
  readonly window: number;
}

/** What is known after a look; nothing new where the last one that counted ended less than a look before. */
export function learn(learned: Learned, watched: Watched, atLeast: number): Learned {
  const { graph, looks, now, window } = watched;
  const last = learned.loads.at(-1);
  if (last !== undefined && now - last.at < atLeast) return learned;
  const sources = [...graph.vertices.values()].filter(isSource).map(({ id }) => [id, looks.get(id)] as const);
  const rates = sources.flatMap(([id, look]) =>
    look === undefined ? [] : [[id, Math.max(0, look.read + look.lagGrowth)] as const],
  );
  if (rates.length < sources.length) return learned;
  const loads = addLoad(learned.loads, { at: now, rates: Object.fromEntries(rates) }, window);
  return { ...learned, loads, ratios: learnRatios(learned, watched), curves: learnCurves(learned, watched) };
}

/** How much of a new ratio is believed where an older one exists. */
const belief = 0.5;

/** Below this load a capacity is not believed at all, since it would be made of almost nothing; it is enough for sure. */
export const leastLoad = 0.02;

function learnRatios({ ratios }: Learned, { graph, looks }: Watched): Learned["ratios"] {
  const rates: RecordRates = {
    recordsIn: (id) => looks.get(id)?.read ?? Number.NaN,
    recordsOut: (id) => looks.get(id)?.written ?? Number.NaN,
  };
  const rows = [...graph.vertices.values()].map(({ id, outputs }) => {
    const row = [...outputs.keys()].flatMap((to) => {
      const known = ratios[id]?.[to];
      const seen = edgeRate(graph, rates, id, to) / rates.recordsIn(id);
      if (!(rates.recordsIn(id) > 0) || !(seen >= 0)) return known === undefined ? [] : [[to, known] as const];
      return [[to, known === undefined ? seen : known + belief * (seen - known)] as const];
    });
    return [id, Object.fromEntries(row)] as const;
  });
  return Object.fromEntries(rows.filter(([, row]) => Object.keys(row).length > 0));
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
