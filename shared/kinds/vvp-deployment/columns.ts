import type { Column } from "../../core/kind.ts";

const conditionPath = (type: string) => `.status.conditions[?(@.type=="${type}")].status`;

/** R131–R133, verbatim and in this order; NAME is kubectl's own. */
export const columns: readonly Column[] = [
  { name: "Actual", type: "string", jsonPath: ".status.actualState", description: "State that the platform reports." },
  { name: "Instance-ID", type: "string", jsonPath: ".status.instanceId", description: "Operator instance." },
  {
    name: "Desired",
    type: "string",
    jsonPath: ".status.observedSpecState",
    description: "State that the spec asks for.",
  },
  { name: "Sync", type: "boolean", jsonPath: ".status.syncEnabled", description: "Whether the spec is projected." },
  {
    name: "VVP-Namespace",
    type: "string",
    jsonPath: ".status.vvpNamespace",
    description: "Namespace of the platform.",
  },
  {
    name: "Healthy",
    type: "string",
    jsonPath: conditionPath("Healthy"),
    description: "Whether every condition is met.",
  },
  { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp", description: "Time since creation." },
  {
    name: "Consistent",
    type: "string",
    jsonPath: conditionPath("Consistent"),
    description: "Whether the link to the platform's deployment is intact.",
    priority: 1,
  },
  {
    name: "SpecAligned",
    type: "string",
    jsonPath: conditionPath("SpecAligned"),
    description: "Whether the spec was projected.",
    priority: 1,
  },
  {
    name: "ParallelismAligned",
    type: "string",
    jsonPath: conditionPath("ParallelismAligned"),
    description: "Whether the parallelism is the spec's.",
    priority: 1,
  },
  {
    name: "DeletionBlocked",
    type: "string",
    jsonPath: conditionPath("DeletionBlocked"),
    description: "Whether an active deployment holds up deletion.",
    priority: 1,
  },
];
