import * as z from "zod";

/** A platform object: the fields below are typed and explained, any other passes through untouched (R5). */
const open = z.looseObject;
const text = (about: string, max = 4096) => z.string().max(max).describe(about);
const texts = (about: string) => z.array(z.string().max(4096)).max(1000).describe(about);
const textMap = (about: string) => z.record(z.string(), z.string().max(65_536)).describe(about);
const count = (about: string) => z.int().min(1).max(2_147_483_647).describe(about);

const artifactFields = {
  kind: z.enum(["JAR", "SQLSCRIPT", "PYTHON"]).describe("What the job is made of: JAR, SQLSCRIPT or PYTHON."),
  jarUri: text("URI of the job's JAR. Required for kind JAR.").optional(),
  entryClass: text("Main class, where the JAR's manifest does not name it.").optional(),
  sqlScript: text("The SQL statements of the job. Required for kind SQLSCRIPT.", 524_288).optional(),
  pythonArtifactUri: text("URI of the Python file or archive. Required for kind PYTHON.").optional(),
  entryModule: text("Python module to run.").optional(),
  mainArgs: text("Arguments of the job's main method or module.", 65_536).optional(),
  additionalDependencies: texts("URIs of further files that the job needs.").optional(),
  additionalPythonArchives: texts("URIs of archives for the Python environment.").optional(),
  additionalPythonLibraries: texts("URIs of Python libraries.").optional(),
};

const resource = (role: string) =>
  open({
    cpu: z.number().min(0).max(1_000_000).describe("CPU cores, fractions allowed.").optional(),
    memory: text("Memory such as 1g, 1G or 2Gi.", 64).optional(),
  }).describe(`Resources of each ${role}.`);

const resources = open({
  jobmanager: resource("JobManager").optional(),
  taskmanager: resource("TaskManager").optional(),
}).describe("CPU and memory of the job's processes.");

const logging = open({
  loggingProfile: text("Name of the platform's logging profile. Required in PUT mode.", 253).optional(),
  log4j2ConfigurationTemplate: text("Template of the log4j2 configuration, in place of a profile.", 262_144).optional(),
  log4jLoggers: textMap('Level of each logger; the root logger is "". Required in PUT mode.').optional(),
  logReservePolicy: open({
    openHistory: z.boolean().describe("Whether the logs of ended jobs are kept.").optional(),
    expirationDays: z.int().min(0).max(36_500).describe("Days after which kept logs expire.").optional(),
  })
    .describe("How long logs are kept. Required in PUT mode.")
    .optional(),
}).describe("Logging of the job.");

const kubernetes = open({
  pods: open({})
    .describe("Pod options of all the job's pods: labels, annotations, nodeSelector, envVars and so on.")
    .optional(),
  jobManagerPodTemplate: open({}).describe("Pod template of the JobManager.").optional(),
  taskManagerPodTemplate: open({}).describe("Pod template of the TaskManagers.").optional(),
  labels: textMap("Labels of the job's Kubernetes objects.").optional(),
}).describe("Kubernetes options of the job.");

const strategy = (about: string) =>
  open({ kind: text("Which strategy, such as STATEFUL or LATEST_STATE.", 64).optional() }).describe(about);

const jobFields = {
  parallelism: count("Parallelism of the job. It is always projected; Autopilot starts from it.").optional(),
  numberOfTaskManagers: count("Number of TaskManagers. PUT mode needs this or parallelism.").optional(),
  resources: resources.optional(),
  flinkConfiguration: textMap("Flink configuration of the job.").optional(),
  logging: logging.optional(),
  kubernetes: kubernetes.optional(),
  latestCheckpointFetchInterval: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .describe("Seconds between looks at the latest checkpoint.")
    .optional(),
};

const controlFields = {
  state: z.enum(["RUNNING", "SUSPENDED", "CANCELLED"]).describe("Desired state of the deployment.").optional(),
  sessionClusterName: text("Session cluster to run on, in place of a deployment target.", 253).optional(),
  upgradeStrategy: strategy(
    "What a change of the template does to a running job: STATEFUL, STATELESS or NONE.",
  ).optional(),
  restoreStrategy: strategy("Which state a start restores: LATEST_STATE, LATEST_SAVEPOINT or NONE.").optional(),
  maxSavepointCreationAttempts: count(
    "Attempts to make a savepoint before the deployment fails. Required in PUT mode.",
  ).optional(),
  maxJobCreationAttempts: count(
    "Attempts to start a job before the deployment fails. Required in PUT mode.",
  ).optional(),
  jobFailureExpirationTime: text("Time after which a job failure no longer counts.", 64).optional(),
};

const metadataFields = {
  displayName: text("Name for people.", 253).optional(),
  labels: textMap("Labels of the deployment on the platform.").optional(),
  annotations: textMap("Annotations of the deployment on the platform.").optional(),
};

const namePattern = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const longestName = 63;
const platformName = (about: string) => z.string().min(1).max(longestName).regex(namePattern).describe(about);
const targetName = z
  .string()
  .min(1)
  .max(250)
  .regex(/^[0-9a-zA-Z_-]+$/)
  .describe("Deployment target to run on. Immutable after creation.");
const engineVersionName = text("Engine version, such as vera-4.1-flink-1.20.", 253).min(1);
const templateMetadata = open({ annotations: textMap("Annotations of the job.").optional() }).describe(
  "Metadata of the job. Required in PUT mode, {} is enough.",
);

/** True for what a deployment or a namespace of the platform can be called. */
export function isPlatformName(value: unknown): value is string {
  return typeof value === "string" && value.length <= longestName && namePattern.test(value);
}

/** `spec.deployment`: the platform's deployment, with what every mode requires (R50–R56). */
export const deployment = open({
  metadata: open({
    name: platformName("Name of the deployment on the platform. Immutable after creation."),
    namespace: platformName("Namespace of the platform. Immutable after creation."),
    ...metadataFields,
  }).describe("Identity of the deployment on the platform."),
  spec: open({
    ...controlFields,
    deploymentTargetName: targetName,
    template: open({
      metadata: templateMetadata.optional(),
      spec: open({
        ...jobFields,
        artifact: open(artifactFields).describe("What the job runs."),
        engineVersionName,
      }).describe("The job."),
    }).describe("Template of the jobs that the deployment starts."),
  }).describe("What the platform runs, and in which state it is wanted."),
}).describe("The deployment as the platform defines it; fields that Weir does not know pass through.");

/** `spec.initFields`: the same structure with nothing required (R33). */
export const initFields = open({
  metadata: open({
    name: platformName("Must equal spec.deployment.metadata.name.").optional(),
    namespace: platformName("Must equal spec.deployment.metadata.namespace.").optional(),
    ...metadataFields,
  })
    .describe("Metadata at creation.")
    .optional(),
  spec: open({
    ...controlFields,
    deploymentTargetName: targetName.optional(),
    template: open({
      metadata: templateMetadata.optional(),
      spec: open({
        ...jobFields,
        artifact: open({ ...artifactFields, kind: artifactFields.kind.optional() })
          .describe("What the job runs.")
          .optional(),
        engineVersionName: engineVersionName.optional(),
      })
        .describe("The job.")
        .optional(),
    })
      .describe("Template at creation.")
      .optional(),
  })
    .describe("Spec at creation.")
    .optional(),
}).describe("Merged over spec.deployment when the deployment is created in PATCH mode, and never sent again.");
