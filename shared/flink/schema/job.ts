import * as z from "zod";
import { nearest } from "../../core/notation/nearest.ts";
import { longText, nonce, oneOf, text } from "./fields.ts";

/** How a change of the spec treats the state of a job; `stateful` is the guide's word for `last-state`. */
export const upgradeModes = ["savepoint", "last-state", "stateless", "stateful"] as const;

/** One of `upgradeModes`. */
export type UpgradeMode = (typeof upgradeModes)[number];

function describeMode(word: string): string {
  const meant = word.length > 40 ? undefined : nearest(word, upgradeModes);
  return `must be one of ${upgradeModes.join(", ")}${meant === undefined ? "" : `; did you mean ${meant}?`}`;
}

/** `spec.job` of a FlinkDeployment and of a FlinkSessionJob (1.3). */
export const job = z.object({
  jarURI: text(
    "Where the JAR is: local:///path in the image for an application, https://… for a session job. " +
      "Without it the classes are taken from the cluster.",
  ).optional(),
  entryClass: text("Main class, where the JAR's manifest does not name it.").optional(),
  args: z.array(longText("One argument.")).describe("Arguments of the main method.").optional(),
  parallelism: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .describe("Parallelism of the job; needed unless taskManager.replicas says how many TaskManagers there are.")
    .optional(),
  state: z
    .enum(["running", "suspended"])
    .describe("Whether the job should run; running where nothing is said.")
    .optional(),
  upgradeMode: oneOf(upgradeModes, describeMode)
    .describe(
      "How a change treats the state: savepoint takes one first, last-state (also written stateful) goes on from the " +
        "latest checkpoint, stateless discards it. Where nothing is said, state that exists is restored.",
    )
    .optional(),
  initialSavepointPath: text(
    "Savepoint or retained checkpoint that the first start begins with, and every start after a change of " +
      "savepointRedeployNonce.",
  ).optional(),
  savepointRedeployNonce: nonce(
    "Change it to stop the job without a savepoint and start it from initialSavepointPath.",
  ).optional(),
  allowNonRestoredState: z
    .boolean()
    .nullable()
    .describe("Whether a restore may leave out state that no operator of the job claims.")
    .optional(),
  savepointTriggerNonce: nonce("Change it to any other number to take a savepoint once.").optional(),
  checkpointTriggerNonce: nonce(
    "Change it to any other number to take a checkpoint once; Flink 1.17 and newer.",
  ).optional(),
  autoscalerResetNonce: nonce("Change it to make the autoscaler forget what it measured and decided.").optional(),
});
