import type { JobReading, VertexReading } from "../../../shared/autoscaler/sample/reading.ts";
import type { Controller, ControllerKind, Wish } from "./controller.ts";

/**
 * DS2 as it was published: from the records and the busy time of one period the true rate of an instance, from what arrives at
 * the sources the demand of every operator, and `demand / true rate` instances of each, at once, with nothing spared.
 */
export const plainDs2: ControllerKind = {
  name: "plain DS2",
  about: "DS2: demand over true rate, every period",
  make: () => {
    let last: JobReading | undefined;
    const controller: Controller = {
      look: async ({ reading }) => {
        const before = last;
        last = reading;
        const isSameRun = before?.runningSince === reading?.runningSince;
        return before && reading && isSameRun ? decide(before, reading) : undefined;
      },
    };
    return controller;
  },
};

/** Undefined where the number of anything is not known. */
function decide(before: JobReading, now: JobReading): Wish | undefined {
  const seconds = (now.at - before.at) / 1_000;
  const demand = new Map<string, number>();
  const wish: Record<string, number> = {};
  for (const { id, inputs, parallelism, maxParallelism } of now.graph) {
    const grown = growthOf(before.vertices[id], now.vertices[id]);
    const arrived = (grown.read + grown.lag) / seconds;
    const inherited = inputs.reduce((sum, { from }) => {
      const upstream = growthOf(before.vertices[from], now.vertices[from]);
      const outputs = now.graph.filter((one) => one.inputs.some((input) => input.from === from)).length;
      return sum + ((demand.get(from) ?? 0) * upstream.written) / upstream.read / outputs;
    }, 0);
    const wanted = Math.max(0, inputs.length === 0 ? arrived : inherited);
    demand.set(id, wanted);
    const instances = grown.read === 0 ? parallelism : Math.ceil((wanted * grown.busySeconds) / grown.read);
    if (!Number.isFinite(instances)) return undefined;
    wish[id] = Math.min(maxParallelism, Math.max(1, instances));
  }
  return wish;
}

/** By what the counters of a vertex grew. */
function growthOf(before: VertexReading | undefined, now: VertexReading | undefined) {
  const grown = (of: (vertex: VertexReading) => number | undefined) =>
    before === undefined || now === undefined ? Number.NaN : (of(now) ?? Number.NaN) - (of(before) ?? Number.NaN);
  return {
    read: grown(({ recordsIn, sourceIn }) => sourceIn?.sum ?? recordsIn),
    written: grown(({ recordsOut }) => recordsOut),
    lag: grown(({ pendingRecords }) => pendingRecords?.sum),
    busySeconds: grown(({ accumulatedBusyTime }) => accumulatedBusyTime / 1_000),
  };
}
