import type { Reading } from "../../core/notation/reading.ts";
import type { Violation } from "../../core/rule.ts";
import type { FlinkConfiguration } from "../configuration.ts";
import { optionOf } from "../spellings.ts";

/** Reads options of one configuration and gathers what is wrong with them. */
export interface OptionReader {
  /** The value of an option; undefined where it is unset or no value, the latter being a problem. */
  readonly read: <T>(key: string, reader: (text: string) => Reading<T>) => T | undefined;
  /** The text of an option; undefined where it is unset or blank. */
  readonly text: (key: string) => string | undefined;
  /** What no value could be read from; nothing can be built while there is one. */
  readonly problems: readonly Violation[];
}

/** A reader of this configuration. */
export function makeOptionReader(configuration: FlinkConfiguration): OptionReader {
  const problems: Violation[] = [];
  const text = (key: string) => {
    const value = optionOf(configuration, key);
    return value === undefined || value.trim() === "" ? undefined : value;
  };
  const read = <T>(key: string, reader: (text: string) => Reading<T>) => {
    const value = text(key);
    if (value === undefined) return undefined;
    const reading = reader(value);
    if (reading.ok) return reading.value;
    problems.push({ path: optionPath(key), message: `${JSON.stringify(value)} ${reading.reason}` });
    return undefined;
  };
  return { read, text, problems };
}

/** Where an option stands in a spec. */
export function optionPath(key: string): string {
  return `spec.flinkConfiguration.${key}`;
}
