import type { Rule, Violation } from "../../core/rule.ts";
import { configurationPath } from "../../flink/configuration.ts";
import { type OptionName, options } from "../../flink/options/read-options.ts";
import { ruleOf, setOptions } from "../../flink/rules/option-rules.ts";
import { optionPath, ownConfiguration } from "../../flink/rules/review-configuration.ts";

const ofApplications = "has no effect in a FlinkSessionJob: it is for the job of an application alone";
const ofClusters = "has no effect in a FlinkSessionJob: set it in the flinkConfiguration of its session cluster";

/** Options that a session job does not read, and why. */
const elsewhere: Partial<Record<OptionName, string>> = {
  rollback: ofApplications,
  healthCheck: ofApplications,
  checkpointProgressCheck: ofApplications,
  checkpointProgressWindow: ofApplications,
  restartsThreshold: ofApplications,
  restartsWindow: ofApplications,
  shutdownTtl: ofApplications,
  lastStateCancels: "has no effect in a FlinkSessionJob, which always goes on from its last state by a cancel",
  jobManagerRecovery: ofClusters,
  startupProbe: ofClusters,
  mergesByName: ofClusters,
  blocksOnSessionJobs: ofClusters,
  blocksOnUnmanagedJobs: ofClusters,
};

/** Whether the operator's options in a session job are those of a session job. */
export const configurationRules: readonly Rule[] = [
  ruleOf(
    {
      name: "options-of-session-job",
      why: "Who sets rollback or a health check counts on it, and neither is there for a job that shares its cluster.",
      severity: "warn",
      path: configurationPath,
      message: "has an option that a session job does not read",
    },
    ({ object }) =>
      (Object.keys(setOptions(ownConfiguration(object.spec))) as OptionName[]).flatMap((name): Violation[] => {
        const message = elsewhere[name];
        return message === undefined ? [] : [{ path: optionPath(options[name].key), message }];
      }),
  ),
];
