import type { JobReading } from "../../../shared/autoscaler/sample/reading.ts";
import type { ControllerKind, Wish } from "./controller.ts";

const minute = 60_000;

/** Twice the parallelism after 15 min at 75 % or more, half of it after 6 h below 10 %: a managed service's published rule (8.1). */
export const cpuRule: ControllerKind = {
  name: "CPU rule",
  about: "twice the parallelism after 15 min at 75 %, half after 6 h below 10 %",
  make: () => {
    let high: number | undefined;
    let low: number | undefined;
    return {
      look: async ({ at, reading }) => {
        if (reading === undefined) return undefined;
        const cpu = cpuOf(reading);
        high = cpu >= 0.75 ? (high ?? at) : undefined;
        low = cpu < 0.1 ? (low ?? at) : undefined;
        const factor = factorAfter(high === undefined ? 0 : at - high, low === undefined ? 0 : at - low);
        if (factor === 1) return undefined;
        [high, low] = [undefined, undefined];
        return times(reading, factor);
      },
    };
  },
};

function factorAfter(highFor: number, lowFor: number): number {
  if (highFor >= 15 * minute) return 2;
  return lowFor >= 360 * minute ? 0.5 : 1;
}

/** A HorizontalPodAutoscaler at 70 %: proportionally, 10 % tolerated, and down only to the most of the last 5 minutes. */
export const podAutoscaler: ControllerKind = {
  name: "CPU 70 %",
  about: "a HorizontalPodAutoscaler on CPU at 70 %",
  make: () => {
    let recent: readonly { readonly at: number; readonly factor: number }[] = [];
    return {
      look: async ({ at, reading }) => {
        if (reading === undefined) return undefined;
        const factor = cpuOf(reading) / 0.7;
        recent = [...recent.filter((one) => at - one.at < 5 * minute), { at, factor }];
        if (Math.abs(factor - 1) <= 0.1) return undefined;
        const held = factor > 1 ? factor : Math.max(...recent.map((one) => one.factor));
        if (!(Math.abs(held - 1) > 0.1)) return undefined;
        recent = [];
        return times(reading, held);
      },
    };
  },
};

/** CPU as its busiest vertex shows it: the mean share of time for which the subtasks of that are busy. Generous to such rules. */
function cpuOf({ vertices }: JobReading): number {
  return Math.max(...Object.values(vertices).map(({ busyTime }) => (busyTime?.avg ?? Number.NaN) / 1_000));
}

function times({ graph }: JobReading, factor: number): Wish {
  const entries = graph.map(({ id, parallelism, maxParallelism }) => {
    const wanted = Math.ceil(parallelism * factor - 1e-9);
    return [id, Math.min(maxParallelism, Math.max(1, wanted))] as const;
  });
  return Object.fromEntries(entries);
}
