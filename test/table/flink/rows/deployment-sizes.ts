import { flinkExample } from "../flink-rig.ts";
import { type RuleRow, rowsOf } from "./row.ts";

const { held, broken } = rowsOf(flinkExample("application"));
const components = [
  { field: "jobManager", role: "jobmanager" },
  { field: "taskManager", role: "taskmanager" },
];

const good = ["2048m", "2g", "2G", "2Gi", "1.5Gi", "1073741824", "2048 mb", "512 Mebibytes", "1e9", ".5Gi", "001m"];
const bad = ["", "0", "0m", "0.0Gi", "-1g", "2 apples", "2gi", "g", "1e", "2048m extra", "١m"];

function rowsOfComponent({ field, role }: (typeof components)[number]): RuleRow[] {
  const resource = (fields: unknown) => ({ spec: { [field]: { resource: fields } } });
  const resources = (requests: unknown, limits: unknown = {}) => ({
    spec: { [field]: { resources: { requests, limits } } },
  });
  const memoryless = { spec: { [field]: { resource: { memory: null } } } };
  const process = { [`${role}.memory.process.size`]: "1600m" };
  const configured = { spec: { [field]: { resource: null }, flinkConfiguration: process } };
  return [
    held(`${role}-memory`, "memory", "FD-18.", {}),
    broken(`${role}-memory`, "no memory", "FD-18.", memoryless),
    broken(`${role}-memory`, `no ${field}`, "FD-18.", { spec: { [field]: null } }),
    held(`${role}-memory`, "memory of the configuration", "FD-18.", configured),
    held(`${role}-memory`, "memory of the operator's configuration", "FD-18.", memoryless, { operator: process }),
    held(`${role}-memory`, "memory of resources", "FD-18.", {
      spec: { [field]: { resource: null, resources: { requests: { memory: "2Gi" } } } },
    }),
    ...good.map((memory) => held(`${role}-memory-size`, memory, "FD-19.", resource({ memory }))),
    ...bad.map((memory) =>
      broken(`${role}-memory-size`, `"${memory}"`, "FD-19, the guide: positive.", resource({ memory })),
    ),
    held(`${role}-memory-bound`, "8000t", "There is a machine for it one day.", resource({ memory: "8000t" })),
    broken(`${role}-memory-bound`, "9000t", "2^53 bytes are 8192t.", resource({ memory: "9000t" })),
    broken(`${role}-memory-bound`, "thirty digits", "A slip.", resource({ memory: "1".repeat(30) })),
    held(`${role}-ephemeral-storage`, "10Gi", "FD-19.", resource({ ephemeralStorage: "10Gi" })),
    held(`${role}-ephemeral-storage`, "0", "FD-20: not below zero.", resource({ ephemeralStorage: "0" })),
    broken(`${role}-ephemeral-storage`, "much", "FD-19.", resource({ ephemeralStorage: "much" })),
    broken(`${role}-ephemeral-storage`, "-1", "FD-20.", resource({ ephemeralStorage: "-1" })),
    held(
      `${role}-resources`,
      "amounts",
      "FD-20.",
      resources({ cpu: "500m", memory: "2g", "nvidia.com/gpu": 0 }, { cpu: 1, memory: "2Gi" }),
    ),
    broken(`${role}-resources`, "no cpu", "FD-20.", resources({ cpu: 0 })),
    broken(`${role}-resources`, "no cpu, as a text", "FD-20.", resources({ cpu: "0" })),
    broken(`${role}-resources`, "no memory in a limit", "FD-20.", resources({}, { memory: "0Gi" })),
    broken(`${role}-resources`, "less than nothing of another", "FD-20.", resources({ "nvidia.com/gpu": -1 })),
    broken(`${role}-resources`, "what is no quantity", "FD-20.", resources({ cpu: "half" })),
    held(
      `${role}-request-limit`,
      "a request at the limit",
      "FD-21.",
      resources({ cpu: "1000m", memory: "2g" }, { cpu: 1, memory: "2Gi" }),
    ),
    held(`${role}-request-limit`, "a request without a limit", "FD-21.", resources({ cpu: 3 })),
    broken(`${role}-request-limit`, "more cpu than the limit", "FD-21.", resources({ cpu: "1500m" }, { cpu: 1 })),
    broken(
      `${role}-request-limit`,
      "more memory than the limit",
      "FD-21.",
      resources({ memory: "2049m" }, { memory: "2Gi" }),
    ),
  ];
}

const noHa = { "high-availability": null, "high-availability.storageDir": null };

/** Sizes and numbers (FD-18 to FD-24). */
export const sizeRows: readonly RuleRow[] = [
  ...components.flatMap(rowsOfComponent),
  held("standby-needs-ha", "two with high availability", "8.1/6.", { spec: { jobManager: { replicas: 2 } } }),
  held("standby-needs-ha", "one without", "FD-23.", { spec: { flinkConfiguration: noHa } }),
  broken("standby-needs-ha", "two without", "8.1/6.", {
    spec: { jobManager: { replicas: 2 }, flinkConfiguration: noHa },
  }),
];

const template = (resources: unknown, field = "taskManager") => ({
  spec: { [field]: { podTemplate: { spec: { containers: [{ name: "flink-main-container", resources }] } } } },
});

/** What only building the cluster shows. */
export const planRows: readonly RuleRow[] = [
  held(
    "cluster-plan",
    "a memory limit above the process",
    "The guide: 5Gi over 4096m.",
    template({ limits: { memory: "5Gi" } }),
  ),
  broken(
    "cluster-plan",
    "a memory limit below the process",
    "The settled points: honoured or refused.",
    template({ limits: { memory: "2Gi" } }),
  ),
  broken(
    "cluster-plan",
    "a memory limit that is none",
    "It could not be honoured.",
    template({ limits: { memory: "much" } }),
  ),
  broken("cluster-plan", "a template without the name of a container", "Kubernetes would refuse the pods.", {
    spec: { podTemplate: { spec: { containers: [{ image: "fluent/fluent-bit:2.0" }] } } },
  }),
  broken("cluster-plan", "a path that nothing fills in", "FD-9.", { spec: { ingress: { template: "/{{cluster}}" } } }),
  held("cluster-plan-effect", "no requests in a template", "3.4.", template({ limits: { memory: "5Gi" } })),
  broken(
    "cluster-plan-effect",
    "requests in a template",
    "3.4: the spec's own size decides.",
    template({ requests: { memory: "1Gi" } }),
  ),
];
