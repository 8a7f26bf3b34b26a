import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** What a function counts; names and labels are part of the contract with dashboards. */
export interface Metrics {
  /** A pass of the engine, by kind and how it ended. */
  pass(kind: string, end: string, seconds: number): void;
  /** An event that came in, by what became of it. */
  event(type: string, status: number): void;
  /** An answer to an admission review. */
  review(kind: string, allowed: boolean): void;
  /** The text of `GET /metrics`, in Prometheus' format. */
  text(): Promise<string>;
  readonly contentType: string;
}

const eventTypes: ReadonlySet<string> = new Set([
  "dev.knative.apiserver.resource.add",
  "dev.knative.apiserver.resource.update",
  "dev.knative.apiserver.resource.delete",
  "dev.knative.apiserver.ref.add",
  "dev.knative.apiserver.ref.update",
  "dev.knative.apiserver.ref.delete",
  "dev.knative.sources.ping",
  "dev.weir.reconcile.requested",
  "dev.weir.follow",
  "dev.weir.sweep",
]);

/** A registry of its own for one process; a type of event that nobody defined counts as `other`, so that labels stay few. */
export function makeMetrics(): Metrics {
  const registers = [new Registry()];
  const [registry = new Registry()] = registers;
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
  const reviews = new Counter({
    name: "weir_admission_reviews_total",
    help: "Admission reviews answered, by kind and answer",
    labelNames: ["kind", "allowed"],
    registers,
  });
  return {
    pass: (kind, end, seconds) => {
      passes.inc({ kind, end });
      durations.observe({ kind }, seconds);
    },
    event: (type, status) => events.inc({ type: eventTypes.has(type) ? type : "other", status: String(status) }),
    review: (kind, allowed) => reviews.inc({ kind, allowed: String(allowed) }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
