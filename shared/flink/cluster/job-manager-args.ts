import type { FlinkConfiguration } from "../configuration.ts";
import type { ConfiguredJob } from "../deployment-spec.ts";
import { optionOf } from "../spellings.ts";
import type { DeploymentMode } from "./blueprint.ts";

/** What decides how a JobManager is started. */
export interface StartOf {
  readonly mode: DeploymentMode;
  readonly isHighlyAvailable: boolean;
  readonly job: ConfiguredJob | undefined;
  /** The effective one. */
  readonly configuration: FlinkConfiguration;
  /** Options that the configuration file cannot carry. */
  readonly left: FlinkConfiguration;
}

/**
 * Arguments of the JobManager's container for the entry point of the image (3.5, 3.6).
 *
 * A standalone job gets its class, restore path and arguments here, because its entry point ignores those of the
 * configuration; a native one reads all of them from there. The pod's address is given as an option, since Flink 2 has no
 * `--host` any more (FLINK-38795); `-D` is a word of its own, since `jobmanager.sh` takes any other first one for a host.
 */
export function makeJobManagerArgs(start: StartOf): string[] {
  if (start.mode === "native") return ["bash", "-c", nativeCommand(start)];
  const { job, left } = start;
  const address = start.isHighlyAvailable ? ["jobmanager.rpc.address=$(_POD_IP_ADDRESS)"] : [];
  const shared = [...address, ...assignments(left)].flatMap((one) => ["-D", one]);
  return job === undefined
    ? ["jobmanager", ...shared]
    : ["standalone-job", ...jobOptions(job, start.configuration), ...shared, ...userArgs(job)];
}

/** Behind `--`, without which an argument such as `-s` would be Flink's own: a savepoint to restore. */
function userArgs({ args = [] }: ConfiguredJob): readonly string[] {
  return args.length === 0 ? [] : ["--", ...args];
}

/** Arguments of a standalone TaskManager's container. */
export function makeTaskManagerArgs(left: FlinkConfiguration): string[] {
  return ["taskmanager", ...dynamicOptions(left)];
}

function jobOptions({ entryClass }: ConfiguredJob, configuration: FlinkConfiguration): string[] {
  const savepoint = optionOf(configuration, "execution.state-recovery.path");
  const ignores = optionOf(configuration, "execution.state-recovery.ignore-unclaimed-state");
  return [
    ...(entryClass === undefined ? [] : ["--job-classname", entryClass]),
    ...(ignores?.trim().toLowerCase() === "true" ? ["--allowNonRestoredState"] : []),
    ...(savepoint === undefined ? [] : ["--fromSavepoint", savepoint]),
  ];
}

function nativeCommand({ job, configuration, left }: StartOf): string {
  const extra = optionOf(configuration, "kubernetes.jobmanager.entrypoint.args")?.trim() ?? "";
  const target = job === undefined ? "kubernetes-session" : "kubernetes-application";
  const words = ["kubernetes-jobmanager.sh", target, extra, ...dynamicOptions(left).map(shellQuoted)];
  return words.filter((word) => word !== "").join(" ");
}

function dynamicOptions(left: FlinkConfiguration): string[] {
  return assignments(left).map((one) => `-D${one}`);
}

/** `key=value` for each option; Kubernetes would fill in `$(NAME)`, which a configuration file leaves alone. */
function assignments(left: FlinkConfiguration): string[] {
  return Object.entries(left).map(([key, value]) => `${key}=${value}`.replaceAll("$(", "$$$$("));
}

function shellQuoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
