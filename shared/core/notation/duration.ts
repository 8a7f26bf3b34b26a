import { type Reading, read, unreadable } from "./reading.ts";

const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Every word that Flink takes for a unit of time, without regard to case; none means milliseconds. */
const unitOf: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ns: ["ns", "nano", "nanos", "nanosecond", "nanoseconds"],
    µs: ["µs", "micro", "micros", "microsecond", "microseconds"],
    ms: ["", "ms", "milli", "millis", "millisecond", "milliseconds"],
    s: ["s", "sec", "secs", "second", "seconds"],
    min: ["min", "m", "minute", "minutes"],
    h: ["h", "hour", "hours"],
    d: ["d", "day", "days"],
  }).flatMap(([unit, words]) => words.map((word) => [word, unit] as const)),
);

/** A hundred years; beyond that it is a slip, and soon no instant that a clock knows. */
const longestMs = 876_000 * 3_600_000;

/**
 * Milliseconds of a duration as Flink notes it: `10 min`, `6h`, `60000`, `5 MINUTE`; parts of a millisecond are cut off.
 * Go's `1h30m` is none to Flink, and ISO-8601 none before 2.1. The reason names the right spelling.
 */
export function readDuration(text: string): Reading<number> {
  const [, digits, word] = /^(\d{1,19})\s*(\D*)$/.exec(text.trim()) ?? [];
  const unit = word === undefined ? undefined : unitOf.get(word.trim().toLowerCase());
  if (digits !== undefined && unit !== undefined) return within(Number(digits) * (unitMs[unit] ?? 1));
  const meant = readIsoDuration(text) ?? readCompound(text);
  const right =
    meant === undefined ? "write a number and a unit, such as 10 min, 6 h or 30 s" : `write ${writeDuration(meant)}`;
  return unreadable(`is no duration of Flink; ${right}`);
}

/** A duration as the options of a version of Flink take it, which knows ISO-8601 or not. */
export function readDurationFor(
  { takesIsoDurations }: { readonly takesIsoDurations: boolean },
  text: string,
): Reading<number> {
  return takesIsoDurations ? readLenientDuration(text) : readDuration(text);
}

/** The same, and ISO-8601 (`PT6H`) as well: for options that only Weir reads. */
export function readLenientDuration(text: string): Reading<number> {
  const iso = readIsoDuration(text);
  return iso === undefined ? readDuration(text) : within(iso);
}

function within(ms: number): Reading<number> {
  return ms <= longestMs ? read(Math.floor(ms)) : unreadable("is longer than a hundred years");
}

function readIsoDuration(text: string): number | undefined {
  const [all, d, h, m, s] =
    /^P(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/i.exec(text.trim()) ??
    [];
  if (all === undefined || all.length < 3) return undefined;
  return Number(d ?? 0) * 86_400_000 + Number(h ?? 0) * 3_600_000 + Number(m ?? 0) * 60_000 + Number(s ?? 0) * 1_000;
}

/** `1h30m`: Go's form, only to say what it should have been. */
function readCompound(text: string): number | undefined {
  const parts = [...text.trim().matchAll(/(\d{1,9})\s*([a-zµ]+)\s*/gi)];
  if (parts.length < 2 || parts.map(([all]) => all).join("") !== text.trim()) return undefined;
  const values = parts.map(
    ([, digits, word = ""]) => Number(digits) * (unitMs[unitOf.get(word.toLowerCase()) ?? ""] ?? Number.NaN),
  );
  const sum = values.reduce((a, b) => a + b, 0);
  return Number.isNaN(sum) ? undefined : sum;
}

/** Whole milliseconds in the largest unit that loses nothing, as every version of Flink reads it. */
export function writeDuration(ms: number): string {
  const whole = Math.floor(ms);
  const unit = (["d", "h", "min", "s"] as const).find((one) => whole > 0 && whole % (unitMs[one] ?? 1) === 0) ?? "ms";
  return `${whole / (unitMs[unit] ?? 1)} ${unit}`;
}
