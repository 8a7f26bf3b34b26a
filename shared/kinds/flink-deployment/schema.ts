import * as z from "zod";
import { configuration } from "../../flink/schema/configuration.ts";
import { boundedMap, int32, nonce, oneOf, quantity, text, textMap } from "../../flink/schema/fields.ts";
import { job } from "../../flink/schema/job.ts";
import { jobStatus } from "../../flink/schema/job-status.ts";
import { lifeCycleStatus } from "../../flink/schema/life-cycle-status.ts";
import { podTemplate } from "../../flink/schema/pod-template.ts";
import { flinkVersionNames, versionProblem } from "../../flink/versions.ts";

const size = z
  .object({
    cpu: z.number().gt(0).max(1_000_000).describe("CPU cores, fractions allowed; both request and limit.").optional(),
    memory: text(
      "Memory of the process, such as 2048m or 2g (binary units as Flink reads them) or 2Gi.",
      64,
    ).optional(),
    ephemeralStorage: text("Local disk, such as 10Gi.", 64).optional(),
  })
  .describe("Size of the container.");

const amounts = (about: string) => boundedMap(quantity("An amount, such as 500m or 2Gi."), 32, about);

const resources = z
  .object({
    requests: amounts("What the container asks for; cpu and memory size the process.").optional(),
    limits: amounts("What the container may use at most.").optional(),
    claims: z
      .array(
        z.object({
          name: text("Name of the claim in the pod.", 253),
          request: text("Which request of the claim.", 253).optional(),
        }),
      )
      .max(32)
      .describe("Devices that the container uses, by the names of resource claims.")
      .optional(),
  })
  .describe("Requests and limits of the container, in place of `resource`.");

const component = <Replicas extends z.ZodType>(role: string, replicas: Replicas) =>
  z
    .object({
      resource: size.optional(),
      resources: resources.optional(),
      replicas,
      podTemplate: podTemplate(`Pod template of the ${role} alone, laid over the common one.`).optional(),
    })
    .describe(`The ${role}: size, number and pods.`);

const ingress = z
  .object({
    template: text(
      "Host and path, such as {{name}}.{{namespace}}.flink.example.com or /{{namespace}}/{{name}}(/|$)(.*).",
      1024,
    ).optional(),
    className: text("Name of the IngressClass.", 253).optional(),
    annotations: textMap("Annotations of the Ingress.").optional(),
    labels: textMap("Labels of the Ingress.").optional(),
    tls: z
      .array(
        z.object({
          hosts: z.array(text("One host.", 253)).describe("Hosts that the certificate is for.").optional(),
          secretName: text("Secret with the certificate.", 253).optional(),
        }),
      )
      .describe("TLS of the Ingress.")
      .optional(),
  })
  .describe("Makes Flink's web interface reachable by an Ingress.");

/** `spec` of a FlinkDeployment (1.3); what is required is said by rules, as a fragment must be a sound schema upstream. */
export const spec = z
  .object({
    flinkVersion: oneOf(flinkVersionNames, versionProblem)
      .describe("Version of Flink that the image holds, such as v1_20.")
      .optional(),
    image: text("Image of the Flink container; without it the official one of the version.").optional(),
    imagePullPolicy: z.enum(["Always", "IfNotPresent", "Never"]).describe("When the image is pulled.").optional(),
    imagePullSecrets: z
      .array(z.object({ name: text("Name of a Secret of this namespace.", 253).optional() }))
      .max(100)
      .describe("Secrets for private registries.")
      .optional(),
    serviceAccount: text("ServiceAccount of the pods.", 253).optional(),
    flinkConfiguration: configuration(
      "Flink's configuration, flat or nested; also the options kubernetes.operator.* and job.autoscaler.*.",
    ).optional(),
    logConfiguration: boundedMap(
      z.string(),
      64,
      "Log configuration: files by name (log4j-console.properties, logback-console.xml), or properties of log4j by key.",
    ).optional(),
    podTemplate: podTemplate("Pod template of JobManager and TaskManagers.").optional(),
    mode: z
      .enum(["native", "standalone"])
      .describe("Who makes TaskManagers: Flink itself (native, the default) or Weir. Immutable once deployed.")
      .optional(),
    restartNonce: nonce("Change it to any other number to restart once, as the upgrade mode says.").optional(),
    ingress: ingress.optional(),
    jobManager: component(
      "JobManager",
      int32(1, "Number of JobManagers; more than one needs high availability.").optional(),
    ).optional(),
    taskManager: component(
      "TaskManagers",
      int32(1, "Number of TaskManagers; wins over the job's parallelism.").nullable().optional(),
    ).optional(),
    job: job.describe("The job of an application cluster; without it the cluster takes session jobs.").optional(),
  })
  .describe("What is wanted of one Flink cluster.");

/** Words of `status.jobManagerDeploymentStatus` (1.4). */
export const jobManagerDeploymentStatuses = ["READY", "DEPLOYED_NOT_READY", "DEPLOYING", "MISSING", "ERROR"] as const;

/** `status` of a FlinkDeployment (1.4); written by Weir alone. */
export const status = z
  .object({
    jobStatus: jobStatus.optional(),
    ...lifeCycleStatus,
    clusterInfo: textMap(
      "What the cluster is: version and revision as Flink says them, total cpu and memory (bytes) by the spec that runs.",
    ).optional(),
    jobManagerDeploymentStatus: z
      .enum(jobManagerDeploymentStatuses)
      .describe("State of the JobManager's Deployment.")
      .optional(),
    taskManager: z
      .object({
        labelSelector: z.string().describe("Selector of the TaskManagers' pods.").optional(),
        replicas: z.int().min(0).max(2_147_483_647).describe("Number of TaskManagers.").optional(),
      })
      .describe("TaskManagers, for the scale subresource.")
      .optional(),
  })
  .describe("What Weir saw and did; a view, never an input.");

/** The spec once it has passed the schema. */
export type FlinkDeploymentSpec = z.infer<typeof spec>;

/** The status as Weir writes it. */
export type FlinkDeploymentStatus = z.infer<typeof status>;
