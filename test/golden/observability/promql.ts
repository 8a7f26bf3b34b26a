import { type Expression, type Matcher, readExpression, type Selector } from "./promql-syntax.ts";

/** One series as it was scraped; times in seconds, oldest first. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly samples: readonly { readonly at: number; readonly value: number }[];
}

/** An element of an instant vector; the metric's name is the label `__name__`. */
export interface Element {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Seconds for which a sample counts as the latest, as Prometheus has it. */
const lookback = 300;

/** Evaluates an expression at one moment; throws for what `readExpression` does not know. */
export function evaluate(expression: string, series: readonly Series[], at: number): Element[] {
  return vectorOf(readExpression(expression), series, at);
}

function vectorOf(expression: Expression, series: readonly Series[], at: number): Element[] {
  const inner = (one: Expression) => vectorOf(one, series, at);
  switch (expression.type) {
    case "latest":
      return selected(expression.selector, series).flatMap((one) => latest(one, at));
    case "increase":
      return selected(expression.selector, series).flatMap((one) => increase(one, at - expression.seconds, at));
    case "aggregation":
      return aggregated(inner(expression.of), expression.by, expression.labels);
    case "comparison":
      return inner(expression.of).filter(({ value }) =>
        expression.operator === "==" ? value === expression.bound : value > expression.bound,
      );
    case "unless": {
      const there = new Set(inner(expression.other).map(({ labels }) => keyOf(labels, expression.on)));
      return inner(expression.of).filter(({ labels }) => !there.has(keyOf(labels, expression.on)));
    }
  }
}

function selected({ metric, matchers }: Selector, series: readonly Series[]): Series[] {
  return series.filter(({ labels }) => labels.__name__ === metric && matchers.every((one) => isMet(one, labels)));
}

function isMet({ label, operator, text }: Matcher, labels: Element["labels"]): boolean {
  const value = labels[label] ?? "";
  const equal = operator.endsWith("~") ? new RegExp(`^(?:${text})$`).test(value) : value === text;
  return equal !== operator.startsWith("!");
}

function latest({ labels, samples }: Series, at: number): Element[] {
  const last = samples.findLast((one) => one.at <= at && one.at > at - lookback);
  return last === undefined || Number.isNaN(last.value) ? [] : [{ labels, value: last.value }];
}

function increase({ labels, samples }: Series, from: number, to: number): Element[] {
  const within = samples.filter(({ at }) => at > from && at <= to);
  const value = increaseOf(within, from, to);
  return value === undefined ? [] : [{ labels: without(labels, "__name__"), value }];
}

function aggregated(elements: readonly Element[], by: "sum" | "count", names: readonly string[]): Element[] {
  const groups = Map.groupBy(elements, ({ labels }) => keyOf(labels, names));
  return [...groups.values()].map((some) => ({
    labels: Object.fromEntries(
      names.flatMap((name) => (some[0]?.labels[name] === undefined ? [] : [[name, some[0].labels[name]]])),
    ),
    value: by === "sum" ? some.reduce((sum, { value }) => sum + value, 0) : some.length,
  }));
}

function keyOf(labels: Element["labels"], names: readonly string[]): string {
  return JSON.stringify(names.map((name) => labels[name] ?? ""));
}

/** Labels but for one. */
export function without(labels: Element["labels"], name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).filter(([one]) => one !== name));
}

/** The increase of a counter within a window, resets included, stretched to the window's ends as Prometheus does it. */
function increaseOf(samples: Series["samples"], from: number, to: number): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || samples.length < 2) return undefined;
  const resets = samples.reduce((sum, { value }, index) => {
    const before = samples[index - 1]?.value ?? 0;
    return index > 0 && value < before ? sum + before : sum;
  }, 0);
  const grown = last.value - first.value + resets;
  const sampled = last.at - first.at;
  const step = sampled / (samples.length - 1);
  const reach = step * 1.1;
  let head = first.at - from >= reach ? step / 2 : first.at - from;
  if (grown > 0 && first.value >= 0) head = Math.min(head, sampled * (first.value / grown));
  const tail = to - last.at >= reach ? step / 2 : to - last.at;
  return grown * ((sampled + head + tail) / sampled);
}
