import { capacityAt, demandOf, type JobModel } from "../model/job.ts";

const utilization = 0.7;

/** The parallelism of each vertex that a load needs; see `makeOracle`. */
export type Oracle = (sourceRate: number) => readonly number[];

/**
 * Knows every capacity: the least parallelism of each vertex at which 70 % of its capacity are its demand; where none is enough,
 * the one that does most. It follows a load instantly and for free (8.2).
 */
export function makeOracle(job: JobModel): Oracle {
  const tables = job.vertices.map((vertex) =>
    Array.from({ length: vertex.maxParallelism }, (_, index) => capacityAt(vertex, index + 1)),
  );
  const best = tables.map((capacities) => {
    const most = Math.max(...capacities) * (1 - 1e-9);
    return capacities.findIndex((capacity) => capacity >= most);
  });
  return (sourceRate) => {
    const demand = demandOf(
      job,
      job.vertices.map(() => sourceRate),
    );
    return tables.map((capacities, index) => {
      const needed = (demand[index] ?? 0) / utilization;
      const enough = capacities.findIndex((capacity) => capacity >= needed);
      return 1 + (enough >= 0 ? enough : (best[index] ?? 0));
    });
  };
}
