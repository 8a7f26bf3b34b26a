/** What a vertex was able to do with one parallelism, over all times that it had it. */
export interface CurvePoint {
  readonly parallelism: number;
  /** Records per second. */
  readonly capacity: number;
  /** The share of its time for which it was busy then: what was seen of an idle vertex says little. */
  readonly load: number;
  /** When it was seen last, in milliseconds since the epoch. */
  readonly at: number;
}

/** Points that are kept of a vertex. */
const mostPoints = 6;

/** How much of a new measurement is believed where an older one exists; as much less as the vertex was idle. */
const belief = 0.7;

/** The points of a vertex with a new one; the longest unseen goes where there are too many. */
export function learnPoint(points: readonly CurvePoint[], seen: CurvePoint): readonly CurvePoint[] {
  const known = points.find(({ parallelism }) => parallelism === seen.parallelism);
  const others = points.filter((point) => point !== known);
  const share = belief * seen.load;
  const point =
    known === undefined
      ? seen
      : {
          ...seen,
          capacity: known.capacity + share * (seen.capacity - known.capacity),
          load: known.load + share * (seen.load - known.load),
        };
  return [...others, point].sort((one, other) => one.at - other.at).slice(-mostPoints);
}

/** What is believed of an elasticity before anything was seen. */
export interface Prior {
  readonly elasticity: number;
  /** How much that counts, in points at full load that are apart by a factor of e. */
  readonly weight: number;
}

const leastElasticity = 0.2;

/**
 * By how many percent a vertex does more with one percent more subtasks: the slope of capacities over parallelisms, both in
 * logarithms, by least squares, each point weighted by the load that it was seen at. From 0.2 to 1; the prior for fewer than
 * two points. Unlike a law of contention it makes of a single point no bound that more subtasks never exceed.
 */
export function fitElasticity(points: readonly CurvePoint[], prior: Prior): number {
  const logs = points.map(({ parallelism, capacity, load }) => ({
    ...{ x: Math.log(parallelism), y: Math.log(capacity), load },
  }));
  const weight = logs.reduce((sum, { load }) => sum + load, 0);
  const mean = (of: (log: { readonly x: number; readonly y: number }) => number) =>
    logs.reduce((sum, log) => sum + of(log) * log.load, 0) / weight;
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const together = logs.reduce((sum, { x, y, load }) => sum + load * (x - meanX) * (y - meanY), 0);
  const apart = logs.reduce((sum, { x, load }) => sum + load * (x - meanX) ** 2, 0);
  const slope = (together + prior.weight * prior.elasticity) / (apart + prior.weight);
  return Math.min(1, Math.max(leastElasticity, Number.isFinite(slope) ? slope : prior.elasticity));
}
