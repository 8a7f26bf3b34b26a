import type { Violation } from "../core/rule.ts";
import type { FlinkConfiguration } from "./configuration.ts";
import { findSectionProblems, readOperatorFile } from "./operator-file.ts";
import type { Defaults } from "./options/option.ts";
import { type OptionName, options, type ReadOptions, readOptions } from "./options/read-options.ts";

/** The operator's configuration as it holds, and what is to be said about it, one sentence each. */
export interface JudgedFile extends Pick<ReadOptions, "values" | "set"> {
  readonly configuration: FlinkConfiguration;
  /** With one of these nothing of the file may hold: nobody would see which part does. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** Options that an installation says in another place, and where. */
const saidElsewhere: Partial<Record<OptionName, string>> = {
  reconcileInterval: "changes nothing here: it is the schedule of the PingSource (tick.schedule of the chart)",
  restReadyDelay: "changes nothing here: a cluster is ready when its REST answers, which is asked itself",
  watchedNamespaces: "changes nothing here: it is WEIR_NAMESPACES (watchedNamespaces of the chart)",
};

/** Judges the text of the operator's file; an empty text is a file without a word. */
export function judgeOperatorFile(text: string, defaults: Defaults): JudgedFile {
  const { configuration, problems } = readOperatorFile(text);
  const read = readOptions(configuration, { defaults, scope: "operator", path: "" });
  const wrong = [...problems, ...findSectionProblems(configuration), ...read.problems];
  const { values, set } = read;
  const elsewhere = [...set].flatMap((name) => {
    const message = saidElsewhere[name];
    return message === undefined ? [] : [{ path: options[name].key, message }];
  });
  const warnings = [...read.warnings, ...elsewhere].map(toSentence);
  return { configuration, values, set, problems: wrong.map(toSentence), warnings };
}

function toSentence({ path, message }: Violation): string {
  return `${path.replace(/^\./, "")} ${message}`;
}
