import { isObject, type JsonObject, type JsonValue } from "../core/json.ts";
import { writeList, writeMap } from "../core/notation/list-and-map.ts";
import { oncePer } from "../core/once-per.ts";
import type { Violation } from "../core/rule.ts";

/** Flink's configuration as Flink holds it: dotted keys, every value a text. */
export type FlinkConfiguration = Readonly<Record<string, string>>;

/** A configuration, and what of the source is none. */
export interface Flattened {
  readonly configuration: FlinkConfiguration;
  /** Paths are those of the source, below the `path` that was given. */
  readonly problems: readonly Violation[];
}

type Level = { readonly key: string; readonly value: JsonValue; readonly isNested: boolean };

/**
 * Characters of the keys of all nested options of a resource: as many as a flat configuration may have. Below one long key
 * each member has a long one, so that 65,536 characters of a source would come to millions.
 */
export const mostNested = 65_536;

/** Apostrophes in all lists of a resource's options: each is doubled by every level of quotes that it comes into, of which there are three. */
export const mostApostrophes = 4_096;

/**
 * Flat or nested YAML as a configuration: maps become dots, lists `;`-joined texts (their maps `k:v,…`, as Flink notes
 * both), numbers and switches texts. Null and empty maps vanish.
 *
 * Guarantees: total and iterative; the order of the keys is that of the source; a key that two spellings of the same path
 * give (`a: {b: 1}` and `a.b: 2`) holds the later one and is a problem; so are a resource's nested options and lists beyond
 * what these may come to, which are left out.
 */
export function flatten(source: unknown, path = configurationPath): Flattened {
  if (source === null || source === undefined) return { configuration: {}, problems: [] };
  if (!isObject(source)) return { configuration: {}, problems: [{ path, message: "is no map of options" }] };
  return path === configurationPath ? flattenUsual(source) : flattenMap(source, path, () => undefined);
}

/** The path of the configuration in a spec. */
export const configurationPath = "spec.flinkConfiguration";

/** A dozen readers ask about the same map in every pass. */
const flattenUsual = oncePer((source: JsonObject) => flattenMap(source, configurationPath, makeBounds()));

/** As nearly everybody writes it. */
function isFlat(source: JsonObject): source is FlinkConfiguration {
  return Object.values(source).every((value) => typeof value === "string");
}

/** Why an option is left out, undefined where it is not; asked of one after the other. */
type Bounds = (level: Level) => string | undefined;

function makeBounds(): Bounds {
  let [nested, apostrophes] = [0, 0];
  return ({ key, value, isNested }) => {
    if (isNested) nested += key.length;
    if (isNested && nested > mostNested) return `has more than ${mostNested} characters in the keys of nested options`;
    if (!Array.isArray(value)) return undefined;
    const own = apostrophesIn(JSON.stringify(value));
    apostrophes += own;
    return own > 0 && apostrophes > mostApostrophes
      ? `has more than ${mostApostrophes} apostrophes in lists`
      : undefined;
  };
}

function apostrophesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("'"); at >= 0; at = text.indexOf("'", at + 1)) count += 1;
  return count;
}

function flattenMap(source: JsonObject, path: string, excessOf: Bounds): Flattened {
  if (isFlat(source)) return { configuration: source, problems: [] };
  const found = new Map<string, string>();
  const problems: Violation[] = [];
  const stack: Level[] = [];
  const excesses = new Set<string>();
  pushMembers(stack, "", source);
  for (let level = stack.pop(); level !== undefined; level = stack.pop()) {
    const { key, value } = level;
    if (isObject(value)) {
      pushMembers(stack, `${key}.`, value);
      continue;
    }
    const excess = excessOf(level);
    if (excess !== undefined) {
      excesses.add(excess);
      continue;
    }
    if (found.has(key)) problems.push({ path: `${path}.${key}`, message: "is set twice, nested and with dots" });
    found.set(key, textOf(value));
  }
  problems.push(...[...excesses].map((message) => ({ path, message })));
  return { configuration: Object.fromEntries(found), problems };
}

/** Puts the members of a map that have a value on the stack, last first, so that they come off it in order. */
function pushMembers(stack: Level[], prefix: string, map: JsonObject): void {
  for (const [key, value] of Object.entries(map).reverse()) {
    if (value === null || value === undefined) continue;
    stack.push({ key: `${prefix}${key}`, value, isNested: prefix !== "" });
  }
}

/** A leaf as Flink's own text; what is nested deeper than a list of maps is JSON, which no option of Flink takes. */
function textOf(value: JsonValue): string {
  if (!Array.isArray(value)) return plainText(value);
  return writeList(
    value.filter((item) => item !== null).map((item) => (isObject(item) ? mapText(item) : plainText(item))),
  );
}

function mapText(map: object): string {
  return writeMap(Object.entries(map).map(([key, value]) => [key, plainText(value)]));
}

function plainText(value: JsonValue): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/**
 * The keys that are the dotted beginning of another one; `config.yaml` cannot hold both, since one path would be a text and
 * a map (3.2). To be asked of what a version is handed, that is in its own spellings.
 */
export function findPrefixClashes(configuration: FlinkConfiguration): Violation[] {
  const clashes = new Map<string, string>();
  for (const key of Object.keys(configuration)) {
    for (let dot = key.indexOf("."); dot >= 0; dot = key.indexOf(".", dot + 1)) {
      const prefix = key.slice(0, dot);
      if (Object.hasOwn(configuration, prefix)) clashes.set(prefix, key);
    }
  }
  return [...clashes].map(([prefix, key]) => ({
    path: `spec.flinkConfiguration.${prefix}`,
    message: `cannot stand beside ${key}: the configuration file of Flink 2 would hold a text and a map at one path`,
  }));
}
