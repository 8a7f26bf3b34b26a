import { nearest } from "../core/notation/nearest.ts";

/** The words of `spec.flinkVersion`, oldest first (1.3). */
export const flinkVersionNames = [
  "v1_13",
  "v1_14",
  "v1_15",
  "v1_16",
  "v1_17",
  "v1_18",
  "v1_19",
  "v1_20",
  "v2_0",
  "v2_1",
  "v2_2",
  "v2_3",
  "v2_4",
] as const;

/** A word of `spec.flinkVersion`. */
export type FlinkVersionName = (typeof flinkVersionNames)[number];

/** The file that Flink reads its configuration from; 2.0 removed the older one and its lenient parser (FLINK-33677). */
export type ConfigurationFileName = "flink-conf.yaml" | "config.yaml";

/** What a version of Flink is to Weir. */
export interface FlinkVersion {
  readonly name: FlinkVersionName;
  readonly major: number;
  readonly minor: number;
  /** Refused ones are an error (FD-3), deprecated ones a warning. */
  readonly support: "supported" | "deprecated" | "refused";
  /** The image where the spec names none: the official one of this minor version. */
  readonly image: string;
  readonly configurationFile: ConfigurationFileName;
  /** Whether its own options take `PT6H` for a duration. */
  readonly takesIsoDurations: boolean;
  /** Whether options can be sent with a job of a session cluster, by its REST. */
  readonly takesJobOptions: boolean;
}

/** One row for each version that a spec may name. */
export const flinkVersions: readonly FlinkVersion[] = flinkVersionNames.map(makeVersion);

function makeVersion(name: FlinkVersionName): FlinkVersion {
  const [major = 0, minor = 0] = name.slice(1).split("_").map(Number);
  return {
    name,
    major,
    minor,
    support: major === 1 && minor < 19 ? (minor < 15 ? "refused" : "deprecated") : "supported",
    image: `flink:${major}.${minor}`,
    configurationFile: major < 2 ? "flink-conf.yaml" : "config.yaml",
    takesIsoDurations: atLeast(name, "v2_1"),
    takesJobOptions: atLeast(name, "v1_17"),
  };
}

/** The newest version, in whose spelling options are kept before they are written for another one. */
export const newestVersion: FlinkVersionName = "v2_4";

/** The version of this name; undefined for a word that is none. */
export function findFlinkVersion(name: string): FlinkVersion | undefined {
  return flinkVersions.find((version) => version.name === name);
}

/** True where `version` is the named one or a later one. */
export function atLeast(version: FlinkVersionName, since: FlinkVersionName): boolean {
  return flinkVersionNames.indexOf(version) >= flinkVersionNames.indexOf(since);
}

/** The version that a word is close to; `1.20` is `v1_20`. */
function nearestVersion(word: string, known: readonly string[]): string | undefined {
  return word.length > 20 ? undefined : nearest(word.replace(/^v?(\d+)[._](\d+).*$/, "v$1_$2"), known);
}

/** What the user reads about a version that is unknown or refused; undefined where it is fine or only deprecated (FD-2, FD-3). */
export function versionProblem(name: string | undefined): string | undefined {
  const known = flinkVersions.filter(({ support }) => support !== "refused").map((version) => version.name);
  const range = `use one of ${known.join(", ")}`;
  if (name === undefined) return `is missing; ${range}`;
  const version = findFlinkVersion(name);
  if (version === undefined) {
    const meant = nearestVersion(name, known);
    const hint = meant === undefined ? "" : ` (did you mean ${meant}?)`;
    return `"${name.slice(0, 40)}" is no version that is known${hint}; ${range}`;
  }
  return version.support === "refused" ? `${name} is no longer supported; ${range}` : undefined;
}
