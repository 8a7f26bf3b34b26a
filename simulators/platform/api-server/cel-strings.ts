import type { Environment } from "@marcbachmann/cel-js";
import { goRegExp } from "./go-regexp.ts";

/** Adds the string functions that the library lacks: charAt, replace, find, findAll, format. */
export function registerStrings(environment: Environment): void {
  environment.registerFunction("string.charAt(int): string", (text: string, index: bigint) =>
    charAt(text, Number(index)),
  );
  environment.registerFunction("string.replace(string, string): string", (text: string, from: string, to: string) =>
    text.split(from).join(to),
  );
  environment.registerFunction(
    "string.replace(string, string, int): string",
    (text: string, from: string, to: string, times: bigint) => replaceTimes(text, from, to, Number(times)),
  );
  environment.registerFunction("string.find(string): string", (text: string, pattern: string) => {
    return goRegExp(pattern)?.exec(text)?.[0] ?? "";
  });
  environment.registerFunction("string.findAll(string): list<string>", (text: string, pattern: string) => {
    const expression = goRegExp(pattern);
    if (!expression) return [];
    return [...text.matchAll(new RegExp(expression.source, `${expression.flags}g`))].map((match) => match[0]);
  });
  environment.registerFunction("string.format(list): string", (text: string, values: unknown[]) =>
    format(text, values),
  );
}

function charAt(text: string, index: number): string {
  const letters = [...text];
  if (index < 0 || index > letters.length) throw new Error(`index out of range: ${index}`);
  return letters[index] ?? "";
}

function replaceTimes(text: string, from: string, to: string, times: number): string {
  const parts = text.split(from);
  if (times < 0 || times >= parts.length) return parts.join(to);
  return [parts.slice(0, times + 1).join(to), ...parts.slice(times + 1)].join(from);
}

function format(text: string, values: readonly unknown[]): string {
  let next = 0;
  return text.replace(
    /%(%|(?:\.(\d+))?([sdfexXob]))/g,
    (whole, what: string, digits: string | undefined, verb: string) => {
      if (what === "%") return "%";
      if (next >= values.length) throw new Error(`index ${next} out of range`);
      const value = values[next];
      next += 1;
      return formatOne(verb, digits === undefined ? 6 : Number(digits), value) ?? whole;
    },
  );
}

function formatOne(verb: string, digits: number, value: unknown): string | undefined {
  if (verb === "s") return show(value);
  if (verb === "d") return String(value);
  if (verb === "f") return Number(value).toFixed(digits);
  if (verb === "e") return Number(value).toExponential(digits);
  if (verb === "b") return BigInt(Number(value)).toString(2);
  if (verb === "o") return BigInt(value as bigint).toString(8);
  const hex = typeof value === "string" ? Buffer.from(value).toString("hex") : BigInt(value as bigint).toString(16);
  return verb === "X" ? hex.toUpperCase() : hex;
}

function show(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(show).join(", ")}]`;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || value === null) return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${key}: ${show(item)}`).join(", ")}}`;
}
