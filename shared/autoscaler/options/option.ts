import type { OptionType } from "../../core/notation/option-type.ts";

/** What the keys of the autoscaler's options begin with. */
export const autoscalerPrefix = "job.autoscaler.";

/** The same, with an older beginning under which every option is taken as well (3.1). */
export const longPrefix = `kubernetes.operator.${autoscalerPrefix}`;

/** Another spelling of an option's key, which is accepted with a warning. */
export interface Alias {
  /** Without the prefix. */
  readonly key: string;
  /** `former`: the reference took it once; `guide`: the guide writes it, and the reference passes over it in silence. */
  readonly from: "former" | "guide";
}

/** The bounds of an option's value, both included. */
export interface Range {
  readonly least: number;
  readonly most?: number;
  /** The switch, by its key, without which the value does not matter and is not judged. */
  readonly when?: string;
}

/** One option of the autoscaler. */
export interface AutoscalerOption<T> {
  /** Without the prefix. */
  readonly key: string;
  readonly type: OptionType<T>;
  /** As one would write it; absent: none. */
  readonly usual?: string;
  readonly meaning: string;
  readonly range?: Range;
  readonly aliases: readonly Alias[];
}

interface Row {
  readonly meaning: string;
  readonly range?: Range;
  readonly former?: string;
  readonly guide?: string;
}

/** An option with a default. */
export function option<T>(key: string, type: OptionType<T>, usual: string, row: Row | string): AutoscalerOption<T> {
  return { ...optional(key, type, row), type, usual };
}

/** An option that is unset unless somebody sets it. */
export function optional<T>(key: string, type: OptionType<T>, row: Row | string): AutoscalerOption<T | undefined> {
  const { meaning, range, former, guide } = typeof row === "string" ? { meaning: row } : row;
  const aliases: readonly Alias[] = [
    ...(former === undefined ? [] : [{ key: former, from: "former" } as const]),
    ...(guide === undefined ? [] : [{ key: guide, from: "guide" } as const]),
  ];
  return { key, type, meaning, ...(range && { range }), aliases };
}
