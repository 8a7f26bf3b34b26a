import type { Alert, Group } from "../../../crds/observability/rules.ts";
import { type Element, evaluate, type Series, without } from "./promql.ts";
import { secondsOf } from "./promql-syntax.ts";

/** An alert that fires. */
export interface Firing {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Seconds between two evaluations. */
const interval = 60;

/** What fires at a moment, after the rules were evaluated once a minute from the first second on. */
export function firingAt(groups: readonly Group[], series: readonly Series[], at: number): Firing[] {
  return groups.flatMap(({ rules }) => rules.flatMap((rule) => ("alert" in rule ? firingOf(rule, series, at) : [])));
}

function firingOf(rule: Alert, series: readonly Series[], at: number): Firing[] {
  const since = new Map<string, number>();
  let active: Element[] = [];
  for (let now = 0; now <= at; now += interval) {
    active = evaluate(rule.expr, series, now);
    const keys = new Set(active.map(({ labels }) => JSON.stringify(labels)));
    for (const key of since.keys()) if (!keys.has(key)) since.delete(key);
    for (const key of keys) if (!since.has(key)) since.set(key, now);
  }
  const firing = active.filter(({ labels }) => at - (since.get(JSON.stringify(labels)) ?? at) >= secondsOf(rule.for));
  return firing.map(({ labels }) => ({
    alert: rule.alert,
    labels: { ...without(labels, "__name__"), ...rule.labels },
    annotations: Object.fromEntries(Object.entries(rule.annotations).map(([name, text]) => [name, fill(text, labels)])),
  }));
}

function fill(text: string, labels: Element["labels"]): string {
  return text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, name: string) => labels[name] ?? "");
}
