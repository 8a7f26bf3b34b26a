import type { Series } from "./promql.ts";
import { secondsOf } from "./promql-syntax.ts";

/**
 * Promtool's words for a series: its selector, and its values with `_` for none, `1x3` for four of them, `0+2x3` for steps,
 * and `stale`, which is no number, where the series has gone.
 */
export function readSeries({ series, values }: { series: string; values: string }, interval: string): Series {
  const step = secondsOf(interval);
  const samples = values
    .split(" ")
    .flatMap(expand)
    .flatMap((value, index) => (value === undefined ? [] : [{ at: index * step, value }]));
  return { labels: readLabels(series), samples };
}

/** The labels of a selector in which every matcher is `=`, the name among them. */
export function readLabels(selector: string): Record<string, string> {
  const [, name = "", body = ""] = /^(\w+)(?:\{(.*)\})?$/.exec(selector) ?? [];
  const pairs = [...body.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = "", value = ""]) => [label, value]);
  return { __name__: name, ...Object.fromEntries(pairs) };
}

function expand(word: string): (number | undefined)[] {
  if (word === "stale") return [Number.NaN];
  const [, nothing, start = "", by = "0", times] = /^(?:(_)|(-?\d+)([+-]\d+)?)(?:x(\d+))?$/.exec(word) ?? [];
  if (nothing !== undefined) return Array.from({ length: Number(times ?? 1) }, () => undefined);
  if (start === "") throw new Error(`${word} stands for no values`);
  return Array.from({ length: Number(times ?? 0) + 1 }, (_, index) => Number(start) + index * Number(by));
}
