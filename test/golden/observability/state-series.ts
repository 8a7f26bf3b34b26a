import type { StateMetric, StateResource } from "../../../crds/observability/state-metrics.ts";
import type { Element } from "./promql.ts";

type Path = readonly string[];
type Labels = Record<string, string>;

/**
 * The series that kube-state-metrics makes of an object, by its documented rules for custom resources: a path that leads
 * nowhere gives none, texts of numbers are numbers, `True` and `False` are 1 and 0 and so is `Unknown` 0, labels of a value are relative to its path.
 */
export function seriesOf(resources: readonly StateResource[], object: object): Element[] {
  const { apiVersion, kind } = object as { apiVersion: string; kind: string };
  return resources.flatMap((resource) => {
    const { group, version, kind: named } = resource.groupVersionKind;
    if (`${group}/${version}` !== apiVersion || named !== kind) return [];
    const common: Labels = {
      customresource_group: group,
      customresource_version: version,
      customresource_kind: named,
      ...resource.commonLabels,
      ...labelsAt(object, resource.labelsFromPath),
    };
    return resource.metrics.flatMap((metric) =>
      valuesOf(metric, object).map(({ labels, value }) => ({
        labels: { __name__: `${resource.metricNamePrefix}_${metric.name}`, ...common, ...labels },
        value,
      })),
    );
  });
}

function valuesOf({ each }: StateMetric, object: object): Element[] {
  if (each.type === "Info") {
    const labels = labelsAt(object, each.info.labelsFromPath);
    return Object.keys(labels).length === 0 ? [] : [{ labels, value: 1 }];
  }
  if (each.type === "StateSet") {
    const { labelName, path, list } = each.stateSet;
    const found = valueAt(object, path);
    if (typeof found !== "string") return [];
    return list.map((word) => ({ labels: { [labelName]: word }, value: word === found ? 1 : 0 }));
  }
  const { path, valueFrom = [], labelsFromPath = {} } = each.gauge;
  const found = valueAt(object, path);
  return (Array.isArray(found) ? found : [found]).flatMap((one: unknown) => {
    const value = toNumber(valueAt(one, valueFrom));
    return value === undefined ? [] : [{ labels: labelsAt(one, labelsFromPath), value }];
  });
}

function labelsAt(object: unknown, paths: Readonly<Record<string, Path>>): Labels {
  return Object.fromEntries(
    Object.entries(paths).flatMap(([label, path]) => {
      const found = valueAt(object, path);
      return found === undefined || found === null ? [] : [[label, textOf(found)]];
    }),
  );
}

/** Go's words for a value; of objects only the empty one is asked for. */
function textOf(value: unknown): string {
  return typeof value === "object" && Object.keys(value ?? {}).length === 0 ? "map[]" : String(value);
}

function valueAt(object: unknown, path: Path): unknown {
  return path.reduce<unknown>((one, key) => (one as Record<string, unknown> | undefined)?.[key], object);
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  const word = typeof value === "string" ? value.toLowerCase() : "";
  if (["true", "yes"].includes(word)) return 1;
  if (["false", "no", "unknown"].includes(word)) return 0;
  return word !== "" && Number.isFinite(Number(word)) ? Number(word) : undefined;
}
