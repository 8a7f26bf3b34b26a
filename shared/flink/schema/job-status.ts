import * as z from "zod";
import { jobStates } from "../../ports/flink-answers.ts";

const string = (about: string) => z.string().describe(about).optional();
const millis = (about: string) => z.int().describe(`${about}, in milliseconds since the epoch.`).optional();
const triggerType = z.enum(["MANUAL", "PERIODIC", "UPGRADE", "UNKNOWN"]).describe("What asked for it.").optional();
const savepointFormat = z.enum(["CANONICAL", "NATIVE", "UNKNOWN"]).describe("Format of the savepoint.").optional();
const checkpointFormat = z.enum(["FULL", "INCREMENTAL", "UNKNOWN"]).describe("Type of the checkpoint.").optional();

const pending = {
  triggerId: string("Request in progress; empty when there is none."),
  triggerTimestamp: millis("When it was asked for"),
  triggerType,
};

const savepoint = z.object({
  timeStamp: millis("When it was taken"),
  triggerTimestamp: string("The same as text, such as 2026-01-02T03:04:05Z."),
  location: string("Where it is."),
  triggerType,
  formatType: savepointFormat,
  triggerNonce: z.int().describe("The nonce that asked for it.").optional(),
});

const savepointInfo = z.object({
  ...pending,
  formatType: savepointFormat,
  lastSavepoint: savepoint.describe("The latest savepoint.").optional(),
  savepointHistory: z
    .array(savepoint.describe("One savepoint."))
    .describe("Savepoints that are kept, oldest first.")
    .optional(),
  lastPeriodicSavepointTimestamp: millis("When the last periodic one was taken"),
});

const checkpointInfo = z.object({
  ...pending,
  formatType: checkpointFormat,
  lastCheckpoint: z
    .object({
      timeStamp: millis("When it was taken"),
      triggerType,
      formatType: checkpointFormat,
      triggerNonce: z.int().describe("The nonce that asked for it.").optional(),
    })
    .describe("The latest checkpoint that was asked for.")
    .optional(),
  lastPeriodicCheckpointTimestamp: millis("When the last periodic one was taken"),
});

/** `status.jobStatus` of a FlinkDeployment and of a FlinkSessionJob (1.4). */
export const jobStatus = z
  .object({
    jobName: string("Name of the job as Flink shows it."),
    jobId: string("Id of the job, 32 hex digits; chosen before it is submitted."),
    state: z.enum(jobStates).describe("State of the job as Flink reports it.").optional(),
    startTime: string("When the job started, in milliseconds since the epoch, as text."),
    updateTime: string("When its state changed last, in milliseconds since the epoch, as text."),
    upgradeSavepointPath: string("Savepoint or checkpoint that the next start restores."),
    savepointInfo: savepointInfo.describe("Savepoints of the job.").optional(),
    checkpointInfo: checkpointInfo
      .describe("Upstream's checkpoints that were asked for; Weir makes each a FlinkStateSnapshot.")
      .optional(),
  })
  .describe("The job on Flink.");
