import * as z from "zod";
import { conditionsSchema } from "../../core/condition-schema.ts";
import { int32, text } from "../../flink/schema/fields.ts";

/** Words of `status.state` (1.6). */
export const snapshotStates = ["TRIGGER_PENDING", "IN_PROGRESS", "COMPLETED", "FAILED", "ABANDONED"] as const;

/** One of `snapshotStates`. */
export type SnapshotState = (typeof snapshotStates)[number];

const savepoint = z
  .object({
    path: text(
      "Directory for the savepoint, in place of the job's state.savepoints.dir; of an existing one, where it is.",
    ).optional(),
    formatType: z
      .enum(["CANONICAL", "NATIVE", "UNKNOWN"])
      .describe("Format of the savepoint; CANONICAL where nothing is said.")
      .optional(),
    disposeOnDelete: z
      .boolean()
      .describe("Whether the savepoint is deleted with the resource; true where nothing is said.")
      .optional(),
    alreadyExists: z.boolean().describe("Whether the savepoint is there already and only recorded here.").optional(),
  })
  .describe("Takes a savepoint.");

/** `spec` of a FlinkStateSnapshot (1.6); what is required is said by rules. */
export const spec = z
  .object({
    savepoint: savepoint.optional(),
    checkpoint: z.looseObject({}).describe("Takes a checkpoint; has no fields.").optional(),
    jobReference: z
      .object({
        kind: z.enum(["FlinkDeployment", "FlinkSessionJob"]).describe("Kind of the resource with the job.").optional(),
        name: text("Its name in this namespace.", 253).optional(),
      })
      .describe("The job whose state is taken.")
      .optional(),
    backoffLimit: int32(-1, "How often a failed attempt is repeated; -1, the default, is without end.").optional(),
  })
  .describe("One savepoint or checkpoint of a job.");

/** `status` of a FlinkStateSnapshot (1.6); written by Weir alone. */
export const status = z
  .object({
    state: z.enum(snapshotStates).describe("How far it is.").optional(),
    triggerId: z.string().describe("Id of the request to Flink.").optional(),
    triggerTimestamp: z.string().describe("When it was asked for.").optional(),
    resultTimestamp: z.string().describe("When it was completed.").optional(),
    path: z.string().describe("Where it is.").optional(),
    error: z.string().describe("What went wrong last.").optional(),
    failures: z.int().min(0).max(2_147_483_647).describe("How many attempts failed.").optional(),
    observedGeneration: z.int().min(0).describe("metadata.generation that was acted on last.").optional(),
    conditions: conditionsSchema("Health of this resource, and why it waits; look at Ready first.").optional(),
  })
  .describe("What Weir saw and did; a view, never an input.");

/** The spec once it has passed the schema. */
export type FlinkStateSnapshotSpec = z.infer<typeof spec>;

/** The status as Weir writes it. */
export type FlinkStateSnapshotStatus = z.infer<typeof status>;
