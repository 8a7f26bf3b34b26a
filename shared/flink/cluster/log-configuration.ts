import { isObject, type JsonValue } from "../../core/json.ts";
import type { Violation } from "../../core/rule.ts";
import { defaultLog4j } from "./default-log4j.ts";

const log4jFile = "log4j-console.properties";
const files: ReadonlySet<string> = new Set([log4jFile, "logback-console.xml"]);

/** Files for the folder of Flink's configuration, by their names. */
export interface LogConfiguration {
  readonly files: Readonly<Record<string, string>>;
  readonly problems: readonly Violation[];
}

/**
 * `spec.logConfiguration` as the files that Flink's scripts name to its loggers.
 *
 * A member is a whole file (Apache: `log4j-console.properties`, `logback-console.xml`) or one property of the first one (the
 * guide). Properties are added to the file if it is given, and lie over Weir's own one otherwise; they replace it where they
 * say by themselves where to log to. There always is a Log4j file, because the mounted folder hides that of the image.
 */
export function toLogFiles(source: unknown, path = "spec.logConfiguration"): LogConfiguration {
  if (source === undefined || source === null) return { files: usualFiles, problems: [] };
  if (!isObject(source)) return { files: {}, problems: [{ path, message: "is no map" }] };
  const entries = Object.entries(source).filter(([, value]) => value !== null);
  const problems = entries.flatMap(([key, value]) => problemsOf(key, value, path));
  const given = Object.fromEntries(
    entries.filter(([key]) => files.has(key)).map(([key, value]) => [key, String(value)]),
  );
  const properties = Object.fromEntries(
    entries.filter(([key]) => !files.has(key)).map(([key, value]) => [key, String(value)]),
  );
  return { files: { ...given, [log4jFile]: makeLog4j(given[log4jFile], properties) }, problems };
}

const usualFiles = { [log4jFile]: writeProperties(defaultLog4j) };

function makeLog4j(file: string | undefined, properties: Readonly<Record<string, string>>): string {
  if (file === undefined) {
    const isWhole = Object.keys(properties).some((key) => key.startsWith("appender."));
    return writeProperties(isWhole ? properties : { ...defaultLog4j, ...properties });
  }
  const end = file.endsWith("\n") || file === "" ? "" : "\n";
  return Object.keys(properties).length === 0 ? file : `${file}${end}${writeProperties(properties)}`;
}

/** Properties as Java reads them; a later one of the same name wins. */
function writeProperties(properties: Readonly<Record<string, string>>): string {
  return Object.entries(properties)
    .map(
      ([key, value]) => `${key} = ${value.replaceAll("\\", "\\\\").replaceAll("\r", "\\r").replaceAll("\n", "\\n")}\n`,
    )
    .join("");
}

function problemsOf(key: string, value: JsonValue, path: string): Violation[] {
  const where = `${path}.${key}`;
  if (typeof value === "object") return [{ path: where, message: "is no text" }];
  if (files.has(key)) return [];
  if (/\.(properties|xml|ya?ml|json)$/.test(key)) {
    return [{ path: where, message: `is no file that Flink reads; it reads ${[...files].join(" and ")}` }];
  }
  return /^[A-Za-z][\w.$-]*$/.test(key)
    ? []
    : [{ path: where, message: `is neither a file (${[...files].join(", ")}) nor the name of a property` }];
}
