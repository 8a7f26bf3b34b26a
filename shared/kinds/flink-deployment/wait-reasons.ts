import { doubtLeft } from "../../flink/doubt.ts";
import { cancelIntent, intentOf } from "../../flink/intents.ts";
import { isLeavingStill } from "./decide-recovery.ts";
import { endsMeanwhile, mayArriveLate, stopWaitOf } from "./decide-stop.ts";
import { holdForJobs } from "./jobs-at-risk.ts";
import type { FlinkFinding, View } from "./view.ts";

type Plan = FlinkFinding["plan"];

type WaitingReason =
  | "Paused"
  | "InvalidSpec"
  | "NameTaken"
  | "JobNotReady"
  | "JobManagerSilent"
  | "JobManagerGone"
  | "JobEnding"
  | "CheckpointRunning"
  | "StateUnknown"
  | "StateAtRisk"
  | "SessionJobs"
  | "JobsAtRisk"
  | "UnmanagedJobs"
  | "LastSavepoint"
  | "DeployInDoubt"
  | "PodsLeaving"
  | "SavepointRunning"
  | "SavepointFailed"
  | "RolledBack"
  | "RestartDelayed"
  | "Unhealthy"
  | "IngressRefused"
  | "Scaling";

/** The reason of a rule that sends nothing; undefined where that waits for nothing. */
export const waitReasons: Readonly<Record<string, (view: View, plan: Plan) => WaitingReason | undefined>> = {
  pause: () => "Paused",
  "report-invalid": () => "InvalidSpec",
  "refuse-name": () => "NameTaken",
  "refuse-take-over": ({ jobManager }) => (jobManager.found === "present" ? "NameTaken" : "StateUnknown"),
  "remove-stale": () => "PodsLeaving",
  "protect-jobs": () => "JobsAtRisk",
  "begin-stop": stopWaitOf,
  "follow-stop": ({ jobManager, record }) => {
    if (jobManager.found === "missing") return "StateUnknown";
    return intentOf(record, cancelIntent) === undefined ? "SavepointRunning" : "JobEnding";
  },
  "follow-savepoint": () => "SavepointRunning",
  "take-away": (view) => {
    if (endsMeanwhile(view)) return "JobEnding";
    if (holdForJobs(view) !== undefined && !mayArriveLate(view)) return "JobsAtRisk";
    return mayArriveLate(view) ? "DeployInDoubt" : "PodsLeaving";
  },
  "start-again": ({ wanted }) => (wanted?.running === true ? "StateUnknown" : undefined),
  adopt: () => "StateUnknown",
  recover: (view) => {
    if (view.wanted?.recovers === false) return "JobManagerGone";
    if (isLeavingStill(view)) return "PodsLeaving";
    return doubtLeft(view) > 0 ? "DeployInDoubt" : "StateUnknown";
  },
  "restart-failed": (_view, plan) => restartWaitOf(plan),
  unhealthy: (_view, { until }) => (until === undefined ? "Unhealthy" : "RestartDelayed"),
  scale: () => "Scaling",
  "retry-ingress": () => "IngressRefused",
  "rolled-back": () => "RolledBack",
  "await-doubtful-deploy": () => "DeployInDoubt",
  "await-session-jobs": () => "SessionJobs",
  "await-unmanaged-jobs": () => "UnmanagedJobs",
  "save-last": () => "LastSavepoint",
  "take-down": () => "PodsLeaving",
};

/** A plan that writes down where the state is waits for nothing. */
function restartWaitOf({ until, memory }: Plan): WaitingReason | undefined {
  if (until !== undefined) return "RestartDelayed";
  return memory?.before === undefined ? "StateUnknown" : undefined;
}
