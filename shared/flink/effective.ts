import { writeList } from "../core/notation/list-and-map.ts";
import type { Violation } from "../core/rule.ts";
import { checkpointRetention } from "./at-stake.ts";
import { type FlinkConfiguration, flatten } from "./configuration.ts";
import type { ConfiguredJob, ConfiguredSpec } from "./deployment-spec.ts";
import { withoutEndSlashes } from "./end-slashes.ts";
import { isHighlyAvailable } from "./high-availability.ts";
import { layer } from "./layers.ts";
import { parallelismOf, taskManagersOf } from "./parallelism.ts";
import { makeSizeOptions } from "./sizes.ts";
import { optionOf } from "./spellings.ts";
import { findFlinkVersion } from "./versions.ts";

/** What is known of one deploy, and of no other. */
export interface DeployFacts {
  /** 32 hex digits; absent for a session cluster. */
  readonly jobId?: string | undefined;
  /** Number of the deploy attempt. */
  readonly attempt: number;
  /** The savepoint, checkpoint or marker to start from; absent: from nothing. */
  readonly restorePath?: string | undefined;
}

/** What the configuration of a cluster follows from. */
export interface EffectiveRequest {
  /** Name of the FlinkDeployment, which is the cluster's id. */
  readonly name: string;
  readonly spec: ConfiguredSpec;
  /** The operator's defaults for the namespace and version (`makeDefaults`). */
  readonly defaults: FlinkConfiguration;
  readonly deploy: DeployFacts;
}

/** A configuration, and what of the spec it leaves out because it cannot be read. */
export interface Effective {
  readonly configuration: FlinkConfiguration;
  readonly problems: readonly Violation[];
}

/**
 * All that a cluster is configured with (3.1): defaults, the user's, and what follows from the spec and the deploy; the
 * operator's own options are still among it. Keys are in their newest spelling.
 *
 * Guarantees: pure; what follows from the spec wins over the user's configuration, but for the few that only fill a gap.
 * Caveats: ports, names, pod templates, owner references and the generation come with the objects that carry them.
 */
export function makeEffectiveConfiguration({ name, spec, defaults, deploy }: EffectiveRequest): Effective {
  const own = flatten(spec.flinkConfiguration);
  const given = layer(defaults, own.configuration);
  const sizes = [
    makeSizeOptions("jobmanager", spec.jobManager, "spec.jobManager"),
    makeSizeOptions("taskmanager", spec.taskManager, "spec.taskManager"),
  ];
  const configuration = layer(
    gapsOf(spec, name),
    given,
    ...sizes.map(({ options }) => options),
    containerOptions(spec),
    standaloneOptions(spec, given),
    spec.job === undefined
      ? { "execution.target": targetOf(spec, "session") }
      : applicationOptions(spec, spec.job, given),
    isHighlyAvailable(given) ? resultStoreOptions(given, name, deploy) : {},
  );
  return {
    configuration: spec.job === undefined ? configuration : withDeploy(configuration, deploy),
    problems: [...own.problems, ...sizes.flatMap(({ problems }) => problems)],
  };
}

/** What holds only where neither the user nor the operator's defaults say it. */
function gapsOf({ job, flinkVersion = "" }: ConfiguredSpec, name: string): FlinkConfiguration {
  const cluster = { "kubernetes.rest-service.exposed.type": "ClusterIP", "web.cancel.enable": "false" };
  const takesJobOptions = findFlinkVersion(flinkVersion)?.takesJobOptions !== false;
  if (job === undefined) return { ...cluster, ...(takesJobOptions ? {} : keptCheckpoints) };
  return {
    ...cluster,
    ...jobGaps(name, job.upgradeMode),
    "execution.submit-failed-job-on-application-error": "true",
  };
}

/** The checkpoints of a job outlive it. */
const keptCheckpoints = {
  [checkpointRetention]: "RETAIN_ON_CANCELLATION",
} as const;

/**
 * What a job is configured with only where nobody says it: a name, checkpoints that outlive it, and some at all, since only
 * `stateless` asks for none.
 */
export function jobGaps(name: string, upgradeMode: string | undefined): FlinkConfiguration {
  return {
    "pipeline.name": name,
    ...keptCheckpoints,
    ...(upgradeMode === "stateless" ? {} : { "execution.checkpointing.interval": "5 min" }),
  };
}

function containerOptions(spec: ConfiguredSpec): FlinkConfiguration {
  const { replicas } = spec.jobManager ?? {};
  return present({
    "kubernetes.container.image.ref": spec.image,
    "kubernetes.container.image.pull-policy": spec.imagePullPolicy,
    "kubernetes.service-account": spec.serviceAccount,
    "kubernetes.jobmanager.replicas": typeof replicas === "number" ? String(replicas) : undefined,
    "kubernetes.rest-service.exposed.type":
      spec.ingress === undefined || spec.ingress === null ? undefined : "ClusterIP",
  });
}

function standaloneOptions(spec: ConfiguredSpec, given: FlinkConfiguration): FlinkConfiguration {
  if (spec.mode !== "standalone") return {};
  return present({ "kubernetes.internal.taskmanager.replicas": taskManagersOf(spec, given)?.toString() });
}

function targetOf({ mode }: ConfiguredSpec, kind: "application" | "session"): string {
  return mode === "standalone" ? "remote" : `kubernetes-${kind}`;
}

function applicationOptions(spec: ConfiguredSpec, job: ConfiguredJob, given: FlinkConfiguration): FlinkConfiguration {
  const { jarURI, entryClass, args, allowNonRestoredState } = job;
  const isStandalone = spec.mode === "standalone";
  const jar = isStandalone ? jarURI?.replace(/^local:/, "file:") : jarURI;
  return present({
    "execution.target": targetOf(spec, "application"),
    "parallelism.default": parallelismOf(spec, given)?.toString(),
    [isStandalone ? "pipeline.classpaths" : "pipeline.jars"]: jar === undefined ? undefined : writeList([jar]),
    "execution.shutdown-on-application-finish": "false",
    "execution.state-recovery.ignore-unclaimed-state": allowNonRestoredState?.toString(),
    "$internal.application.main": entryClass,
    "$internal.application.program-args": args === undefined || args.length === 0 ? undefined : writeList(args),
  });
}

/** A place of its own for the result of each submission, so that a job that ended is not run again by a new JobManager. */
function resultStoreOptions(
  given: FlinkConfiguration,
  name: string,
  { jobId, attempt }: DeployFacts,
): FlinkConfiguration {
  const storage = optionOf(given, "high-availability.storageDir");
  if (storage === undefined || jobId === undefined) return {};
  const folder = withoutEndSlashes(storage);
  return {
    "job-result-store.delete-on-commit": optionOf(given, "job-result-store.delete-on-commit") ?? "false",
    "job-result-store.storage-path": `${folder}/job-result-store/${name}/${jobId}-${attempt}`,
  };
}

const restorePathKey = "execution.state-recovery.path";

/** The user's own job id is kept; a restore path is the deploy's alone, whatever the configuration holds. */
function withDeploy(configuration: FlinkConfiguration, { jobId, restorePath }: DeployFacts): FlinkConfiguration {
  const { [restorePathKey]: _, ...rest } = configuration;
  return { ...present({ [jobIdKey]: jobId, [restorePathKey]: restorePath }), ...rest };
}

/** The option by which Flink is told the id of its job. */
export const jobIdKey = "$internal.pipeline.job-id";

function present(options: Readonly<Record<string, string | undefined>>): FlinkConfiguration {
  return Object.fromEntries(
    Object.entries(options).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
