import * as z from "zod";
import { conditionsSchema } from "../../core/condition-schema.ts";
import type { KubeObject } from "../../core/object.ts";
import { deployment, initFields } from "./platform.ts";

const nonce = (what: string) =>
  z
    .int()
    .min(-Number.MAX_SAFE_INTEGER)
    .max(Number.MAX_SAFE_INTEGER)
    .nullable()
    .describe(`Change it to any other number to ${what} the running job once; null asks for nothing.`)
    .optional();

/** `spec` of a VvpDeployment (R4). */
export const spec = z
  .object({
    syncingMode: z
      .enum(["PATCH", "PUT"])
      .describe("PATCH sends only the fields given here; PUT sends the full definition and resets omitted fields."),
    deployment,
    initFields: initFields.optional(),
    initialSavepointSpec: z
      .object({
        savepointLocation: z
          .string()
          .min(1)
          .max(4096)
          .regex(/^\S+$/)
          .describe("URI of the savepoint, such as s3://bucket/savepoints/savepoint-1."),
      })
      .describe(
        "A savepoint from elsewhere that the first start begins with: it is registered while the deployment is " +
          "CANCELLED. Take it out again when the state becomes RUNNING.",
      )
      .optional(),
    savepointNonce: nonce("take a savepoint of"),
    restartNonce: nonce("restart"),
  })
  .describe("What is wanted of one deployment of the Ververica Platform.");

/** `status` of a VvpDeployment (R68–R77); written by the operator alone. */
export const status = z
  .object({
    deploymentId: z.string().describe("UUID of the deployment on the platform.").optional(),
    observedGeneration: z.int().min(0).describe("metadata.generation that the last cycle looked at.").optional(),
    syncEnabled: z.boolean().describe("Whether changes of the spec are projected.").optional(),
    observedSpecState: z.string().describe("Desired state as the spec gives it.").optional(),
    actualState: z.string().describe("State of the deployment as the platform reports it.").optional(),
    vvpNamespace: z.string().describe("Namespace of the platform that calls go to.").optional(),
    instanceId: z.string().describe("Operator instance that manages this resource.").optional(),
    lastProcessedSavepointNonce: z.int().describe("Last savepointNonce that was submitted.").optional(),
    lastProcessedTriggerNonce: z.int().describe("Last restartNonce that was submitted.").optional(),
    lastHandledReconcileAt: z
      .string()
      .describe("Value of weir.dev/reconcile-requested-at, in its first 256 characters, that a cycle dealt with last.")
      .optional(),
    conditions: conditionsSchema("Health of this resource; look at Healthy first.").optional(),
  })
  .describe("What the operator saw and did; a view, never an input.");

/** The spec once it has passed the schema. */
export type VvpSpec = z.infer<typeof spec>;

/** The status as Weir writes it. */
export type VvpStatus = z.infer<typeof status>;

/** A VvpDeployment whose spec has passed the schema. */
export interface VvpDeployment extends KubeObject {
  readonly spec: KubeObject["spec"] & VvpSpec;
}
