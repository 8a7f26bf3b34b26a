import { equals } from "../core/diff.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../core/json.ts";
import { type ChangeClass, changeClasses, changeRowOf } from "./change-rows.ts";
import { flatten } from "./configuration.ts";
import { layer } from "./layers.ts";
import { isSensitive, withoutCredentials } from "./sensitive.ts";

/** One path of a spec that means something else now; `from` or `to` is absent where the path is. */
export interface Difference {
  /** Below `spec`. */
  readonly path: string;
  readonly from?: JsonValue;
  readonly to?: JsonValue;
  readonly class: ChangeClass;
}

/** How two specs differ. */
export interface SpecChange {
  /** In the order of the paths. */
  readonly differences: readonly Difference[];
  /** The greatest of their classes; `IGNORE` where there are none. */
  readonly class: ChangeClass;
}

/**
 * How a spec differs from the one that was acted on (2.5), for FlinkDeployments and FlinkSessionJobs.
 *
 * Guarantees: pure and total; what means the same is no difference: nested and flat configuration, both spellings of an
 * option, a value and its default, null and absent, and a nonce that was taken away.
 * Assumptions: both are within `jsonBounds`, so that the walk may be recursive.
 */
export function diffSpecs(from: JsonObject, to: JsonObject): SpecChange {
  const mode = to.mode === "standalone" ? "standalone" : "native";
  const pairs = pairsOf("", toMeaning(from), toMeaning(to)).concat(
    optionPairs(member(from, "flinkConfiguration"), member(to, "flinkConfiguration")),
  );
  const differences = pairs.flatMap((pair) => judge(pair, mode)).sort((a, b) => (a.path < b.path ? -1 : 1));
  return { differences, class: greatest(differences.map((one) => one.class)) };
}

/** The greatest of some classes; `IGNORE` of none. */
export function greatest(classes: readonly ChangeClass[]): ChangeClass {
  return changeClasses.findLast((one) => classes.includes(one)) ?? "IGNORE";
}

interface Pair {
  readonly path: string;
  readonly from?: JsonValue | undefined;
  readonly to?: JsonValue | undefined;
}

function judge({ path, from, to }: Pair, mode: "native" | "standalone"): Difference[] {
  const row = changeRowOf(path, mode);
  if (to === undefined && row?.ignoresRemoval) return [];
  if (from !== undefined && to !== undefined && row?.isSame?.(from, to)) return [];
  return [
    {
      path,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      class: row?.class ?? "UPGRADE",
    },
  ];
}

/** Every path at which two values differ; lists are compared as a whole. */
function pairsOf(path: string, from: JsonValue | undefined, to: JsonValue | undefined): Pair[] {
  if (isBranch(from) && isBranch(to)) {
    const [left, right] = [from ?? {}, to ?? {}];
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...keys].flatMap((key) =>
      pairsOf(path === "" ? key : `${path}.${key}`, member(left, key), member(right, key)),
    );
  }
  return equals(from, to) ? [] : [{ path, from, to }];
}

/** A map, or nothing, which is an empty one; between two absent values there is no branch to walk. */
function isBranch(value: JsonValue | undefined): value is JsonObject | undefined {
  return value === undefined || isObject(value);
}

function optionPairs(from: JsonValue | undefined, to: JsonValue | undefined): Pair[] {
  const [left, right] = [from, to].map((source) => layer(flatten(source).configuration));
  const keys = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]);
  const pairs = [...keys].map((key) => ({
    path: `flinkConfiguration.${key}`,
    from: member(left, key),
    to: member(right, key),
  }));
  return pairs.filter((pair) => pair.from !== pair.to);
}

/** A spec without its configuration and without null, with the values that absent fields stand for (1.3). */
function toMeaning({ flinkConfiguration: _, ...spec }: JsonObject): JsonObject {
  const { job, jobManager, ...rest } = withoutNull(spec) as JsonObject;
  return {
    mode: "native",
    ...rest,
    jobManager: { replicas: 1, ...(isObject(jobManager) ? jobManager : {}) },
    ...(isObject(job) ? { job: { state: "running", parallelism: 0, args: [], ...job } } : {}),
  };
}

function withoutNull(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutNull(member)]));
}

/** Characters of one value in a sentence. */
const shownLength = 60;

/** The differences as an event or a preview shows them: `image: a:1 → a:2`; no secret, no list, no more than `limit` of them. */
export function describeDifferences(differences: readonly Difference[], limit = 10): string {
  const shown = differences.slice(0, limit).map((one) => `${one.path}: ${shownValues(one)}`);
  const more = differences.length - shown.length;
  return shown.join(", ") + (more > 0 ? `, and ${more} more` : "");
}

function shownValues({ path, from, to }: Difference): string {
  const isPlain = [from, to].every((value) => typeof value !== "object" || value === null);
  return isPlain && !isSensitive(path) ? `${shownValue(from)} → ${shownValue(to)}` : "changed";
}

function shownValue(value: JsonValue | undefined): string {
  if (value === undefined) return "(unset)";
  const text = withoutCredentials(String(value)).replaceAll(/\s+/g, " ");
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
