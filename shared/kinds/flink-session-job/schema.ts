import * as z from "zod";
import { configuration } from "../../flink/schema/configuration.ts";
import { nonce, text } from "../../flink/schema/fields.ts";
import { job } from "../../flink/schema/job.ts";
import { jobStatus } from "../../flink/schema/job-status.ts";
import { lifeCycleStatus } from "../../flink/schema/life-cycle-status.ts";

/** `spec` of a FlinkSessionJob (1.5); what is required is said by rules. */
export const spec = z
  .object({
    deploymentName: text(
      "FlinkDeployment of this namespace whose session cluster runs the job. Immutable once deployed.",
      253,
    ).optional(),
    job: job.describe("The job.").optional(),
    restartNonce: nonce("Change it to any other number to restart once, as the upgrade mode says.").optional(),
    flinkConfiguration: configuration(
      "Configuration of this job alone, over the cluster's; Flink 1.17 and newer.",
    ).optional(),
  })
  .describe("What is wanted of one job of a session cluster.");

/** `status` of a FlinkSessionJob (1.5); written by Weir alone. */
export const status = z
  .object({ jobStatus: jobStatus.optional(), ...lifeCycleStatus })
  .describe("What Weir saw and did; a view, never an input.");

/** The spec once it has passed the schema. */
export type FlinkSessionJobSpec = z.infer<typeof spec>;

/** The status as Weir writes it. */
export type FlinkSessionJobStatus = z.infer<typeof status>;
