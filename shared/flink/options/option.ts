import { readDuration, readLenientDuration, writeDuration } from "../../core/notation/duration.ts";
import { readMap } from "../../core/notation/list-and-map.ts";
import { type OptionType, plainTypes, readWords } from "../../core/notation/option-type.ts";
import { readCron } from "../../core/notation/quartz.ts";
import { mapReading, type Reading, read, unreadable } from "../../core/notation/reading.ts";

/** What the keys of the operator's options begin with. */
export const operatorPrefix = "kubernetes.operator.";

/** Whose defaults hold: the guide's or those of the Apache operator (`WEIR_FLINK_DEFAULTS`). */
export type Defaults = "guide" | "apache";

/** Another spelling of an option's key, which is accepted with a warning. */
export interface Alias {
  readonly key: string;
  /** The unit of a bare number under this key. */
  readonly unit?: "ms" | "s";
}

/** One option that means something to Weir. */
export interface Option<T> {
  readonly key: string;
  readonly type: OptionType<T>;
  /** Each default as one would write it; absent: none. */
  readonly defaults: Readonly<Partial<Record<Defaults, string>>>;
  /** `operator`: only in the operator's own configuration; `resource`: there, and in a resource's `flinkConfiguration`. */
  readonly scope: "operator" | "resource";
  readonly meaning: string;
  readonly aliases: readonly Alias[];
}

/** When something is done again and again: every so many milliseconds, or by a Quartz cron, whose first field is seconds. */
export type Schedule =
  | { readonly every: number; readonly cron?: never }
  | { readonly cron: string; readonly every?: never };

/** The types that options have. */
export const optionTypes = {
  ...plainTypes,
  namespaces: { name: "namespaces with commas between them", read: readNamespaces },
  map: { name: "map", read: (text: string) => mapReading(readMap(text), Object.fromEntries<string>) },
  interval: { name: "duration; below 0 is off", read: readInterval },
  schedule: { name: "duration or Quartz cron", read: readSchedule },
} as const;

/** None means all of them, as does the word that Apache's operator has for all. */
function readNamespaces(text: string): Reading<readonly string[]> {
  const words = readWords(text).filter((word) => word !== "JOSDK_ALL_NAMESPACES");
  const odd = words.find((word) => !/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(word));
  return odd === undefined ? read(words) : unreadable(`has ${JSON.stringify(odd)}, which is no name of a namespace`);
}

/** Flink's way to switch off what is done at an interval is a negative one. */
function readInterval(text: string): Reading<number | undefined> {
  const [, positive = ""] = /^-(.*)$/.exec(text.trim()) ?? [];
  if (positive === "") return readLenientDuration(text);
  return mapReading(readLenientDuration(positive), () => undefined);
}

/** Zero is no schedule; what has many fields is a cron. */
function readSchedule(text: string): Reading<Schedule | undefined> {
  const fields = text.trim().split(/\s+/);
  if (fields.length >= 5) return mapReading(readCron(text), (cron) => ({ cron }));
  return mapReading(readLenientDuration(text), (every) => (every === 0 ? undefined : { every }));
}

/** The value of an alias as the option itself takes it. */
export function fromAlias({ unit }: Alias, text: string): string {
  const ms = readDuration(text.trim());
  if (unit === undefined || !/^\d+$/.test(text.trim()) || !ms.ok) return text;
  return writeDuration(unit === "s" ? ms.value * 1_000 : ms.value);
}

type Row = { readonly meaning: string; readonly aliases?: readonly (Alias | string)[] };
type WithDefaults = Row & ({ readonly usual: string } | { readonly guide: string; readonly apache: string });

/** An option that has a default under both; `key` without the prefix. */
export function option<T>(scope: Option<T>["scope"], key: string, type: OptionType<T>, row: WithDefaults): Option<T> {
  const defaults = "usual" in row ? { guide: row.usual, apache: row.usual } : { guide: row.guide, apache: row.apache };
  return makeOption(scope, key, type, defaults, row);
}

/** An option that is unset unless somebody sets it; the guide may have a default of its own. */
export function optional<T>(
  scope: Option<T>["scope"],
  key: string,
  type: OptionType<T>,
  row: Row & { readonly guide?: string },
): Option<T | undefined> {
  return makeOption<T | undefined>(scope, key, type, row.guide === undefined ? {} : { guide: row.guide }, row);
}

function makeOption<T>(
  scope: Option<T>["scope"],
  key: string,
  type: OptionType<T>,
  defaults: Option<T>["defaults"],
  { meaning, aliases = [] }: Row,
): Option<T> {
  const spelled = aliases.map((alias) => (typeof alias === "string" ? { key: `${operatorPrefix}${alias}` } : alias));
  return { key: `${operatorPrefix}${key}`, type, defaults, scope, meaning, aliases: spelled };
}
