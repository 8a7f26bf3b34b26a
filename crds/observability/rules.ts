import type { AnyRow } from "../../shared/core/condition.ts";
import { lifecycleStates } from "../../shared/flink/schema/life-cycle-status.ts";
import { flinkVersionNames } from "../../shared/flink/versions.ts";
import { conditions as ofDeployment } from "../../shared/kinds/flink-deployment/conditions.ts";
import { jobManagerDeploymentStatuses } from "../../shared/kinds/flink-deployment/schema.ts";
import { conditions as ofSessionJob } from "../../shared/kinds/flink-session-job/conditions.ts";
import { snapshotStates } from "../../shared/kinds/flink-state-snapshot/schema.ts";
import { conditions as ofVvpDeployment } from "../../shared/kinds/vvp-deployment/conditions.ts";
import { flinkPrefix } from "./state-metrics.ts";

/** An alert as Prometheus has it. */
export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: "critical" | "warning" };
  readonly annotations: { readonly summary: string; readonly description?: string };
}

/** A series that Prometheus writes from others. */
export interface Recording {
  readonly record: string;
  readonly expr: string;
}

/** A group of rules. */
export interface Group {
  readonly name: string;
  readonly rules: readonly (Alert | Recording)[];
}

const who = "{{ $labels.resourcetype }} {{ $labels.resourcens }}/{{ $labels.resourcename }}";

type Rows = readonly Pick<AnyRow<never>, "type" | "healthyWhen" | "reasons">[];

/** The reasons for which one of these conditions is not in its healthy status. */
const failing = (rows: Rows) =>
  rows.flatMap(({ reasons, healthyWhen }) =>
    Object.entries(reasons).filter(([, { status }]) => status !== healthyWhen),
  );

/** Reasons of the condition `Waiting` that do not end by themselves, as their rows have an advice and nobody chose them. */
const forPeople = new Set(
  failing([...ofDeployment, ...ofSessionJob].filter(({ type }) => type === "Waiting")).flatMap(
    ([reason, { action, standing }]) => (action !== undefined && standing === undefined ? [reason] : []),
  ),
);

/** Reasons for which a VvpDeployment is not healthy, and nothing is to be done: somebody chose that, or it is expected. */
const standing = failing(ofVvpDeployment).flatMap(([reason, row]) => (row.standing === undefined ? [] : [reason]));

/** The guide's own, word for word. */
const guide: readonly Alert[] = [
  {
    alert: "FlinkJobFailed",
    expr: `${flinkPrefix}_lifecycle_state{state="FAILED"} == 1`,
    for: "1m",
    labels: { severity: "critical" },
    annotations: { summary: "Flink job {{ $labels.resource_name }} is in FAILED state" },
  },
  {
    alert: "FlinkJobRestartLoop",
    expr: "increase(flink_jobmanager_job_numRestarts[10m]) > 3",
    for: "5m",
    labels: { severity: "warning" },
    annotations: { summary: "Flink job {{ $labels.job_name }} is restarting frequently" },
  },
];

const own: readonly Alert[] = [
  {
    alert: "FlinkResourceNotStable",
    expr: `${flinkPrefix}_lifecycle_state{state=~"UPGRADING|DEPLOYED|ROLLING_BACK"} == 1`,
    for: "15m",
    labels: { severity: "warning" },
    annotations: {
      summary: `${who} is {{ $labels.state }} for a quarter of an hour`,
      description: "Its condition Waiting says why.",
    },
  },
  {
    alert: "FlinkResourceWaitsForPeople",
    expr: `${flinkPrefix}_condition{type="Waiting",reason=~"${[...forPeople].join("|")}"} == 1`,
    for: "10m",
    labels: { severity: "warning" },
    annotations: {
      summary: `${who} waits: {{ $labels.reason }}`,
      description: "The condition's message says what ends the wait.",
    },
  },
  {
    alert: "FlinkResourceDeletionHangs",
    expr: `${flinkPrefix}_lifecycle_state{state="DELETING"} == 1`,
    for: "30m",
    labels: { severity: "warning" },
    annotations: { summary: `${who} is being deleted for half an hour` },
  },
  {
    alert: "FlinkResourceIgnored",
    expr: `${flinkPrefix}_resource_info{resourcetype!="FlinkStateSnapshot"} unless on (resourcetype, resourcens, resourcename) ${flinkPrefix}_condition`,
    for: "10m",
    labels: { severity: "warning" },
    annotations: {
      summary: `nobody has looked at ${who}`,
      description: "Weir does not run, or does not watch the namespace.",
    },
  },
  {
    alert: "FlinkSnapshotFailed",
    expr: `${flinkPrefix}_snapshot_state{state=~"FAILED|ABANDONED"} == 1`,
    for: "1m",
    labels: { severity: "warning" },
    annotations: { summary: `${who} is {{ $labels.state }}` },
  },
  {
    alert: "VvpDeploymentFailed",
    expr: 'weir_vvpdeployment_actual_state{state="FAILED"} == 1',
    for: "1m",
    labels: { severity: "critical" },
    annotations: {
      summary: `the job of ${who} has failed`,
      description: "The platform does not start it again; the condition Ready says what to do.",
    },
  },
  {
    alert: "VvpDeploymentUnhealthy",
    expr: `weir_vvpdeployment_condition{type="Healthy",reason!~"${standing.join("|")}"} == 0`,
    for: "10m",
    labels: { severity: "warning" },
    annotations: { summary: `${who} is not healthy: {{ $labels.reason }}` },
  },
];

const perKind = "by (resourcens, resourcetype)";
const counted = (record: string, metric: string): Recording => ({
  record: `flink_k8soperator_namespace_${record}`,
  expr: `sum ${perKind} (${flinkPrefix}_${metric})`,
});

/** Apache's names of 7.1 that tell how many resources of a namespace are in which state. */
const apache: readonly Recording[] = [
  counted("Count", "resource_info"),
  ...lifecycleStates.map((state) => counted(`Lifecycle_State_${state}_Count`, `lifecycle_state{state="${state}"}`)),
  ...jobManagerDeploymentStatuses.map((state) =>
    counted(`JmDeploymentStatus_${state}_Count`, `jm_deployment_status{state="${state}"}`),
  ),
  ...flinkVersionNames.map((version) =>
    counted(`FlinkVersion_${version}_Count`, `resource_info{flink_version="${version}"}`),
  ),
  ...flinkVersionNames.map((version) => {
    const [major, minor] = version.slice(1).split("_");
    return counted(
      `FlinkMinorVersion_${major}_${minor}_Count`,
      `cluster_info{version=~"${major}[.]${minor}([.-].*)?"}`,
    );
  }),
  counted("ResourceUsage_Cpu", "resource_usage_cpu"),
  counted("ResourceUsage_Memory", "resource_usage_memory"),
  ...[
    { type: "Checkpoint", only: 'checkpoint!=""' },
    { type: "Savepoint", only: 'checkpoint=""' },
  ].flatMap(({ type, only }) => [
    counted(`${type}_Count`, `resource_info{resourcetype="FlinkStateSnapshot",${only}}`),
    ...snapshotStates.map((state) =>
      counted(`${type}_State_${state}_Count`, `snapshot_state{state="${state}",${only}}`),
    ),
  ]),
];

/** All rules that come with Weir. */
export const groups: readonly Group[] = [
  { name: "flink-operator", rules: guide },
  { name: "weir", rules: own },
  { name: "flink-k8soperator", rules: apache },
];
