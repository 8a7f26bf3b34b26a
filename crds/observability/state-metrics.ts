import type { Names } from "../../shared/core/object.ts";
import { lifecycleStates } from "../../shared/flink/schema/life-cycle-status.ts";
import { names as flinkDeployment } from "../../shared/kinds/flink-deployment/names.ts";
import { jobManagerDeploymentStatuses } from "../../shared/kinds/flink-deployment/schema.ts";
import { names as flinkSessionJob } from "../../shared/kinds/flink-session-job/names.ts";
import { names as flinkStateSnapshot } from "../../shared/kinds/flink-state-snapshot/names.ts";
import { snapshotStates } from "../../shared/kinds/flink-state-snapshot/schema.ts";
import { names as vvpDeployment } from "../../shared/kinds/vvp-deployment/names.ts";
import { jobStates } from "../../shared/ports/flink-answers.ts";

type Path = readonly string[];
type Labels = Readonly<Record<string, Path>>;

/** One metric as a `CustomResourceStateMetrics` has it; a path that leads nowhere gives no series. */
export interface StateMetric {
  readonly name: string;
  readonly help: string;
  readonly each:
    | {
        readonly type: "StateSet";
        readonly stateSet: { readonly labelName: string; readonly path: Path; readonly list: Path };
      }
    | {
        readonly type: "Gauge";
        readonly gauge: { readonly path: Path; readonly valueFrom?: Path; readonly labelsFromPath?: Labels };
      }
    | { readonly type: "Info"; readonly info: { readonly labelsFromPath: Labels } };
}

/** The metrics of a kind. */
export interface StateResource {
  readonly groupVersionKind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly metricNamePrefix: string;
  /** How loud kube-state-metrics must be before it logs a path that leads nowhere; a new resource has no status yet. */
  readonly errorLogV: number;
  readonly commonLabels: Readonly<Record<string, string>>;
  readonly labelsFromPath: Labels;
  readonly metrics: readonly StateMetric[];
}

/** The guide's names begin with this. */
export const flinkPrefix = "flink_kubernetes_operator";

const set = (name: string, help: string, path: Path, list: Path): StateMetric => ({
  name,
  help,
  each: { type: "StateSet", stateSet: { labelName: "state", path, list } },
});
const info = (labelsFromPath: Labels): StateMetric => ({
  name: "resource_info",
  help: "1 for each resource, with words of its spec.",
  each: { type: "Info", info: { labelsFromPath } },
});
const condition: StateMetric = {
  name: "condition",
  help: "1 for a condition that is True, 0 for one that is False or Unknown.",
  each: {
    type: "Gauge",
    gauge: {
      path: ["status", "conditions"],
      labelsFromPath: { type: ["type"], status: ["status"], reason: ["reason"] },
      valueFrom: ["status"],
    },
  },
};
const gauge = (name: string, help: string, path: Path): StateMetric => ({
  name,
  help,
  each: { type: "Gauge", gauge: { path } },
});
const generations: readonly StateMetric[] = [
  gauge("generation", "metadata.generation.", ["metadata", "generation"]),
  gauge("observed_generation", "The generation that was acted on last.", ["status", "observedGeneration"]),
];
const lifeCycle = set(
  "lifecycle_state",
  "1 for the lifecycle state of a resource.",
  ["status", "lifecycleState"],
  lifecycleStates,
);
const jobState = set(
  "job_state",
  "1 for the state of a job, in Flink's words.",
  ["status", "jobStatus", "state"],
  jobStates,
);

const flinkMetrics: Readonly<Record<"deployment" | "job" | "snapshot", readonly StateMetric[]>> = {
  deployment: [
    info({
      flink_version: ["spec", "flinkVersion"],
      mode: ["spec", "mode"],
      image: ["spec", "image"],
      upgrade_mode: ["spec", "job", "upgradeMode"],
    }),
    lifeCycle,
    jobState,
    set(
      "jm_deployment_status",
      "1 for the state of the JobManager's Deployment.",
      ["status", "jobManagerDeploymentStatus"],
      jobManagerDeploymentStatuses,
    ),
    {
      name: "cluster_info",
      help: "1 for each cluster that runs, with the version that its JobManager tells of.",
      each: { type: "Info", info: { labelsFromPath: { version: ["status", "clusterInfo", "flink-version"] } } },
    },
    gauge("resource_usage_cpu", "CPUs of the cluster that is deployed.", ["status", "clusterInfo", "total-cpu"]),
    gauge("resource_usage_memory", "Bytes of memory of the cluster that is deployed.", [
      "status",
      "clusterInfo",
      "total-memory",
    ]),
    condition,
    ...generations,
  ],
  job: [
    info({ deployment: ["spec", "deploymentName"], upgrade_mode: ["spec", "job", "upgradeMode"] }),
    lifeCycle,
    jobState,
    condition,
    ...generations,
  ],
  snapshot: [
    info({ reference_kind: ["spec", "jobReference", "kind"], reference: ["spec", "jobReference", "name"] }),
    set("snapshot_state", "1 for the state of a snapshot.", ["status", "state"], snapshotStates),
    gauge("snapshot_failures", "Attempts that failed.", ["status", "failures"]),
    condition,
  ],
};

const resource = (
  { group, version, kind }: Names,
  metricNamePrefix: string,
  metrics: readonly StateMetric[],
  labels: Labels = {},
): StateResource => ({
  groupVersionKind: { group, version, kind },
  metricNamePrefix,
  errorLogV: 4,
  commonLabels: { resourcetype: kind },
  labelsFromPath: {
    resourcens: ["metadata", "namespace"],
    resourcename: ["metadata", "name"],
    resource_name: ["metadata", "name"],
    ...labels,
  },
  metrics,
});

/** What kube-state-metrics makes of our kinds: the state of each object, which no function of ours at zero could be asked for. */
export const stateResources: readonly StateResource[] = [
  resource(flinkDeployment, flinkPrefix, flinkMetrics.deployment),
  resource(flinkSessionJob, flinkPrefix, flinkMetrics.job),
  // Neither a checkpoint nor a savepoint needs to say more of itself than that it is one, and the former has nothing to say:
  // its label is kube-state-metrics' word for an empty object, and a savepoint has none.
  resource(flinkStateSnapshot, flinkPrefix, flinkMetrics.snapshot, { checkpoint: ["spec", "checkpoint"] }),
  resource(vvpDeployment, "weir_vvpdeployment", [
    info({
      vvp_namespace: ["spec", "deployment", "metadata", "namespace"],
      upgrade_strategy: ["spec", "deployment", "spec", "upgradeStrategy", "kind"],
    }),
    {
      name: "actual_state",
      help: "1, with the state of the deployment as the platform tells it.",
      each: { type: "Info", info: { labelsFromPath: { state: ["status", "actualState"] } } },
    },
    condition,
    ...generations,
  ]),
];
