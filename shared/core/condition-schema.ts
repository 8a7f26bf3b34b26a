import * as z from "zod";

const condition = z
  .object({
    type: z.string().max(316).describe("Which condition."),
    status: z.enum(["True", "False", "Unknown"]).describe("True, False or Unknown."),
    reason: z.string().max(1024).describe("Why, as one word."),
    message: z.string().max(32_768).describe("Why, and what to do about it."),
    lastTransitionTime: z.iso.datetime().describe("When the status changed last."),
    observedGeneration: z.int().min(0).describe("metadata.generation that this was judged by.").optional(),
  })
  .describe("One condition.");

/** `status.conditions` of a kind, one of each type; `about` says which one to look at first. */
export const conditionsSchema = (about: string) =>
  z
    .array(condition)
    .max(32)
    .describe(about)
    .meta({ "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"] });
