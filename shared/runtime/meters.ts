import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** The metrics of one process and the registry that they are written from. */
export interface Meters {
  readonly registry: Registry;
  readonly passes: Counter<"kind" | "end">;
  readonly durations: Histogram<"kind">;
  readonly events: Counter<"type" | "status">;
  readonly announcements: Counter<"result">;
  readonly reviews: Counter<"kind" | "allowed">;
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
  return { registry, passes, durations, events, announcements, reviews };
}
