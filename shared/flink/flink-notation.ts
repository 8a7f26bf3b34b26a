import { type Entries, readMap, readMaps, writeList, writeMap, writeMaps } from "../core/notation/list-and-map.ts";
import { mapReading, type Reading, read, unreadable } from "../core/notation/reading.ts";
import type { Violation } from "../core/rule.ts";
import type { FlinkConfiguration } from "./configuration.ts";
import { isSensitive } from "./sensitive.ts";

/** The pods of a cluster. */
export type Role = "jobmanager" | "taskmanager";

/** Both roles, in the order in which they are built. */
export const roles: readonly Role[] = ["jobmanager", "taskmanager"];

/** What the keys of a container's environment begin with, followed by the name of the variable. */
export const environmentPrefix: Readonly<Record<Role, string>> = {
  jobmanager: "containerized.master.env.",
  taskmanager: "containerized.taskmanager.env.",
};

/** A configuration in Flink's own notation, and what of it was in another one. */
export interface Noted {
  readonly configuration: FlinkConfiguration;
  /** Values that cannot be read; they are left out. */
  readonly problems: readonly Violation[];
  readonly warnings: readonly Violation[];
}

const toMap = (text: string) => mapReading(readMap(text), writeMap);
const toMaps = (text: string) => mapReading(readMaps(text), writeMaps);

/** Options whose value is more than a text, and how each comes into Flink's own notation. */
const shapes: ReadonlyMap<string, (text: string) => Reading<string>> = new Map([
  ...roles.flatMap((role) => [
    ...["labels", "annotations", "node-selector"].map((rest) => [`kubernetes.${role}.${rest}`, toMap] as const),
    [`kubernetes.${role}.tolerations`, toMaps] as const,
  ]),
  ...["annotations", "labels"].map((rest) => [`kubernetes.rest-service.${rest}`, toMap] as const),
  ["kubernetes.secrets", toMap],
  ["kubernetes.env.secretKeyRef", toMaps],
  ["kubernetes.container.image.pull-secrets", (text: string) => read(writeList(namesOf(text)))],
]);

/** Names with semicolons between them, as Flink has it, or commas or blanks. */
export function namesOf(text: string): string[] {
  return text.split(/[;,\s]+/).filter((name) => name !== "");
}

const environmentOf: ReadonlyMap<string, Role> = new Map(roles.map((role) => [`kubernetes.${role}.env.vars`, role]));

/** The option by which Flink learns whom its objects belong to; always set by Weir (3.1). */
const ownerReferenceKey = "kubernetes.jobmanager.owner.reference";

/**
 * The configuration with the guide's notations turned into Flink's own, since in native mode the JobManager reads the same
 * options again for its TaskManagers: JSON tolerations, colons in bare values, environment as `A:1,B:2` (5.6/12).
 */
export function toFlinkNotation(configuration: FlinkConfiguration, path = "spec.flinkConfiguration"): Noted {
  const entries: [string, string][] = [];
  const problems: Violation[] = [];
  const warnings: Violation[] = [];
  for (const [key, text] of Object.entries(configuration)) {
    const place = `${path}.${key}`;
    if (key === ownerReferenceKey) {
      warnings.push({ path: place, message: "has no effect: the objects of a cluster always belong to its resource" });
      continue;
    }
    const reading = entriesFor(key, text);
    if (!reading.ok) {
      problems.push({ path: place, message: isSensitive(key) ? "cannot be read" : reading.reason });
      continue;
    }
    entries.push(...reading.value);
    if (reading.warning !== undefined) warnings.push({ path: place, message: reading.warning });
  }
  return { configuration: Object.fromEntries(entries), problems, warnings };
}

function entriesFor(key: string, text: string): Reading<[string, string][]> {
  const role = environmentOf.get(key);
  if (role !== undefined) return readEnvironment(role, text);
  const noted = shapes.get(key);
  return noted === undefined ? read([[key, text]]) : mapReading(noted(text), (value) => [[key, value]]);
}

/** Of each an option of its own is made; as many as a configuration may have. */
export const mostVariables = 1_000;

function readEnvironment(role: Role, text: string): Reading<[string, string][]> {
  const reading = readMap(text);
  if (!reading.ok) return reading;
  const prefix = environmentPrefix[role];
  const variables: Entries = reading.value;
  if (variables.length > mostVariables) return unreadable(`has more than ${mostVariables} variables`);
  return read(
    variables.map(([name, value]) => [`${prefix}${name}`, value]),
    `is no option of Flink; its own spelling is ${prefix}${variables[0]?.[0] ?? "<NAME>"}: <value>, one for each variable`,
  );
}
