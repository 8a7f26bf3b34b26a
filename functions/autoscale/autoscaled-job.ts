import type { OwnedJob } from "../../shared/adapters/autoscaler/config-map-store.ts";
import type { TaskManagerSize } from "../../shared/autoscaler/decide/job-situation.ts";
import { at } from "../../shared/core/json.ts";
import { ownRecord } from "../../shared/core/kind.ts";
import { readMemory, readQuantity } from "../../shared/core/notation/memory-size.ts";
import { type KubeObject, keyOf, keyText, type Names } from "../../shared/core/object.ts";
import type { Settings } from "../../shared/core/settings.ts";
import { flinkDeploymentNames, sessionJobNames } from "../../shared/flink/api.ts";
import { isAutoscaled } from "../../shared/flink/autoscaler-options.ts";
import type { FlinkConfiguration } from "../../shared/flink/configuration.ts";
import type { SizedSpec } from "../../shared/flink/deployment-spec.ts";
import { endpointOf } from "../../shared/flink/endpoint.ts";
import { isPaused } from "../../shared/flink/held-rules.ts";
import { memoryOf } from "../../shared/flink/memory.ts";
import { slotsOf } from "../../shared/flink/parallelism.ts";
import { configurationOf } from "../../shared/flink/rules/review-configuration.ts";
import { resetNonceOf, sizeBasis } from "../../shared/flink/scaling-wish.ts";
import { makeSizeOptions } from "../../shared/flink/sizes.ts";
import { memoryBasis } from "../../shared/flink/tuned-memory.ts";
import { clusterConfigurationOf, jobConfigurationOf } from "../../shared/kinds/flink-session-job/read-spec.ts";
import type { FlinkEndpoint } from "../../shared/ports/flink-rest.ts";
import { applicationTuning, sessionTuning, type Tuning } from "./tuning.ts";

/** A job that is to be scaled by itself, and the resource that stands for it. */
export interface AutoscaledJob extends OwnedJob {
  readonly names: Names;
  readonly object: KubeObject;
  /** Where the REST of its cluster answers. */
  readonly endpoint: FlinkEndpoint;
}

/** What a job is made of. */
interface Parts {
  readonly names: Names;
  readonly object: KubeObject;
  /** All that holds for the job. */
  readonly configuration: FlinkConfiguration;
  readonly endpoint: FlinkEndpoint;
  /** `spec.taskManager` of its cluster. */
  readonly taskManager: SizedSpec | undefined;
  readonly tuning: Tuning;
  /** Milliseconds since the epoch by the API server's clock. */
  readonly now: number;
}

/** A job; `off` where it is not to be scaled by itself, undefined where it is left alone for now. */
export type Judgeable = AutoscaledJob | "off" | undefined;

/** The job of a FlinkDeployment; a session cluster has none. */
export function deploymentJob(object: KubeObject, settings: Settings, now: number): Judgeable {
  if (at(object.spec, "job") === undefined || at(object.spec, "job") === null) return "off";
  const configuration = configurationOf({ object, settings });
  const endpoint = endpointOf(object, configuration);
  const taskManager = sizeIn(object);
  const tuning = applicationTuning(taskManager, configuration);
  return toJob({ names: flinkDeploymentNames, object, configuration, endpoint, taskManager, tuning, now });
}

/** The job of a FlinkSessionJob on its cluster; without one, nobody knows what holds for it. */
export function sessionJob(
  object: KubeObject,
  cluster: KubeObject | undefined,
  settings: Settings,
  now: number,
): Judgeable {
  if (cluster === undefined) return undefined;
  const configuration = jobConfigurationOf(object, cluster, settings);
  const endpoint = endpointOf(cluster, clusterConfigurationOf(object, cluster, settings).configuration);
  const [taskManager, tuning] = [sizeIn(cluster), sessionTuning(configuration)];
  return toJob({ names: sessionJobNames, object, configuration, endpoint, taskManager, tuning, now });
}

function toJob({ names, object, configuration, endpoint, taskManager, tuning, now }: Parts): Judgeable {
  const { metadata, apiVersion = "" } = object;
  if (isPaused(object) || metadata.deletionTimestamp !== undefined) return undefined;
  if (!isAutoscaled(configuration)) return "off";
  const memory = memoryOf(ownRecord(object));
  const { namespace = "", name, uid = "" } = metadata;
  const nonce = resetNonceOf(object);
  return {
    key: keyText(keyOf(names.kind, object)),
    jobId: memory?.jobId,
    status: memory?.phase === "deployed" ? String(at(object.status, "jobStatus", "state") ?? "") : "RECONCILING",
    ...{ configuration, now, names, object },
    endpoint: memory?.endpoint === undefined ? endpoint : { url: memory.endpoint },
    taskManager: { ...sizeOf(taskManager, configuration), ...(tuning.spec && { spec: tuning.spec }) },
    warnings: tuning.warnings,
    owner: { apiVersion, kind: names.kind, namespace, name, uid },
    basis: sizeBasis(object),
    ...(tuning.spec && { memoryBasis: memoryBasis(object) }),
    ...(nonce !== undefined && { nonce }),
  };
}

function sizeIn({ spec }: KubeObject): SizedSpec | undefined {
  return (at(spec, "taskManager") ?? undefined) as SizedSpec | undefined;
}

/** What one TaskManager has; 0 of what nobody says. */
function sizeOf(spec: SizedSpec | undefined, configuration: FlinkConfiguration): TaskManagerSize {
  const options = { ...configuration, ...makeSizeOptions("taskmanager", spec, "spec.taskManager").options };
  const memory = readMemory(options["taskmanager.memory.process.size"] ?? "");
  return {
    slots: slotsOf(configuration),
    cpu: readQuantity(options["kubernetes.taskmanager.cpu.amount"] ?? "") ?? 0,
    memory: memory.ok ? memory.value : 0,
  };
}
