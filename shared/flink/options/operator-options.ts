import { atMinimum } from "../../core/notation/option-type.ts";
import { operatorPrefix, option, optional, optionTypes } from "./option.ts";

const { duration, boolean, integer, interval, words, namespaces } = optionTypes;
const count = atMinimum(0, integer);

/** Options of the operator itself that mean something without a JVM (5.1, 5.2). */
export const operatorOptions = {
  reconcileInterval: option("operator", "reconcile.interval", atMinimum(1, duration, " ms"), {
    guide: "15 s",
    apache: "60 s",
    meaning:
      "How often a resource at rest is looked at. Here that is the schedule of the PingSource (tick.schedule of the chart), which this does not change; a resource that moves is followed more often.",
    aliases: [
      "reconciler.reschedule.interval",
      { key: `${operatorPrefix}reconcile.interval.seconds`, unit: "s" },
      { key: "operator.reconcile.interval.seconds", unit: "s" },
      { key: `${operatorPrefix}reconciler.reschedule.interval.ms`, unit: "ms" },
      { key: "reconciler.reschedule.interval.ms", unit: "ms" },
    ],
  }),
  restReadyDelay: option("operator", "observer.rest-ready.delay", duration, {
    usual: "10 s",
    meaning:
      "How long after the JobManager's port answers the cluster counts as ready. Here it does when its REST answers, which is asked itself and soon again where it does not; this does not change it.",
    aliases: [{ key: "operator.observer.rest-ready.delay" }],
  }),
  clientTimeout: option("operator", "flink.client.timeout", atMinimum(1, duration, " ms"), {
    usual: "10 s",
    meaning: "How long one call of Flink's REST API may take.",
    aliases: ["observer.flink.client.timeout"],
  }),
  cancelTimeout: option("operator", "flink.client.cancel.timeout", atMinimum(1, duration, " ms"), {
    usual: "1 min",
    meaning:
      "How long a job may take to end after its cancellation was accepted before the status says that it is late.",
    aliases: ["reconciler.flink.cancel.job.timeout"],
  }),
  submissionTimeout: option("operator", "job.submission.timeout", atMinimum(1, duration, " ms"), {
    usual: "10 min",
    meaning:
      "How long the jar of a session job may take to be fetched and uploaded, and then to be started, each. Unless it is set these are 300 s and 60 s; the time limit of a Knative pod holds all the same.",
  }),
  cleanupTimeout: option("operator", "resource.cleanup.timeout", atMinimum(1, duration, " ms"), {
    usual: "5 min",
    meaning: "How long the objects of a cluster may take to vanish before the status says that they do not.",
    aliases: ["reconciler.flink.cluster.shutdown.timeout"],
  }),
  roomInterval: optional("operator", "cluster.resource-view.refresh-interval", interval, {
    meaning:
      "Whether a job is scaled up by the autoscaler only where nodes have room for its TaskManagers, and how old what is known of that may be. It takes the right to list nodes and pods of all namespaces: the component cluster-room, or autoscale.clusterRoom.enabled of the chart.",
  }),
  watchedNamespaces: option("operator", "watched.namespaces", namespaces, {
    usual: "",
    meaning:
      "Namespaces that are looked at. Here they are WEIR_NAMESPACES (watchedNamespaces of the chart), which event sources and roles follow; this does not change them.",
  }),
  artifactSchemes: option("operator", "user.artifacts.allowed-schemes", words, {
    usual: "https",
    meaning: "Schemes that the jar of a session job may have (FS-5).",
  }),
  refusesRestrictedHosts: option("operator", "user.artifacts.disallow-restricted-hosts", boolean, {
    usual: "true",
    meaning: "Whether the jar of a session job must not come from a private, local or reserved address (FS-7).",
  }),
  exceptionFieldLength: option("operator", "exception.field.max.length", count, {
    usual: "2048",
    meaning: "Characters of one field of status.error at most.",
  }),
  exceptionCauses: option("operator", "exception.throwable.list.max.count", count, {
    usual: "2",
    meaning: "Causes in status.error at most.",
  }),
  exceptionEvents: option("operator", "events.exceptions.limit-per-reconciliation", count, {
    usual: "10",
    meaning: "Exceptions of a job that one pass tells as events at most.",
  }),
  exceptionEventLines: option("operator", "events.exceptions.stacktrace-lines", count, {
    usual: "5",
    meaning: "Lines of the stack trace in such an event at most.",
  }),
  managesIngress: option("operator", "ingress.manage", boolean, {
    usual: "true",
    meaning: "Whether spec.ingress makes an Ingress.",
  }),
  historyAgeLimit: optional("operator", "savepoint.history.max.age.threshold", duration, {
    meaning: "The longest that a resource may keep its savepoints, whatever it says itself.",
  }),
  historyCountLimit: optional("operator", "savepoint.history.max.count.threshold", count, {
    meaning: "The most savepoints that a resource may keep, whatever it says itself.",
  }),
} as const;
