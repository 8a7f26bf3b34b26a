import type { JsonValue } from "../core/json.ts";
import type { Violation } from "../core/rule.ts";
import { type FlinkConfiguration, flatten } from "./configuration.ts";
import { layer } from "./layers.ts";
import { defaultConfigurationPrefix } from "./options/read-options.ts";
import { atLeast, type FlinkVersionName, findFlinkVersion } from "./versions.ts";

/** What the operator's own configuration file holds. */
export interface OperatorFile {
  readonly configuration: FlinkConfiguration;
  /** Paths are `line 7`, or the path in JSON. */
  readonly problems: readonly Violation[];
}

/**
 * Reads the operator's configuration as it is mounted: `key: value` lines as in `flink-conf.yaml`, with comments, and
 * quotes around values as YAML has them; or one JSON object, which may be nested.
 *
 * Guarantees: total; a line that is none is a problem, and the others count.
 */
export function readOperatorFile(text: string): OperatorFile {
  if (text.trimStart().startsWith("{")) return readJsonFile(text);
  const found = new Map<string, string>();
  const problems: Violation[] = [];
  text.split(/\r\n|[\r\n]/).forEach((line, index) => {
    if (/^\s*(#.*|---.*)?$/.test(line)) return;
    const pair = readLine(line);
    if (typeof pair === "string") problems.push({ path: `line ${index + 1}`, message: pair });
    else if (pair.value !== "") found.set(pair.key, pair.value);
  });
  return { configuration: Object.fromEntries(found), problems };
}

function readJsonFile(text: string): OperatorFile {
  let parsed: JsonValue;
  try {
    parsed = JSON.parse(text) as JsonValue;
  } catch {
    return { configuration: {}, problems: [{ path: "line 1", message: "begins like JSON and is none" }] };
  }
  return flatten(parsed, "configuration");
}

/** The pair of a line, or what is wrong with it. */
function readLine(line: string): { readonly key: string; readonly value: string } | string {
  if (/^[\s-]/.test(line)) return "is nested or a list; write the whole key with dots, as in a.b.c: value";
  const [, key = "", rest = ""] = /^([^\s:]+)\s*:(?:\s+(.*))?$/.exec(line) ?? [];
  if (key === "") return "is no key: value";
  const value = rest.trim();
  const quote = value[0];
  if (quote === '"' || quote === "'") return readQuoted(key, value, quote);
  const comment = value.search(/(^|\s)#/);
  return { key, value: (comment < 0 ? value : value.slice(0, comment)).trim() };
}

function readQuoted(key: string, value: string, quote: string): { key: string; value: string } | string {
  const [, content] =
    (quote === '"' ? /^("(?:[^"\\]|\\.)*")\s*(?:#.*)?$/ : /^'((?:[^']|'')*)'\s*(?:#.*)?$/).exec(value) ?? [];
  if (content === undefined) return `has a quote ${quote} that is never closed, or something after it`;
  if (quote === "'") return { key, value: content.replaceAll("''", "'") };
  try {
    return { key, value: String(JSON.parse(content)) };
  } catch {
    return "has an escape that is unknown";
  }
}

/** What stands behind a prefix of the defaults: for which resources, and which option. */
type Section = { readonly for: "namespace" | "version" | "version on"; readonly name: string; readonly key: string };

function sectionOf(key: string): Section | undefined {
  const rest = key.slice(defaultConfigurationPrefix.length);
  const [, kind, name = "", plus, option = ""] = /^(namespace|flink-version)\.([^.+]+)(\+?)\.(.+)$/.exec(rest) ?? [];
  if (kind === undefined || (kind === "namespace" && plus !== "")) return undefined;
  return { for: kind === "namespace" ? "namespace" : plus === "" ? "version" : "version on", name, key: option };
}

/** What the defaults for a namespace and a version are made from, and the problems of keys that are for nobody. */
export function findSectionProblems(configuration: FlinkConfiguration): Violation[] {
  return Object.keys(configuration).flatMap((key) => {
    if (!key.startsWith(defaultConfigurationPrefix)) return [];
    const section = sectionOf(key);
    if (section === undefined) {
      return [
        {
          path: key,
          message:
            "is for nobody; write namespace.<name>.<key> or flink-version.<version>[+].<key> after default-configuration",
        },
      ];
    }
    return section.for !== "namespace" && findFlinkVersion(section.name) === undefined
      ? [{ path: key, message: `is for nobody: "${section.name}" is no version that is known, such as v1_20` }]
      : [];
  });
}

/**
 * The defaults of a resource, low to high: the operator's file, what it holds for the namespace, and for the version: first
 * what is for a version and all after it, the oldest first, then what is for this version alone (3.1).
 */
export function makeDefaults(
  configuration: FlinkConfiguration,
  namespace: string,
  version: FlinkVersionName,
): FlinkConfiguration {
  const entries = Object.entries(configuration);
  const base = entries.filter(([key]) => !key.startsWith(defaultConfigurationPrefix));
  const sections = entries.flatMap(([key, value]) => {
    const section = key.startsWith(defaultConfigurationPrefix) ? sectionOf(key) : undefined;
    return section === undefined ? [] : [{ ...section, value }];
  });
  const of = (picked: typeof sections) => Object.fromEntries(picked.map(({ key, value }) => [key, value]));
  const since = sections
    .filter((one) => one.for === "version on" && isSince(version, one.name))
    .sort((a, b) => rank(a.name) - rank(b.name));
  return layer(
    Object.fromEntries(base),
    of(sections.filter((one) => one.for === "namespace" && one.name === namespace)),
    of(since),
    of(sections.filter((one) => one.for === "version" && one.name === version)),
  );
}

function isSince(version: FlinkVersionName, name: string): boolean {
  const since = findFlinkVersion(name);
  return since !== undefined && atLeast(version, since.name);
}

function rank(name: string): number {
  const version = findFlinkVersion(name);
  return version === undefined ? 0 : version.major * 1_000 + version.minor;
}
