import { type KnownKeys, noSuchOption, withHints } from "../../core/notation/unknown-key.ts";
import { oncePer } from "../../core/once-per.ts";
import type { Violation } from "../../core/rule.ts";
import { crossChecks } from "./cross-checks.ts";
import { type Alias, type AutoscalerOption, autoscalerPrefix, longPrefix, type Range } from "./option.ts";
import { type AutoscalerOptions, javaPluginKeys, type OptionName, optionRows } from "./options.ts";

/** What reading the autoscaler's options of a configuration gives. */
export interface ReadAutoscalerOptions {
  readonly options: AutoscalerOptions;
  /** The options that the configuration itself sets, soundly. */
  readonly set: ReadonlySet<OptionName>;
  /** Values that cannot be read or may not be; the default of such an option holds. Empty while the autoscaler is off. */
  readonly problems: readonly Violation[];
  /** Keys under another name, unknown or without effect, and what the options do to each other. */
  readonly warnings: readonly Violation[];
}

/** How a configuration is read. */
export interface ReadOptionsAs {
  /** What the paths of problems and warnings begin with. */
  readonly path?: string;
  /** Milliseconds between two samples, where that is known: there must be room for two. */
  readonly samplePeriod?: number | undefined;
  /** Milliseconds for which samples are kept; by default the metric window. */
  readonly keeps?: (options: AutoscalerOptions) => number;
}

type Configuration = Readonly<Record<string, string>>;

const prefixes = [autoscalerPrefix, longPrefix] as const;

const rowOf: ReadonlyMap<string, AutoscalerOption<unknown>> = new Map(optionRows.map(([, row]) => [row.key, row]));
const aliasOf: ReadonlyMap<string, { readonly alias: Alias; readonly key: string }> = new Map(
  optionRows.flatMap(([, { key, aliases }]) => aliases.map((alias) => [alias.key, { alias, key }] as const)),
);
const defaults = Object.fromEntries(
  optionRows.map(([name, row]) => [name, parsed(row, row.usual)]),
) as unknown as AutoscalerOptions;

/** How an option may be spelled: its own key first, then other ones, each with the short prefix before the long one. */
const spellingsOf: ReadonlyMap<AutoscalerOption<unknown>, readonly string[]> = new Map(
  optionRows.map(([, row]) => {
    const keys = [row.key, ...row.aliases.map((alias) => alias.key)];
    return [row, keys.flatMap((key) => prefixes.map((prefix) => `${prefix}${key}`))] as const;
  }),
);

const rowOfSpelling: ReadonlyMap<string, AutoscalerOption<unknown>> = new Map(
  [...spellingsOf].flatMap(([row, spellings]) => spellings.map((spelling) => [spelling, row] as const)),
);

/** The rows of the options that a configuration sets, in the order of the table. */
function rowsOf(configuration: Configuration): typeof optionRows {
  const set = new Set(Object.keys(configuration).flatMap((key) => rowOfSpelling.get(key) ?? []));
  return set.size === 0 ? [] : optionRows.filter(([, row]) => set.has(row));
}

/** Every option at its default. */
export function usualOptions(): AutoscalerOptions {
  return defaults;
}

/**
 * Reads all options of the autoscaler (3.1); what else the configuration holds does not matter. Total.
 *
 * Assumptions: nobody changes the configuration, which is read once.
 */
export function readAutoscalerOptions(configuration: Configuration, as: ReadOptionsAs = {}): ReadAutoscalerOptions {
  const path = as.path === undefined ? "" : `${as.path}.`;
  const values: Partial<Record<OptionName, unknown>> = { ...defaults };
  const set = new Set<OptionName>();
  const problems: Violation[] = [];
  const warnings = warningsOfKeys(configuration, path);
  for (const { name, row, text, reading } of readingsOf(configuration)) {
    const place = `${path}${autoscalerPrefix}${row.key}`;
    const message = reading.ok
      ? outsideOf(row.range, reading.value, configuration)
      : `${quote(text)} ${reading.reason}`;
    if (message !== undefined) problems.push({ path: place, message });
    else if (reading.ok) {
      values[name] = reading.value;
      set.add(name);
      if (reading.warning !== undefined) warnings.push({ path: place, message: reading.warning });
    }
  }
  const options = values as AutoscalerOptions;
  const crossed = crossFindings(options, path, as);
  const denied = options.enabled ? [...problems, ...crossed.problems] : [];
  return { options, set, problems: denied, warnings: [...warnings, ...crossed.warnings] };
}

