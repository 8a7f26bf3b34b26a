import { type StateMetric, type StateResource, stateResources } from "../../../crds/observability/state-metrics.ts";
import { progressDocs } from "../../../shared/core/progress.ts";
import { flinkVersionNames } from "../../../shared/flink/versions.ts";
import { kinds } from "../../../shared/kinds/index.ts";

/** The words that a label can have; undefined: a user's or a program's own. */
type Words = readonly string[] | undefined;

/** What series of one name can be told apart by: the labels that they have together, with the words of each. */
export interface Shape {
  readonly metric: string;
  readonly labels: ReadonlyMap<string, Words>;
}

/** Flink's own, with the variables of its scope: its reporter for Prometheus makes labels of them. */
const restarts = toShape("flink_jobmanager_job_numRestarts", {
  host: undefined,
  job_id: undefined,
  job_name: undefined,
});

/** All series that rules may ask for: those of the shipped configuration of kube-state-metrics, and Flink's own. */
export const shapes: readonly Shape[] = [...stateResources.flatMap(shapesOf), restarts];

function toShape(metric: string, labels: Readonly<Record<string, Words>>): Shape {
  return { metric, labels: new Map(Object.entries(labels)) };
}

function shapesOf({
  groupVersionKind,
  metricNamePrefix,
  commonLabels,
  labelsFromPath,
  metrics,
}: StateResource): Shape[] {
  const { group, version, kind } = groupVersionKind;
  const common = {
    customresource_group: [group],
    customresource_version: [version],
    customresource_kind: [kind],
    ...Object.fromEntries(Object.entries(commonLabels).map(([label, word]) => [label, [word]])),
    ...wordsAt(labelsFromPath),
  };
  return metrics.flatMap((metric) =>
    ownLabels(metric, kind).map((labels) => toShape(`${metricNamePrefix}_${metric.name}`, { ...common, ...labels })),
  );
}

function ownLabels({ each }: StateMetric, kind: string): Readonly<Record<string, Words>>[] {
  if (each.type === "Info") return [wordsAt(each.info.labelsFromPath)];
  if (each.type === "StateSet") return [{ [each.stateSet.labelName]: each.stateSet.list }];
  return each.gauge.path.join(".") === "status.conditions" ? conditionsOf(kind) : [wordsAt(each.gauge.labelsFromPath)];
}

function wordsAt(paths: Readonly<Record<string, readonly string[]>> = {}): Record<string, Words> {
  const closed: Readonly<Record<string, Words>> = { "spec.flinkVersion": flinkVersionNames };
  return Object.fromEntries(Object.entries(paths).map(([label, path]) => [label, closed[path.join(".")]]));
}

/** Every condition that a kind can have, by its rows; the aggregate has the reason of a row that fails. */
function conditionsOf(name: string): Readonly<Record<string, Words>>[] {
  const kind = kinds.find((one) => one.names.kind === name);
  if (kind === undefined) throw new Error(`no kind is called ${name}`);
  const { type, allMet, severalFailing } = kind.aggregate;
  const rows = kind.conditions.flatMap((row) =>
    Object.entries(row.reasons).map(([reason, { status }]) => ({
      labels: { type: [row.type], status: [status], reason: [reason] },
      fails: status !== row.healthyWhen,
    })),
  );
  const failing = rows.flatMap(({ labels, fails }) => (fails ? labels.reason : []));
  return [
    { type: [type], status: ["True"], reason: [allMet] },
    { type: [type], status: ["False"], reason: [severalFailing, ...failing] },
    ...rows.map(({ labels }) => labels),
    ...progressDocs.map((one) => ({ type: [one.type], status: ["True", "False", "Unknown"], reason: undefined })),
  ];
}
