import type { Key } from "../core/object.ts";
import type { Meters } from "./meters.ts";

/** What resources are counted by: each of a kind in a namespace is one of many. */
type Counted = Pick<Key, "kind" | "namespace">;

/** What a function counts; names and labels are part of the contract with dashboards. */
export interface Metrics {
  /** A pass of the engine, by kind and how it ended. */
  pass(kind: string, end: string, seconds: number): void;
  /** An event that came in, by what became of it. */
  event(type: string, status: number): void;
  /** An event that was announced to the platform, by what became of it: done, failed or unknown. */
  announcement(result: string): void;
  /** An error of a resource of Flink's that its status did not tell before. */
  failure(kind: string): void;
  /** A resource of Flink's that was taken down and let go. */
  cleanup(kind: string): void;
  /** A lifecycle state that follows another; from is empty for the first one. */
  transition(kind: string, change: { readonly from: string; readonly to: string }): void;
  /** A JobManager that answers for the first time after a deploy. */
  jobManagerStart(kind: string, seconds: number): void;
  /** A resource that left a lifecycle state, in which it was for so long. */
  stay(resource: Counted, state: string, seconds: number): void;
  /** A resource that came from one lifecycle state to another in so long, by the transition's name. */
  lifecycle(resource: Counted, transition: string, seconds: number): void;
  /** A cycle of the autoscaler, by kind and what came of it: a reason, or `Failed`; and the reference's counter that it counts in. */
  cycle(kind: string, reason: string, counter: "scalings" | "errors" | "balanced" | undefined): void;
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

/** One thing to count, kept until prom-client is there. */
type Observation = (meters: Meters) => void;

/** Observations kept before prom-client is loaded without being asked for. */
const mostKept = 1_000;

/**
 * A registry of its own for one process; a type of event that nobody defined counts as `other`, so that labels stay few.
 *
 * prom-client is loaded at the first scrape, since the first request of a cold start must not wait for it; what was
 * counted before is then carried over. `more` is the text of what is kept elsewhere, in the same format.
 */
export function makeMetrics(more: () => string = () => ""): Metrics {
  let kept: Observation[] = [];
  let meters: Meters | undefined;
  let loading: Promise<Meters> | undefined;
  const load = (): Promise<Meters> => {
    loading ??= import("./meters.ts").then(({ makeMeters }) => {
      const made = makeMeters();
      for (const observation of kept) observation(made);
      kept = [];
      meters = made;
      return made;
    });
    return loading;
  };
  const note = (observation: Observation) => {
    if (meters !== undefined) return observation(meters);
    kept.push(observation);
    if (kept.length >= mostKept) void load();
  };
  return {
    pass: (kind, end, seconds) =>
      note(({ passes, durations }) => {
        passes.inc({ kind, end });
        durations.observe({ kind }, seconds);
      }),
    event: (type, status) =>
      note(({ events }) => events.inc({ type: eventTypes.has(type) ? type : "other", status: String(status) })),
    failure: (resourcetype) => note(({ failures }) => failures.inc({ resourcetype })),
    cleanup: (resourcetype) => note(({ cleanups }) => cleanups.inc({ resourcetype })),
    transition: (resourcetype, change) => note(({ transitions }) => transitions.inc({ resourcetype, ...change })),
    jobManagerStart: (resourcetype, seconds) =>
      note(({ jobManagerStarts }) => jobManagerStarts.observe({ resourcetype }, seconds)),
    stay: (owner, state, seconds) => note(({ lives }) => lives.stay(state).observe(labelsOf(owner), seconds)),
    lifecycle: (owner, transition, seconds) =>
      note(({ lives }) => lives.lifecycle(transition).observe(labelsOf(owner), seconds)),
    cycle: (kind, reason, counter) =>
      note(({ cycles, cycleCounters }) => {
        cycles.inc({ kind, reason });
        if (counter !== undefined) cycleCounters[counter].inc({ resourcetype: kind });
      }),
    announcement: (result) => note(({ announcements }) => announcements.inc({ result })),
    review: (kind, allowed) => note(({ reviews }) => reviews.inc({ kind, allowed: String(allowed) })),
    text: async () => `${await (await load()).registry.metrics()}${more()}`,
    contentType: "text/plain; version=0.0.4; charset=utf-8",
  };
}

const labelsOf = ({ kind, namespace }: Counted) => ({ resourcens: namespace, resourcetype: kind });
