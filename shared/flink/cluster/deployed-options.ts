import { writeList } from "../../core/notation/list-and-map.ts";
import type { FlinkConfiguration } from "../configuration.ts";
import { isHighlyAvailable } from "../high-availability.ts";
import { withoutOperatorKeys } from "../layers.ts";
import { slotsOf } from "../parallelism.ts";
import { optionOf } from "../spellings.ts";
import { atLeast, type FlinkVersion } from "../versions.ts";
import type { Pods, Ports } from "./blueprint.ts";
import { isClientOption } from "./client-options.ts";
import { type Allotment, toLimitFactor } from "./container-size.ts";
import { javaModuleOptions } from "./java-modules.ts";
import type { OptionReader } from "./option-reader.ts";
import { mainContainerOf } from "./pod-template.ts";
import type { ClusterRequest } from "./request.ts";

/** What the options of a deployment follow from. */
export interface Deployed {
  readonly request: ClusterRequest;
  readonly version: FlinkVersion;
  readonly options: OptionReader;
  readonly ports: Ports;
  readonly taskManager: Pods;
}

/** Options that say how and where a process is started, which no process is to read (3.2). */
const removed: ReadonlySet<string> = new Set([
  "$internal.deployment.config-dir",
  "rest.bind-address",
  "jobmanager.bind-host",
  "taskmanager.bind-host",
  "taskmanager.host",
  "kubernetes.jobmanager.entrypoint.args",
]);

/** A standalone job is told its class and arguments by those of its container alone. */
function isRemoved(key: string, { spec }: ClusterRequest): boolean {
  const isInArgs = spec.mode === "standalone" && key.startsWith("$internal.application.");
  return removed.has(key) || isClientOption(key) || isInArgs;
}

/** The configuration as the processes get it: without what is Weir's, and with what follows from how they are deployed. */
export function makeDeployedOptions(deployed: Deployed): FlinkConfiguration {
  const { request, version, ports } = deployed;
  const { name: id } = request.owner;
  const kept = Object.entries(withoutOperatorKeys(request.configuration)).filter(([key]) => !isRemoved(key, request));
  return {
    ...javaModuleOptions(version, request.configuration),
    ...Object.fromEntries(kept),
    "kubernetes.cluster-id": id,
    "kubernetes.namespace": request.namespace,
    "jobmanager.rpc.address": `${id}.${request.namespace}`,
    "jobmanager.rpc.port": String(ports.jobManagerRpc),
    "rest.port": String(ports.rest),
    "rest.bind-port": String(ports.restBind),
    "blob.server.port": String(ports.blob),
    "taskmanager.rpc.port": String(ports.taskManagerRpc),
    ...(isHighlyAvailable(request.configuration) ? highAvailabilityOptions(deployed) : {}),
    ...(request.spec.mode === "standalone" ? {} : nativeOptions(deployed)),
  };
}

function highAvailabilityOptions({ request, options, ports }: Deployed): FlinkConfiguration {
  const port = options.text("high-availability.jobmanager.port");
  return {
    "high-availability.cluster-id": request.owner.name,
    "high-availability.jobmanager.port": port === undefined || port === "0" ? String(ports.jobManagerRpc) : port,
  };
}

const entryClasses = "org.apache.flink.kubernetes.entrypoint.Kubernetes";

/** What Flink's own client would tell a JobManager that makes TaskManagers itself (3.6). */
function nativeOptions(deployed: Deployed): FlinkConfiguration {
  const { request, version, taskManager } = deployed;
  const kind = request.spec.job === undefined ? "Session" : "Application";
  const image = taskManager.image ?? mainContainerOf(taskManager.template).image;
  const secrets = taskManager.imagePullSecrets;
  return {
    "kubernetes.internal.jobmanager.entrypoint.class": `${entryClasses}${kind}ClusterEntrypoint`,
    "internal.cluster.execution-mode": "NORMAL",
    ...(image === undefined ? { "kubernetes.container.image.ref": version.image } : {}),
    ...(secrets.length === 0 ? {} : { "kubernetes.container.image.pull-secrets": writeList(secrets) }),
    ...limitFactor("memory", taskManager.size.memory),
    ...limitFactor("cpu", taskManager.size.cpu),
    ...(request.spec.job === undefined ? fixedNumber(deployed) : {}),
  };
}

/** A limit of the pod template, which Flink overwrites, as the factor by which it comes to the same one. */
function limitFactor(name: "memory" | "cpu", allotment: Allotment): FlinkConfiguration {
  if (allotment.limit === allotment.request) return {};
  return { [`kubernetes.taskmanager.${name}.limit-factor`]: String(toLimitFactor(allotment)) };
}

/** The first version that starts TaskManagers before a job asks for them (FLIP-362). */
const startsAhead = "v1_19";

/** Whether TaskManagers of a native session cluster are there before its first job, so that their number can be held. */
export function holdsTaskManagersFromStart({ name }: FlinkVersion): boolean {
  return atLeast(name, startsAhead);
}

/**
 * A native session cluster with `taskManager.replicas` holds that many TaskManagers: as many slots at least and at most.
 * Versions before 1.19 know no least number; there the first jobs start them, and none is given back for being idle.
 */
function fixedNumber({ request, version }: Deployed): FlinkConfiguration {
  const { replicas } = request.spec.taskManager ?? {};
  if (replicas === undefined || replicas === null) return {};
  const slots = String(replicas * slotsOf(request.configuration));
  const wanted = {
    "slotmanager.number-of-slots.max": slots,
    ...(holdsTaskManagersFromStart(version)
      ? { "slotmanager.number-of-slots.min": slots }
      : { "resourcemanager.taskmanager-timeout": tenYears }),
  };
  const unset = Object.entries(wanted).filter(([key]) => optionOf(request.configuration, key) === undefined);
  return Object.fromEntries(unset);
}

/** In milliseconds, which old versions read as a bare number. */
const tenYears = "315360000000";
