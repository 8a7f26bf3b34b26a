import type { Point } from "../arithmetic/statistics.ts";

/** The first number of 1, 2, 5, 10, 20, … that is not less; 1 for what is not above 0 or no number. */
export function roundUp(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((step) => step * power >= value * (1 - 1e-9)) ?? 10);
}

/** A number with at most two digits behind the point and k, M or G for thousands, millions and billions. */
export function shortNumber(value: number): string {
  const unit = [
    { of: 1e9, letter: "G" },
    { of: 1e6, letter: "M" },
    { of: 1e3, letter: "k" },
  ].find(({ of }) => Math.abs(value) >= of);
  return `${Number((value / (unit?.of ?? 1)).toFixed(2))}${unit?.letter ?? ""}`;
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440].map((minutes) => minutes * 60_000);

/** Moments for an axis from one time to another: full steps, twelve at most unless the span is longer than twelve days. */
export function timeTicks(from: number, to: number): readonly number[] {
  const step = steps.find((one) => (to - from) / one <= 12) ?? Math.ceil((to - from) / 12 / 86_400_000) * 86_400_000;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, index) => first + index * step);
}

/** Hours and minutes of a moment in milliseconds. */
export function hourText(at: number): string {
  const minutes = Math.round(at / 60_000);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/**
 * The points with at most `most` of them: of each stretch of time its least and its highest one, so that no peak is lost; a gap
 * stays one.
 */
export function thinPoints(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points;
  const size = Math.ceil((2 * points.length) / most);
  const kept: Point[] = [];
  for (let start = 0; start < points.length; start += size) {
    const bucket = points.slice(start, start + size);
    const gap = bucket.find(({ value }) => !Number.isFinite(value));
    const sorted = [...bucket].sort((one, other) => one.value - other.value);
    const ends = [sorted[0], sorted.at(-1)].flatMap((point) => (point === undefined ? [] : [point]));
    kept.push(...(gap === undefined ? ends.sort((one, other) => one.at - other.at) : [gap]));
  }
  return kept;
}
