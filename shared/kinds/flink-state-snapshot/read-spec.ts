import { at, type JsonValue } from "../../core/json.ts";
import type { KubeObject } from "../../core/object.ts";
import type { Violation } from "../../core/rule.ts";
import type { Settings } from "../../core/settings.ts";
import { validate } from "../../core/validate.ts";
import type { SavepointFormat } from "../../ports/flink-rest.ts";
import type { Target } from "./memory.ts";
import { alreadyExists, rules } from "./rules.ts";
import { type FlinkStateSnapshotSpec, spec as schema } from "./schema.ts";

/** What a spec asks for. */
export interface Wanted {
  readonly snapshot: "savepoint" | "checkpoint";
  /** Undefined for one that exists already and names nobody. */
  readonly target: Target | undefined;
  /** Directory of a savepoint that is to be taken; undefined for the cluster's own. Of an existing one, where it is. */
  readonly path: string | undefined;
  readonly format: SavepointFormat;
  /** It is there already and only recorded. */
  readonly exists: boolean;
}

/** What a spec comes to, sound or not; `wanted` is undefined where it breaks a rule. */
export function readSpec(
  object: KubeObject,
  settings: Settings,
): { wanted: Wanted | undefined; violations: Violation[] } {
  const violations = validate({ schema: { spec: schema }, rules }, { object, settings });
  if (violations.length > 0) return { wanted: undefined, violations };
  const { savepoint, jobReference } = object.spec as unknown as FlinkStateSnapshotSpec;
  const { kind, name } = jobReference ?? {};
  const wanted: Wanted = {
    snapshot: savepoint === undefined ? "checkpoint" : "savepoint",
    target: kind === undefined || name === undefined ? undefined : { kind, name },
    path: savepoint?.path === "" ? undefined : savepoint?.path,
    format: savepoint?.formatType === "NATIVE" ? "NATIVE" : "CANONICAL",
    exists: alreadyExists(object.spec),
  };
  return { wanted, violations };
}

/**
 * Whether the files of a savepoint go with its resource: of what Weir took, where nothing else is said; of what existed
 * before, only where it is said. A word that is none keeps them.
 */
export function disposes(spec: JsonValue | undefined): boolean {
  const said = at(spec, "savepoint", "disposeOnDelete");
  return said === undefined ? !alreadyExists(spec) : said === true;
}

/** How many failures are followed by another try; infinite where nothing, -1 or a word that is none is said. */
export function backoffLimit(spec: JsonValue | undefined): number {
  const limit = at(spec, "backoffLimit");
  return typeof limit === "number" && limit >= 0 ? limit : Number.POSITIVE_INFINITY;
}
