import { counterOfCycle } from "../../shared/autoscaler/explain/counters.ts";
import type { VertexMetrics } from "../../shared/autoscaler/explain/vertex-metrics.ts";
import type { Metrics } from "../../shared/runtime/metrics.ts";
import type { Observer } from "./cycles.ts";

/** Vertices of which metrics tell at most, of all clusters together. */
export const mostVertices = 5_000;

/** Tells metrics of every cycle. */
export function meterBy(metrics: Pick<Metrics, "cycle">, vertices: VertexMetrics): Observer {
  return {
    cycle: ({ key, cluster, jobId = "", name }, cycle) => {
      metrics.cycle("Job", cycle === "Failed" ? cycle : cycle.explanation.reason, counterOfCycle(cycle));
      if (cycle === "Failed") return;
      const labels = { resourcetype: "Job", cluster: cluster.name, job_id: jobId, job_name: name };
      vertices.note({ key, labels }, cycle);
    },
    forget: (key) => vertices.forget(key),
  };
}
