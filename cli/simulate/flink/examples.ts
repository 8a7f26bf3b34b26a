import type { JobOrder } from "../../../simulators/flink/knobs.ts";

/** The jobs of `--examples`, so many times as fast. */
export function makeExamples(speed: number): readonly JobOrder[] {
  const fast = (ms: number) => Math.max(1, Math.round(ms / speed));
  return [
    { name: "clicks", parallelism: 2, load: { arrivals: 500, source: 1_000, work: 500 } },
    {
      name: "orders",
      parallelism: 1,
      load: { arrivals: 100, source: 2_000, work: 200, swing: { to: 1_500, everyMs: fast(1_200_000) } },
    },
    { name: "nightly-report", parallelism: 1, failsAfterMs: fast(60_000) },
  ];
}

/** What the cluster of the examples is configured with besides: an autoscaler that judges within half a minute. */
export const exampleOptions: Readonly<Record<string, string>> = {
  "job.autoscaler.enabled": "true",
  "job.autoscaler.stabilization.interval": "5 s",
  "job.autoscaler.metrics.window": "20 s",
  "job.autoscaler.scale-down.interval": "30 s",
};