/** What a configuration sets, in the order of the table; several rules, and several parts of a cycle, ask for the same one. */
const readingsOf = oncePer((configuration: Configuration) =>
  rowsOf(configuration).flatMap(([name, row]) => {
    const text = textOf(configuration, row);
    return text === undefined ? [] : [{ name, row, text, reading: row.type.read(text) }];
  }),
);

/** The text of an option in the first spelling that is set. */
function textOf(configuration: Configuration, row: AutoscalerOption<unknown>): string | undefined {
  const found = spellingsOf.get(row)?.find((one) => Object.hasOwn(configuration, one));
  return found === undefined ? undefined : configuration[found];
}

function parsed(row: AutoscalerOption<unknown>, text: string | undefined): unknown {
  const reading = text === undefined ? undefined : row.type.read(text);
  return reading?.ok ? reading.value : undefined;
}

function outsideOf(range: Range | undefined, value: unknown, configuration: Configuration): string | undefined {
  if (range === undefined || typeof value !== "number") return undefined;
  const { least, most = Number.POSITIVE_INFINITY, when } = range;
  const condition = when === undefined ? undefined : rowOf.get(when);
  if (condition !== undefined && parsed(condition, textOf(configuration, condition)) !== true) return undefined;
  if (value >= least && value <= most) return undefined;
  return most === Number.POSITIVE_INFINITY
    ? `must be a number from ${least} on`
    : `must be a number from ${least} to ${most}`;
}

function crossFindings(
  options: AutoscalerOptions,
  path: string,
  { samplePeriod = 0, keeps = ({ metricsWindow }) => metricsWindow }: ReadOptionsAs,
): { readonly problems: readonly Violation[]; readonly warnings: readonly Violation[] } {
  const at = (name: OptionName) => `${path}${autoscalerPrefix}${keyOf.get(name)}`;
  const broken = crossChecks.filter(({ holds }) => !holds(options));
  const found = (severity: "deny" | "warn") =>
    broken.filter((check) => check.severity === severity).map(({ option, message }) => ({ path: at(option), message }));
  const room =
    keeps(options) < 2 * samplePeriod
      ? [{ path: at("metricsWindow"), message: `has no room for two samples, ${samplePeriod / 1_000} s apart` }]
      : [];
  return { problems: found("deny"), warnings: options.enabled ? [...found("warn"), ...room] : [] };
}

const keyOf: ReadonlyMap<OptionName, string> = new Map(optionRows.map(([name, { key }]) => [name, key]));

function warningsOfKeys(configuration: Configuration, path: string): Violation[] {
  const findings = Object.keys(configuration).flatMap((key) => {
    const prefix = prefixes.find((one) => key.startsWith(one));
    if (prefix === undefined) return [];
    const name = key.slice(prefix.length);
    const message = warningOf(name, configuration);
    return message === undefined ? [] : [{ path: `${path}${key}`, message, name }];
  });
  return withHints(findings, knownKeys);
}

const knownKeys: KnownKeys = { prefix: autoscalerPrefix, names: [...rowOf.keys()] };

function warningOf(key: string, configuration: Configuration): string | undefined {
  const found = aliasOf.get(key);
  if (found !== undefined) {
    const isBoth = prefixes.some((prefix) => Object.hasOwn(configuration, `${prefix}${found.key}`));
    return `is accepted; the key of this option is ${autoscalerPrefix}${found.key}${isBoth ? "; both are set, and that one holds" : ""}`;
  }
  if (rowOf.has(key)) return undefined;
  if (javaPluginKeys.some((one) => key.startsWith(one)))
    return "has no effect: it names a Java class, and there is no JVM";
  return noSuchOption;
}

/** A value as a message shows it; nobody reads more than the beginning. */
function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
