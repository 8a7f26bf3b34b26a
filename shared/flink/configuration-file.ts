import type { FlinkConfiguration } from "./configuration.ts";
import type { ConfigurationFileName } from "./versions.ts";

/** The text of Flink's configuration file, and what it cannot carry. */
export interface ConfigurationFile {
  readonly name: ConfigurationFileName;
  readonly text: string;
  /** Options whose value a line of `flink-conf.yaml` would mangle; they reach Flink as `-Dkey=value` arguments only. */
  readonly left: FlinkConfiguration;
}

/**
 * The configuration as the file of a version, one option a line, in the order of the keys.
 *
 * Guarantees: what Flink reads from the text and from `left` is the configuration; the same configuration gives the same text.
 * Assumptions: keys are in the version's spelling, and none is the dotted beginning of another (`findPrefixClashes`).
 */
export function writeConfigurationFile(
  configuration: FlinkConfiguration,
  name: ConfigurationFileName,
): ConfigurationFile {
  const left: [string, string][] = [];
  let text = "";
  for (const key of Object.keys(configuration).sort()) {
    const value = configuration[key] ?? "";
    if (name === "config.yaml") text += `${yamlLine(key, value)}\n`;
    else if (isLegacyLine(key, value)) text += `${key}: ${value}\n`;
    else left.push([key, value]);
  }
  return { name, text, left: Object.fromEntries(left) };
}

/** Whether the parser of `flink-conf.yaml` gives back the pair: it reads lines, cuts comments, trims, drops empty values. */
function isLegacyLine(key: string, value: string): boolean {
  const isPrintable = !/\p{Cc}/u.test(key + value);
  return isPrintable && /^[^\s#:][^\s#]*$/.test(key) && value !== "" && value.trim() === value && !value.includes("#");
}

function yamlLine(key: string, value: string): string {
  return `${isPlainKey(key) ? key : yamlQuoted(key)}: ${isPlainValue(value) ? value : yamlQuoted(value)}`;
}

function isPlainKey(key: string): boolean {
  return /^[$A-Za-z][\w.$-]*$/.test(key) && !yamlWords.has(key.toLowerCase());
}

/** What YAML 1.1, which Flink's parser speaks, takes for something else than a text. */
const yamlWords: ReadonlySet<string> = new Set(["y", "n", "yes", "no", "on", "off", "true", "false", "null"]);

/** Whole numbers and switches stay what they are; a text is plain only where no rule of YAML 1.1 or 1.2 reads it differently. */
function isPlainValue(value: string): boolean {
  if (/^(0|[1-9]\d{0,14}|true|false)$/.test(value)) return true;
  return /^(?![eE]\d)[A-Za-z][\w./-]*(:[\w./-]+)*$/.test(value) && !yamlWords.has(value.toLowerCase());
}

/** In double quotes, with an escape for all that is not printable ASCII, so that no encoding and no line break matters. */
function yamlQuoted(text: string): string {
  const escaped = [...text].map((char) => {
    const code = char.codePointAt(0) ?? 0;
    if (char === '"' || char === "\\") return `\\${char}`;
    if (char === "\n") return "\\n";
    if (code >= 0x20 && code < 0x7f) return char;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
  return `"${escaped.join("")}"`;
}
