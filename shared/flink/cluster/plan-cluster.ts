import type { JsonValue } from "../../core/json.ts";
import { readMap } from "../../core/notation/list-and-map.ts";
import { readWord } from "../../core/notation/scalar.ts";
import type { Violation } from "../../core/rule.ts";
import { findPrefixClashes } from "../configuration.ts";
import { writeConfigurationFile } from "../configuration-file.ts";
import { toFlinkNotation } from "../flink-notation.ts";
import { isHighlyAvailable } from "../high-availability.ts";
import { toDialect } from "../spellings.ts";
import { type FlinkVersion, findFlinkVersion, versionProblem } from "../versions.ts";
import type { Blueprint } from "./blueprint.ts";
import { findClientOptions, findRefusedOptions } from "./client-options.ts";
import { type Deployed, makeDeployedOptions } from "./deployed-options.ts";
import { makeJobManagerArgs, makeTaskManagerArgs } from "./job-manager-args.ts";
import { toLogFiles } from "./log-configuration.ts";
import { findModeLimits } from "./mode-limits.ts";
import { deploymentAnnotation } from "./names.ts";
import { makeOptionReader, type OptionReader } from "./option-reader.ts";
import { planIngress } from "./plan-ingress.ts";
import { planPods } from "./plan-pods.ts";
import { planPorts } from "./plan-ports.ts";
import type { ClusterRequest } from "./request.ts";
import { makeStartupProbe } from "./startup-probe.ts";

/** A cluster that can be built, or why it cannot; in both cases what the user should know about the spec. */
export type ClusterPlan = { readonly warnings: readonly Violation[] } & (
  | { readonly blueprint: Blueprint; readonly problems?: never }
  | { readonly blueprint?: never; readonly problems: readonly Violation[] }
);

/**
 * Reads everything that a cluster is made of.
 *
 * Guarantees: pure and total; no blueprint where anything is unreadable or contradicts itself; each problem has its path.
 * Assumptions: the spec has passed the schema and is within `jsonBounds`.
 */
export function planCluster(given: ClusterRequest): ClusterPlan {
  const version = findFlinkVersion(given.spec.flinkVersion ?? "");
  const unusable = versionProblem(given.spec.flinkVersion);
  if (version === undefined || unusable !== undefined) {
    return { problems: [{ path: "spec.flinkVersion", message: unusable ?? "Required value" }], warnings: [] };
  }
  const translated = toFlinkNotation(given.configuration);
  const request = { ...given, configuration: translated.configuration };
  const { blueprint, problems, warnings } = draft(request, version);
  const all = distinct([...translated.problems, ...problems]);
  const told = distinct([...translated.warnings, ...warnings, ...findModeLimits(request, version)]);
  return all.length > 0 ? { problems: all, warnings: told } : { blueprint, warnings: told };
}

interface Draft {
  readonly blueprint: Blueprint;
  readonly problems: readonly Violation[];
  readonly warnings: readonly Violation[];
}

function draft(request: ClusterRequest, version: FlinkVersion): Draft {
  const { spec, owner, namespace } = request;
  const options = makeOptionReader(request.configuration);
  const [jobManager, taskManager] = [planPods(request, "jobmanager"), planPods(request, "taskmanager")];
  const logs = toLogFiles(spec.logConfiguration);
  const ingress = planIngress(spec.ingress as JsonValue | undefined, { name: owner.name, namespace });
  const written = write({ request, version, options, taskManager: taskManager.pods, ports: planPorts(options) });
  const blueprint: Blueprint = {
    id: owner.name,
    namespace,
    owner,
    mode: spec.mode ?? "native",
    isApplication: spec.job !== undefined,
    isHighlyAvailable: isHighlyAvailable(request.configuration),
    defaultImage: version.image,
    ...written.parts,
    logFiles: logs.files,
    deploymentAnnotations: {
      [deploymentAnnotation.generation]: String(request.generation),
      [deploymentAnnotation.attempt]: String(request.attempt),
    },
    jobManager: jobManager.pods,
    taskManager: taskManager.pods,
    jarPath: /^local:(?:\/\/)?(\/.*)$/.exec(spec.job?.jarURI ?? "")?.[1],
    startupProbe: request.options.startupProbe ? makeStartupProbe(options) : undefined,
    restService: planRestService(options),
    ingress: ingress.ingress,
  };
  const problems = [jobManager, taskManager, logs, ingress, written].flatMap((one) => one.problems);
  return {
    blueprint,
    problems: [...problems, ...options.problems, ...findRefusedOptions(request.configuration)],
    warnings: [...jobManager.warnings, ...taskManager.warnings, ...findClientOptions(request.configuration)],
  };
}

/** The configuration in the version's dialect, as a file, and as arguments where a file cannot carry it. */
function write(deployed: Deployed) {
  const { request, version, ports } = deployed;
  const configuration = toDialect(makeDeployedOptions(deployed), version.name);
  const { left, ...configurationFile } = writeConfigurationFile(configuration, version.configurationFile);
  const { job, mode = "native" } = request.spec;
  const effective = request.configuration;
  const start = { mode, job, left, configuration: effective, isHighlyAvailable: isHighlyAvailable(effective) };
  return {
    parts: {
      ports,
      configuration,
      configurationFile,
      jobManagerArgs: makeJobManagerArgs(start),
      taskManagerArgs: makeTaskManagerArgs(left),
    },
    problems: version.configurationFile === "config.yaml" ? findPrefixClashes(configuration) : [],
  };
}

const exposedTypes = ["ClusterIP", "NodePort", "LoadBalancer", "Headless_ClusterIP"] as const;

function planRestService(options: OptionReader): Blueprint["restService"] {
  return {
    type: options.read("kubernetes.rest-service.exposed.type", (text) => readWord(text, exposedTypes)) ?? "ClusterIP",
    annotations: Object.fromEntries(options.read("kubernetes.rest-service.annotations", readMap) ?? []),
  };
}

function distinct(violations: readonly Violation[]): Violation[] {
  return [...new Map(violations.map((one) => [`${one.path}\n${one.message}`, one])).values()];
}
