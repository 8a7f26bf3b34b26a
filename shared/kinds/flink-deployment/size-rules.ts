import { at, isObject, type JsonValue } from "../../core/json.ts";
import { readMemory, readQuantity } from "../../core/notation/memory-size.ts";
import type { Rule } from "../../core/rule.ts";
import { isHighlyAvailable } from "../../flink/high-availability.ts";
import { configurationOf } from "../../flink/rules/review-configuration.ts";
import { optionOf } from "../../flink/spellings.ts";
import { amountCel, isAmount, isMemory, isQuantity, memoryCel, quantityCel } from "./amounts.ts";

interface Component {
  readonly field: "jobManager" | "taskManager";
  readonly role: string;
}

const components: readonly Component[] = [
  { field: "jobManager", role: "jobmanager" },
  { field: "taskManager", role: "taskmanager" },
];

/** The memory that a spec gives a component, in either of its two ways. */
function memoryOf(spec: JsonValue | undefined, field: string): JsonValue | undefined {
  const { requests, limits } = resourcesOf(spec, field);
  return at(spec, field, "resource", "memory") ?? at(requests, "memory") ?? at(limits, "memory");
}

function resourcesOf(spec: JsonValue | undefined, field: string) {
  return { requests: at(spec, field, "resources", "requests"), limits: at(spec, field, "resources", "limits") };
}

function sizeRules({ field, role }: Component): Rule[] {
  const path = `spec.${field}`;
  // Either gives the size of the container; parts of the process such as the heap do not.
  const sizes = ["process.size", "flink.size"].map((key) => `${role}.memory.${key}`);
  return [
    {
      name: `${role}-memory`,
      why: "FD-18, FD-24: Flink does not start without the size of its process.",
      severity: "deny",
      path: `${path}.resource.memory`,
      message: `must be defined, or ${sizes[0]} in spec.flinkConfiguration`,
      holds: (review) =>
        memoryOf(review.object.spec, field) !== undefined ||
        sizes.some((key) => optionOf(configurationOf(review), key) !== undefined),
    },
    {
      name: `${role}-memory-size`,
      why: "FD-19, and the guide: resource values are positive.",
      severity: "deny",
      path: `${path}.resource.memory`,
      message: "is no amount of memory above zero; write a number and a unit, such as 2048m, 2g or 2Gi",
      cel: { layer: "schema", at: `${path}.resource.memory`, expression: memoryCel("self") },
      holds: ({ object }) => isMemory(at(object.spec, field, "resource", "memory") ?? "1m"),
    },
    {
      name: `${role}-memory-bound`,
      why: "What is more than can be counted is a slip of the keyboard.",
      severity: "deny",
      path: `${path}.resource.memory`,
      message: "is more memory than there is",
      holds: ({ object }) => {
        const memory = at(object.spec, field, "resource", "memory") ?? "";
        return !isMemory(memory) || readMemory(String(memory)).ok;
      },
    },
    {
      name: `${role}-ephemeral-storage`,
      why: "FD-19: Kubernetes would refuse the pods.",
      severity: "deny",
      path: `${path}.resource.ephemeralStorage`,
      message: "is no quantity; write a number and a unit, such as 10Gi",
      cel: { layer: "schema", at: `${path}.resource.ephemeralStorage`, expression: quantityCel("self") },
      holds: ({ object }) => isQuantity(at(object.spec, field, "resource", "ephemeralStorage") ?? "0"),
    },
    {
      name: `${role}-resources`,
      why: "FD-20, and the guide: Kubernetes would refuse the pods, or Flink its process.",
      severity: "deny",
      path: `${path}.resources`,
      message: "holds what is no quantity such as 500m or 2Gi, or cpu or memory that is not above zero",
      cel: { layer: "policy", expression: amountsCel(`object.${path}`) },
      holds: ({ object }) =>
        Object.values(resourcesOf(object.spec, field)).every(
          (map) => !isObject(map) || Object.entries(map).every(([key, amount]) => isAmount(key, amount)),
        ),
    },
    {
      name: `${role}-request-limit`,
      why: "FD-21: Kubernetes would refuse the pods.",
      severity: "deny",
      path: `${path}.resources.requests`,
      message: "must not exceed the limits of cpu and memory",
      holds: ({ object }) => {
        const { requests, limits } = resourcesOf(object.spec, field);
        return ["cpu", "memory"].every((key) => !(numberOf(requests, key) > numberOf(limits, key)));
      },
    },
  ];
}

/** An amount of cpu or memory as a number; NaN where there is none. */
function numberOf(amounts: JsonValue | undefined, key: string): number {
  const amount = at(amounts, key);
  const reading = key === "memory" ? readMemory(String(amount)) : undefined;
  return (reading?.ok === true ? reading.value : readQuantity(String(amount))) ?? Number.NaN;
}

function amountsCel(component: string): string {
  const each = ["requests", "limits"].map((part) => {
    const map = `${component}.resources.${part}`;
    return `(!has(${map}) || ${map}.all(key, ${amountCel("key", `${map}[key]`)}))`;
  });
  return `!has(${component}) || !has(${component}.resources) || (${each.join(" && ")})`;
}

/** FD-18 to FD-24; numbers below one are refused by the schema (FD-16, FD-22). */
export const allSizeRules: readonly Rule[] = [
  ...components.flatMap(sizeRules),
  {
    name: "standby-needs-ha",
    why: "FD-23: standby JobManagers have no other way to learn of a job, and two would lead at once.",
    severity: "deny",
    path: "spec.jobManager.replicas",
    message: "above 1 needs high availability: set high-availability.type and high-availability.storageDir",
    holds: (review) =>
      Number(at(review.object.spec, "jobManager", "replicas") ?? 1) <= 1 || isHighlyAvailable(configurationOf(review)),
  },
];
