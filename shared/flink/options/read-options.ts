import { type KnownKeys, noSuchOption, withHints } from "../../core/notation/unknown-key.ts";
import type { Violation } from "../../core/rule.ts";
import type { FlinkConfiguration } from "../configuration.ts";
import { isSensitive } from "../sensitive.ts";
import { operatorOptions } from "./operator-options.ts";
import { type Alias, type Defaults, fromAlias, type Option, operatorPrefix } from "./option.ts";
import { resourceOptions } from "./resource-options.ts";
import { unusedReason } from "./unused-options.ts";

/** Every option that means something, by the name of its value. */
export const options = { ...operatorOptions, ...resourceOptions };

/** The name of an option's value. */
export type OptionName = keyof typeof options;

type ValueOf<One> = One extends Option<infer Value> ? Value : never;

/** The values of all options; durations in milliseconds. */
export type OptionValues = { readonly [Name in OptionName]: ValueOf<(typeof options)[Name]> };

/** What reading all options of a configuration gives. */
export interface ReadOptions {
  readonly values: OptionValues;
  /** The options that the configuration itself sets, soundly; for rules that must not judge a default. */
  readonly set: ReadonlySet<OptionName>;
  /** Values that cannot be read; their default holds. */
  readonly problems: readonly Violation[];
  /** Keys under another name, of another scope, without effect, or unknown; and values in another notation. Found when asked for. */
  readonly warnings: readonly Violation[];
}

/** How a configuration is read. */
export interface ReadOptionsAs {
  readonly defaults: Defaults;
  /** Where the configuration stands: in a resource, or in the operator's own file. Only warnings depend on it. */
  readonly scope: Option<unknown>["scope"];
  /** What the paths of problems and warnings begin with. */
  readonly path?: string;
}

const rows = Object.entries(options) as readonly (readonly [OptionName, Option<unknown>])[];

const aliasOf: ReadonlyMap<string, { readonly alias: Alias; readonly key: string }> = new Map(
  rows.flatMap(([, { key, aliases }]) => aliases.map((alias) => [alias.key, { alias, key }] as const)),
);
const byKey: ReadonlyMap<string, Option<unknown>> = new Map(rows.map(([, row]) => [row.key, row]));

/** The same configuration with every option of Weir under its own key, where both are set the key's own value. */
export function toOptionKeys(configuration: FlinkConfiguration): FlinkConfiguration {
  if (!Object.keys(configuration).some((key) => aliasOf.has(key))) return configuration;
  const entries = Object.entries(configuration);
  const aliased = entries.flatMap(([key, value]) => {
    const found = aliasOf.get(key);
    return found === undefined ? [] : [[found.key, fromAlias(found.alias, value)] as const];
  });
  return Object.fromEntries([...aliased, ...entries.filter(([key]) => !aliasOf.has(key))]);
}

/** Reads all options of a configuration, whatever it holds else. */
export function readOptions(configuration: FlinkConfiguration, as: ReadOptionsAs): ReadOptions {
  const path = as.path ?? "spec.flinkConfiguration";
  const ofKeys = () => warningsOfKeys(configuration, { ...as, path });
  const spelled = toOptionKeys(configuration);
  if (!Object.keys(spelled).some((key) => byKey.has(key))) return noneOf(as.defaults, ofKeys);
  const values: Partial<Record<OptionName, unknown>> = { ...defaultValues[as.defaults] };
  const set = new Set<OptionName>();
  const problems: Violation[] = [];
  const ofValues: Violation[] = [];
  for (const [name, row] of rows) {
    const text = Object.hasOwn(spelled, row.key) ? spelled[row.key] : undefined;
    if (text === undefined) continue;
    const reading = row.type.read(text);
    const place = `${path}.${row.key}`;
    if (reading.ok) {
      values[name] = reading.value;
      set.add(name);
      if (reading.warning !== undefined) ofValues.push({ path: place, message: shown(row.key, reading.warning) });
    } else problems.push({ path: place, message: shown(row.key, `${quote(text)} ${reading.reason}`) });
  }
  return {
    values: values as OptionValues,
    set,
    problems,
    get warnings() {
      return [...ofKeys(), ...ofValues];
    },
  };
}

/** What a configuration says that sets no option. */
function noneOf(defaults: Defaults, ofKeys: () => Violation[]): ReadOptions {
  return {
    values: defaultValues[defaults],
    set: new Set(),
    problems: [],
    get warnings() {
      return ofKeys();
    },
  };
}

/** The default of an option, as a value. */
export function defaultOf(row: Option<unknown>, whose: Defaults): unknown {
  const text = row.defaults[whose];
  if (text === undefined) return undefined;
  const reading = row.type.read(text);
  return reading.ok ? reading.value : undefined;
}

function defaultsOf(whose: Defaults): OptionValues {
  return Object.fromEntries(rows.map(([name, row]) => [name, defaultOf(row, whose)])) as OptionValues;
}

/** Read once, since every pass asks for them. */
const defaultValues = { guide: defaultsOf("guide"), apache: defaultsOf("apache") } as const;

/** A value as a message shows it; nobody reads more than the beginning. */
function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** A message that quotes a value, unless nobody may see that. */
function shown(key: string, message: string): string {
  return isSensitive(key)
    ? "cannot be read as it should be written: key:value pairs, those with colons or commas in quotes"
    : message;
}

type Place = { readonly scope: ReadOptionsAs["scope"]; readonly path: string };

function warningsOfKeys(configuration: FlinkConfiguration, { scope, path }: Place): Violation[] {
  const findings = Object.keys(configuration).flatMap((key) => {
    const message = warningOf(key, configuration, scope);
    if (message === undefined) return [];
    return [{ path: `${path}.${key}`, message, name: key.slice(operatorPrefix.length) }];
  });
  return withHints(findings, knownKeys);
}

function warningOf(key: string, configuration: FlinkConfiguration, scope: Place["scope"]): string | undefined {
  const alias = aliasOf.get(key);
  if (alias !== undefined) {
    const both = Object.hasOwn(configuration, alias.key) ? "; both are set, and that one holds" : "";
    return `is accepted; the key of this option is ${alias.key}${both}`;
  }
  if (!key.startsWith(operatorPrefix) || othersPrefixes.some((prefix) => key.startsWith(prefix))) return undefined;
  const row = byKey.get(key);
  if (row !== undefined) {
    const misplaced = scope === "resource" && row.scope === "operator";
    return misplaced ? "has no effect in a resource; it belongs into the operator's own configuration" : undefined;
  }
  const reason = unusedReason(key);
  return reason === undefined ? noSuchOption : `has no effect: ${reason}`;
}

const knownKeys: KnownKeys = {
  prefix: operatorPrefix,
  names: rows.map(([, { key }]) => key.slice(operatorPrefix.length)),
};

/** What the keys begin with that hold defaults for namespaces and versions, in the operator's own configuration. */
export const defaultConfigurationPrefix = `${operatorPrefix}default-configuration.`;

/** What else begins like an option and is read elsewhere: those defaults, and the autoscaler's options in their old place. */
const othersPrefixes = [defaultConfigurationPrefix, `${operatorPrefix}job.autoscaler.`];
