import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { type LifeMeters, makeLifeMeters } from "./life-meters.ts";

/** The metrics of one process and the registry that they are written from. */
export interface Meters {
  readonly registry: Registry;
  readonly passes: Counter<"kind" | "end">;
  readonly durations: Histogram<"kind">;
  readonly events: Counter<"type" | "status">;
  readonly announcements: Counter<"result">;
  readonly reviews: Counter<"kind" | "allowed">;
  readonly cycles: Counter<"kind" | "reason">;
  readonly cycleCounters: Readonly<Record<"scalings" | "errors" | "balanced", Counter<"resourcetype">>>;
  readonly failures: Counter<"resourcetype">;
  readonly cleanups: Counter<"resourcetype">;
  readonly transitions: Counter<"resourcetype" | "from" | "to">;
  readonly jobManagerStarts: Histogram<"resourcetype">;
  readonly lives: LifeMeters;
}

/** Makes them; import this file lazily, it is the one that brings prom-client in. */
export function makeMeters(): Meters {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const passes = new Counter({
    name: "weir_passes_total",
    help: "Passes over resources, by kind and end",
    labelNames: ["kind", "end"],
    registers,
  });
  const durations = new Histogram({
    name: "weir_pass_seconds",
    help: "Duration of a pass in seconds, by kind",
    labelNames: ["kind"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const events = new Counter({
    name: "weir_events_total",
    help: "CloudEvents received, by type and HTTP status of the answer",
    labelNames: ["type", "status"],
    registers,
  });
  const announcements = new Counter({
    name: "weir_announcements_total",
    help: "Events announced to the platform, by result: done, failed, or unknown where no answer came",
    labelNames: ["result"],
    registers,
  });
  const reviews = new Counter({
    name: "weir_admission_reviews_total",
    help: "Admission reviews answered, by kind and answer",
    labelNames: ["kind", "allowed"],
    registers,
  });
  return {
    registry,
    passes,
    durations,
    events,
    announcements,
    reviews,
    ...makeFlinkMeters(registers),
    lives: makeLifeMeters(registers),
    ...makeAutoscalerMeters(registers),
  };
}

/** Those of Flink's own kinds, by the guide's names. */
function makeFlinkMeters(registers: Registry[]) {
  const failures = new Counter({
    name: "flink_kubernetes_operator_reconciler_failures",
    help: "Errors that the status of a resource did not tell before",
    labelNames: ["resourcetype"],
    registers,
  });
  const cleanups = new Counter({
    name: "flink_kubernetes_operator_cleanup_count",
    help: "Resources that were taken down and let go",
    labelNames: ["resourcetype"],
    registers,
  });
  const transitions = new Counter({
    name: "flink_kubernetes_operator_resource_transitions_count",
    help: "Lifecycle states of resources that followed another",
    labelNames: ["resourcetype", "from", "to"],
    registers,
  });
  const jobManagerStarts = new Histogram({
    name: "flink_kubernetes_operator_jm_deployment_time",
    help: "Seconds from a deploy to the JobManager's first answer",
    labelNames: ["resourcetype"],
    buckets: [1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600],
    registers,
  });
  return { failures, cleanups, transitions, jobManagerStarts };
}

/** What the autoscaler did: of every cycle, and the reference's three counters (5.2). */
function makeAutoscalerMeters(registers: Registry[]) {
  const cycles = new Counter({
    name: "weir_autoscaler_cycles_total",
    help: "Cycles of the autoscaler, by kind and what came of them",
    labelNames: ["kind", "reason"],
    registers,
  });
  const counter = (name: string, help: string) =>
    new Counter({
      name: `flink_kubernetes_operator_autoscaler_${name}`,
      help,
      labelNames: ["resourcetype"],
      registers,
    });
  const cycleCounters = {
    scalings: counter("scalings", "Cycles in which a job was scaled"),
    errors: counter("errors", "Cycles that failed, or in which metrics were missing"),
    balanced: counter("balanced", "Cycles in which a job was decided about and not scaled"),
  };
  return { cycles, cycleCounters };
}
