import { counterOfCycle } from "../../shared/autoscaler/explain/counters.ts";
import type { VertexMetrics } from "../../shared/autoscaler/explain/vertex-metrics.ts";
import type { Metrics } from "../../shared/runtime/metrics.ts";
import type { AutoscaledJob } from "./autoscaled-job.ts";
import type { AutoscalerEngine } from "./judge-job.ts";

/** Tells metrics of every cycle; what one that failed had told of vertices before holds on. Nothing of the job is held. */
export function observeBy(metrics: Pick<Metrics, "cycle">, vertices: VertexMetrics): AutoscalerEngine["observe"] {
  return ({ key, owner, names: { kind } }: AutoscaledJob, cycle) => {
    metrics.cycle(kind, cycle === "Failed" ? cycle : cycle.explanation.reason, counterOfCycle(cycle));
    if (cycle === "Failed") return;
    const labels = { resourcetype: kind, resourcens: owner.namespace, resourcename: owner.name };
    vertices.note({ key, labels }, cycle);
  };
}
