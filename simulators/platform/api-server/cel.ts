import { celEnvironment, optionalOldSelfEnvironment } from "./cel-environment.ts";
import { isObject, type Json } from "./json.ts";

/** A compiled expression, or what is wrong with it. */
export type CelProgram =
  | { readonly ok: true; run(variables: Readonly<Record<string, unknown>>): CelResult }
  | { readonly ok: false; readonly error: string };

/** The value of an expression, or its error in the words of cel-go. */
export type CelResult = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: string };

const compiled = new Map<string, CelProgram>();

/** How many programs are kept; more than any installation has expressions. */
const mostCompiled = 1_000;

/** Compiles an expression, the same one once. Total: an error is a value. */
export function compileCel(source: string, optionalOldSelf = false): CelProgram {
  const key = `${optionalOldSelf} ${source}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  if (compiled.size >= mostCompiled) compiled.clear();
  const program = compile(source, optionalOldSelf);
  compiled.set(key, program);
  return program;
}

function compile(source: string, optionalOldSelf: boolean): CelProgram {
  try {
    const program = (optionalOldSelf ? optionalOldSelfEnvironment : celEnvironment).parse(source);
    const { error } = program.check();
    if (error && certain.has(error.code)) return { ok: false, error: wordsOf(error) };
    return { ok: true, run: (variables) => evaluate(program, variables) };
  } catch (error) {
    return { ok: false, error: wordsOf(error) };
  }
}

/** Findings of the library's type check that are surely errors; others come from types that it cannot infer. */
const certain: ReadonlySet<string> = new Set(["no_matching_overload", "no_such_overload"]);

function evaluate(program: (variables: Record<string, unknown>) => unknown, variables: object): CelResult {
  try {
    return { ok: true, value: program({ ...variables }) };
  } catch (error) {
    return { ok: false, error: wordsOf(error) };
  }
}

function wordsOf(error: unknown): string {
  const { summary, message } = error as { summary?: string; message: string };
  const text = summary ?? message;
  const outside = /index out of bounds, index (\d+)/.exec(text);
  if (outside) return `index out of bounds: ${outside[1]}`;
  if (text.startsWith("found no matching overload"))
    return text.replace("found no matching overload", "no such overload");
  return text.replace(/^No such key:/, "no such key:");
}

/** JSON as CEL sees it where no schema says more: whole numbers are ints, others doubles. */
export function toCel(value: Json | undefined): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(toCel);
  if (!isObject(value)) return value ?? null;
  return toCelMap(
    Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, toCel(item)] as const])),
  );
}

/** Members as a map of CEL; the library takes an object whose `constructor` is data for one of a class that it doesn't know. */
export function toCelMap(members: readonly (readonly [string, unknown])[]): unknown {
  return members.some(([key]) => key === "constructor") ? new Map(members) : Object.fromEntries(members);
}
