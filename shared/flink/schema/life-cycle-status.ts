import * as z from "zod";
import { conditionsSchema } from "../../core/condition-schema.ts";

/** Words of `status.lifecycleState` (1.4). */
export const lifecycleStates = [
  "CREATED",
  "SUSPENDED",
  "UPGRADING",
  "DEPLOYED",
  "STABLE",
  "ROLLING_BACK",
  "ROLLED_BACK",
  "FAILED",
  "DELETING",
  "DELETED",
] as const;

/** One of `lifecycleStates`. */
export type LifecycleState = (typeof lifecycleStates)[number];

/** Words of `status.reconciliationStatus.state` (2.3). */
export const reconciliationStates = ["DEPLOYED", "UPGRADING", "ROLLING_BACK", "ROLLED_BACK"] as const;

/** One of `reconciliationStates`. */
export type ReconciliationState = (typeof reconciliationStates)[number];

/** What a rule over the text of a stored spec is priced by; no resource is larger. */
const largestSpec = 1_572_864;
const storedSpec = (about: string) => z.string().max(largestSpec).describe(about).optional();

const reconciliationStatus = z
  .object({
    reconciliationTimestamp: z
      .int()
      .describe("When the spec was acted on last, in milliseconds since the epoch.")
      .optional(),
    lastReconciledSpec: storedSpec(
      "The spec that was acted on last, as JSON text; there from the first deployment on.",
    ),
    lastStableSpec: storedSpec("The latest spec that ran well, as JSON text; what a rollback goes back to."),
    state: z.enum(reconciliationStates).describe("Where acting on the spec stands.").optional(),
  })
  .describe("What was done with the spec.");

/** Members of the status that a FlinkDeployment and a FlinkSessionJob share (1.4, 1.5), and conditions for both. */
export const lifeCycleStatus = {
  error: z
    .string()
    .describe("What went wrong last, as JSON text with type and message; empty when nothing did.")
    .optional(),
  observedGeneration: z.int().min(0).describe("metadata.generation that was acted on last.").optional(),
  lifecycleState: z.enum(lifecycleStates).describe("Where the resource stands, in one word.").optional(),
  reconciliationStatus: reconciliationStatus.optional(),
  conditions: conditionsSchema("Health of this resource, and why it waits; look at Ready first.").optional(),
};
