import { readFileSync } from "node:fs";
import { type JudgedFile, judgeOperatorFile } from "../shared/flink/judge-operator-file.ts";
import type { Log } from "../shared/ports/log.ts";
import type { Config } from "../shared/runtime/config.ts";
import { exit } from "../shared/runtime/start.ts";
import type { FunctionName } from "../shared/runtime/variable.ts";

/** The operator's configuration of Flink's kinds, or why it cannot be used, in one line. */
export function readFlinkConfiguration(
  config: Pick<Config, "WEIR_FLINK_CONFIGURATION" | "WEIR_FLINK_DEFAULTS">,
): JudgedFile | string {
  const { WEIR_FLINK_CONFIGURATION: path, WEIR_FLINK_DEFAULTS: defaults } = config;
  const text = path === "" ? "" : readText(path);
  if (text === undefined) return "WEIR_FLINK_CONFIGURATION names a file that cannot be read";
  const judged = judgeOperatorFile(text, defaults);
  return judged.problems.length === 0 ? judged : `WEIR_FLINK_CONFIGURATION: ${judged.problems.join("; ")}`;
}

/** The same for a function: what cannot be used ends the process with exit code 2, what is only odd is logged. */
export function flinkConfigurationOrExit(name: FunctionName, config: Config, log: Log): JudgedFile {
  const judged = readFlinkConfiguration(config);
  if (typeof judged === "string") return exit(name, judged);
  for (const warning of judged.warnings) log.warn({ warning }, "WEIR_FLINK_CONFIGURATION");
  return judged;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
