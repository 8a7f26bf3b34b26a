import * as z from "zod";
import { open, quantity, textMap } from "./fields.ts";

const amounts = (about: string) => z.record(z.string(), quantity("An amount, such as 500m or 2Gi.")).describe(about);

const container = open({
  name: z.string().describe("Name of the container; flink-main-container is the one that runs Flink.").optional(),
  resources: open({
    requests: amounts(
      "What the container asks for; that of the Flink container is given by `resource` instead.",
    ).optional(),
    limits: amounts(
      "What the container may use; a memory limit of the Flink container must hold its process.",
    ).optional(),
  })
    .describe("CPU and memory of the container.")
    .optional(),
}).describe("One container; fields that Weir does not read pass through untouched.");

/** A PodTemplateSpec: what Weir reads of it is typed, the rest is Kubernetes' own and kept as it is. */
export const podTemplate = (about: string) =>
  open({
    metadata: open({
      labels: textMap("Labels of the pods, besides Weir's own.").optional(),
      annotations: textMap("Annotations of the pods.").optional(),
    })
      .describe("Labels and annotations of the pods.")
      .optional(),
    spec: open({
      containers: z
        .array(container)
        .describe("Containers by name; what is not the Flink container runs beside it.")
        .optional(),
      initContainers: z.array(container).describe("Containers that run before Flink starts.").optional(),
      nodeSelector: textMap("Labels that a node must have.").optional(),
    })
      .describe("The pod, in the words of Kubernetes' PodSpec.")
      .optional(),
  }).describe(about);
