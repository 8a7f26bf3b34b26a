import { type JsonValue, member } from "../../core/json.ts";
import type { Rule, Violation } from "../../core/rule.ts";
import { checkpointRetention } from "../at-stake.ts";
import type { FlinkConfiguration } from "../configuration.ts";
import { options } from "../options/read-options.ts";
import { optionOf } from "../spellings.ts";
import { setOptions } from "./option-rules.ts";
import { configurationOf, optionPath } from "./review-configuration.ts";

/** What a job needs of the configuration that it runs with: its own, and for a session job also its cluster's. */
export interface Demand extends Pick<Rule, "name" | "why" | "severity" | "path" | "message"> {
  readonly holds: (job: JsonValue, configuration: FlinkConfiguration) => boolean;
}

const checkpointDir = "state.checkpoints.dir";
const savepointDir = "state.savepoints.dir";
const { periodicSavepoint, lastStateMaxAge, savepointOnDeletion } = options;

const has = (configuration: FlinkConfiguration, key: string) => (optionOf(configuration, key) ?? "").trim() !== "";
const modeOf = (job: JsonValue) => member(job, "upgradeMode");

/** FD-11 to FD-15 and the guide's "upgradeMode matches jobType", in their order. */
export const stateDemands: readonly Demand[] = [
  {
    name: "checkpoint-dir",
    why: "FD-11: without it checkpoints die with their JobManager, and an upgrade would lose the state it was to keep.",
    severity: "deny",
    path: optionPath(checkpointDir),
    message:
      "is required by every upgradeMode but stateless (execution.checkpointing.dir, as newer versions call it, too)",
    holds: (job, configuration) =>
      modeOf(job) === undefined || modeOf(job) === "stateless" || has(configuration, checkpointDir),
  },
  {
    name: "savepoint-dir",
    why: "FD-12: the guide's own SQL example has none; the latest checkpoint is as good where it can be reached.",
    severity: "warn",
    path: optionPath(savepointDir),
    message: "is not set, so that upgradeMode savepoint cannot take one and goes on from the latest checkpoint",
    holds: (job, configuration) => modeOf(job) !== "savepoint" || has(configuration, savepointDir),
  },
  {
    name: "savepoint-dir-trigger",
    why: "FD-13: Flink has nowhere to write the savepoint to.",
    severity: "deny",
    path: optionPath(savepointDir),
    message: "is required by spec.job.savepointTriggerNonce",
    holds: (job, configuration) =>
      member(job, "savepointTriggerNonce") === undefined || has(configuration, savepointDir),
  },
  {
    name: "savepoint-dir-periodic",
    why: "FD-14: Flink has nowhere to write the savepoints to.",
    severity: "deny",
    path: optionPath(savepointDir),
    message: `is required by ${periodicSavepoint.key}`,
    holds: (_, configuration) =>
      has(configuration, savepointDir) || setOptions(configuration).periodicSavepoint === undefined,
  },
  {
    name: "savepoint-dir-deletion",
    why: "FD-14, for the savepoint at the end: without a directory it could not be taken, and would hold the deletion.",
    severity: "deny",
    path: optionPath(savepointDir),
    message: `is required by ${savepointOnDeletion.key}`,
    holds: (_, configuration) =>
      has(configuration, savepointDir) || setOptions(configuration).savepointOnDeletion !== true,
  },
  {
    name: "savepoint-dir-age",
    why: "FD-15: where the latest checkpoint is too old a savepoint is taken in its place, which needs a directory.",
    severity: "deny",
    path: optionPath(savepointDir),
    message: `is required by ${lastStateMaxAge.key} with every upgradeMode but stateless`,
    holds: (job, configuration) =>
      modeOf(job) === "stateless" ||
      setOptions(configuration).lastStateMaxAge === undefined ||
      has(configuration, savepointDir),
  },
  {
    name: "place-for-state",
    why: "Only stateless discards state: without a place for any, each change is held, which is better told before the first.",
    severity: "warn",
    path: optionPath(checkpointDir),
    message:
      "is not set, and state.savepoints.dir neither: no state can be kept, so that a change of the job waits until there is one of them or upgradeMode is stateless",
    holds: (job, configuration) =>
      modeOf(job) !== undefined || has(configuration, checkpointDir) || has(configuration, savepointDir),
  },
  {
    name: "kept-checkpoints",
    why: "A job that is cancelled would take its checkpoints along, which are what it is to go on from.",
    severity: "warn",
    path: optionPath(checkpointRetention),
    message:
      "lets Flink delete the checkpoints of a job that is cancelled; without state.savepoints.dir its stop waits, write RETAIN_ON_CANCELLATION",
    holds: (job, configuration) =>
      modeOf(job) === "stateless" ||
      has(configuration, savepointDir) ||
      !has(configuration, checkpointRetention) ||
      optionOf(configuration, checkpointRetention)?.trim().toUpperCase() === "RETAIN_ON_CANCELLATION",
  },
  {
    name: "mode-fits-job",
    why: "The guide: the upgrade mode must fit the job; a batch job takes no checkpoints and no savepoints.",
    severity: "warn",
    path: "spec.job.upgradeMode",
    message: "keeps state, which a job with execution.runtime-mode BATCH has none of; write stateless",
    holds: (job, configuration) =>
      modeOf(job) === undefined ||
      modeOf(job) === "stateless" ||
      optionOf(configuration, "execution.runtime-mode")?.trim().toUpperCase() !== "BATCH",
  },
];

/** The demands as rules of a resource whose own configuration is all there is. */
export function demandRules(demands: readonly Demand[]): Rule[] {
  return demands.map((demand) => ({
    ...demand,
    holds: (review) => {
      const job = member(review.object.spec, "job");
      return job === undefined || demand.holds(job, configurationOf(review));
    },
  }));
}

/** What of the demands a job breaks with a configuration. */
export function unmetDemands(
  demands: readonly Demand[],
  severity: Rule["severity"],
  job: JsonValue,
  configuration: FlinkConfiguration,
): Violation[] {
  return demands
    .filter((demand) => demand.severity === severity && !demand.holds(job, configuration))
    .map(({ path, message }) => ({ path, message }));
}
