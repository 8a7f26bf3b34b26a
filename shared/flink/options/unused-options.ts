import { operatorPrefix } from "./option.ts";

/** Options of the Apache operator that are known and have no effect in Weir. */
export interface UnusedOptions {
  /** Whole keys, or beginnings, which end in a dot. */
  readonly keys: readonly string[];
  readonly reason: string;
}

const unused = (reason: string, ...keys: readonly string[]): UnusedOptions => ({
  keys: keys.map((key) => `${operatorPrefix}${key}`),
  reason,
});

/** Why each option without effect has none (5.1, 5.2, 5.4). */
export const unusedOptions: readonly UnusedOptions[] = [
  unused(
    "there are no reconcile threads: Knative runs as many pods as there is work, each with a bounded number of passes",
    "reconcile.parallelism",
    "reconciler.max.parallelism",
  ),
  unused(
    "no pass is repeated in memory: what moves is followed after 1 s to 10 s, and the tick comes back to everything",
    "rate-limiter.",
    "retry.",
    "observer.progress-check.interval",
  ),
  unused(
    "there is no leader: functions keep nothing in memory, and sweeps are kept apart by a Lease",
    "leader-election.",
  ),
  unused(
    "event sources and roles are of the installation; a change of namespaces is an upgrade of it",
    "dynamic.namespaces.enabled",
  ),
  unused(
    "nothing selects by labels: namespaces (WEIR_NAMESPACES) and kinds (WEIR_KINDS) say what an installation works on",
    "label.selector",
  ),
  unused(
    "a cluster that is taken away is waited for until its last pod is gone, whatever takes the pods along; one that is left behind would run its job beside the next",
    "resource.deletion.propagation",
  ),
  unused("a jar is streamed to the JobManager and never kept on a disk", "user.artifacts.base.dir"),
  unused("nothing is cached: a configuration is made in the pass that needs it", "config.cache."),
  unused("the file is read when a pod starts, and pods are short-lived", "dynamic.config."),
  unused("the function answers /healthz and /readyz on its own port, and needs no canary resource", "health."),
  unused("there are no informers", "startup.stop-on-informer-error"),
  unused("Knative says how long a pod may drain", "termination.timeout"),
  unused(
    "how often a failed try is repeated says backoffLimit of the FlinkStateSnapshot; one that is under way is followed for as long as Flink works on it (execution.checkpointing.timeout)",
    "checkpoint.trigger.grace-period",
  ),
  unused(
    "whole Java stacks are kept nowhere: the events of a job's exceptions have their first lines (events.exceptions.stacktrace-lines), and the JobManager's log has all of it",
    "exception.stacktrace.",
  ),
  unused(
    "a pattern of one resource would run over foreign texts in a process that serves all of them, and may take any time; reason and message of the events tell exceptions apart",
    "exception.label.mapper",
  ),
  unused("listeners are Java classes; follow Kubernetes events or the events of the broker instead", "plugins."),
  unused("FlinkBlueGreenDeployment is not among the kinds of Weir", "bluegreen."),
  unused(
    "there is no JVM and no reporter: /metrics serves all metrics in Prometheus' format",
    "metrics.",
    "jvm.metrics.enabled",
    "josdk.metrics.enabled",
    "kubernetes.client.metrics.",
    "resource.metrics.enabled",
    "resource.lifecycle.",
  ),
];

/** Why a key that is known has no effect; undefined for every other key. */
export function unusedReason(key: string): string | undefined {
  return unusedOptions.find(({ keys }) => keys.some((one) => key === one || (one.endsWith(".") && key.startsWith(one))))
    ?.reason;
}
