import { parse } from "yaml";
import { isObject, type JsonValue } from "../../shared/core/json.ts";

/** Flink's configuration as its processes read it: of `flink-conf.yaml`, or of the stricter `config.yaml` of 2.x. */
export function readConfiguration(files: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const { "config.yaml": yaml, "flink-conf.yaml": lines = "" } = files;
  return yaml === undefined ? readLines(lines) : new Map(flattened("", parse(yaml) as JsonValue));
}

function readLines(text: string): ReadonlyMap<string, string> {
  const pairs = text.split("\n").flatMap((line): [string, string][] => {
    const [key = "", ...value] = line.replace(/^#.*/, "").split(": ");
    return value.length === 0 ? [] : [[key.trim(), unquoted(value.join(": ").trim())]];
  });
  return new Map(pairs);
}

function unquoted(value: string): string {
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
}

function flattened(prefix: string, value: JsonValue): [string, string][] {
  if (!isObject(value)) return prefix === "" ? [] : [[prefix, Array.isArray(value) ? value.join(";") : String(value)]];
  return Object.entries(value).flatMap(([key, member]) => flattened(prefix === "" ? key : `${prefix}.${key}`, member));
}

/** The first of several spellings that a configuration knows. */
export function firstOf(configuration: ReadonlyMap<string, string>, ...keys: readonly string[]): string | undefined {
  return keys.map((key) => configuration.get(key)).find((value) => value !== undefined);
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, sec: 1_000, min: 60_000, m: 60_000, h: 3_600_000 };

/** Milliseconds of a duration as Flink notes it, such as `10 min`, `60000` or `1h`; 0 for what is none. */
export function durationOf(text: string | undefined): number {
  const [, amount, unit = "ms"] = /^\s*(\d+)\s*([a-z]*)\s*$/.exec(text ?? "") ?? [];
  return amount === undefined ? 0 : Number(amount) * (units[unit === "" ? "ms" : unit] ?? 0);
}
