import type { ProcessReading } from "../../autoscaler/sample/reading.ts";
import type { FlinkMetrics, MetricAggregate } from "../../ports/flink-metrics.ts";
import type { FlinkEndpoint } from "../../ports/flink-rest.ts";

const slots = { total: "taskSlotsTotal", available: "taskSlotsAvailable" } as const;
const gcTime = "Status.JVM.GarbageCollector.All.TimeMsPerSecond";
const memory = {
  heapMax: "Status.JVM.Memory.Heap.Max",
  heapUsed: "Status.JVM.Memory.Heap.Used",
  managedUsed: "Status.Flink.Memory.Managed.Used",
  metaspaceUsed: "Status.JVM.Memory.Metaspace.Used",
} as const;

/** What the processes of a cluster tell (2.2): slots, memory, and garbage collection where there is such a metric. */
export async function readProcesses(
  metrics: FlinkMetrics,
  endpoint: FlinkEndpoint,
  signal: AbortSignal,
): Promise<ProcessReading> {
  const jobManager = await metrics.jobManagerMetrics(endpoint, Object.values(slots), signal);
  const [total, available] = [jobManager.get(slots.total), jobManager.get(slots.available)];
  const names = Object.values(memory);
  const all = await metrics.taskManagerMetrics(endpoint, [...names, gcTime], signal);
  const values = all.size > 0 ? all : await metrics.taskManagerMetrics(endpoint, names, signal);
  const gc = values.get(gcTime);
  return {
    ...(total !== undefined && { slotsTotal: total }),
    ...(available !== undefined && { slotsAvailable: available }),
    ...(gc && { gcTime: gc }),
    ...memoryOf(values),
  };
}

function memoryOf(values: ReadonlyMap<string, MetricAggregate>): ProcessReading {
  const found = Object.entries(memory).flatMap(([name, metric]) => {
    const value = values.get(metric);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}
