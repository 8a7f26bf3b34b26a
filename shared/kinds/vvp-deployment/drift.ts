import { isDeleting } from "../../core/deletion-rules.ts";
import { equals } from "../../core/diff.ts";
import { hashOf } from "../../core/hash.ts";
import { at, isObject, type JsonObject, type JsonValue, member } from "../../core/json.ts";
import { onceInARow } from "../../core/once-per.ts";
import type { Normalised, OperatorRecord } from "../../core/record.ts";
import type { Deployment } from "../../ports/app-manager.ts";
import { driftPolicy } from "./policies.ts";
import { isOutdated, mayBeOvertaken } from "./projection.ts";
import { restartAnnotation } from "./restart.ts";
import { ours, type View } from "./view.ts";

/** Values that a platform may write in its own way before nothing is said about drift any more; bounds the record. */
const mostNormalised = 64;

/** Characters of their paths, all together. */
const longestPaths = 4_096;

/** Stands for a platform that answers with too many other values. */
const everything = "";

/** Paths with an owner of their own: the state (AMB-18), and the mark of a restart. */
const others = ["spec.state", `spec.template.metadata.annotations.${restartAnnotation}`];

/**
 * Where the platform holds other values than were projected (F11, AMB-18): dotted paths, sorted.
 *
 * Guarantees: a value that the platform wrote by itself when it answered the last projection is none; empty while anything
 * of the spec is still to be projected. In PATCH mode only paths that the resource gives are compared; in PUT mode, once
 * a replacement has reset what it does not give, any path of the platform's `spec`.
 */
export const driftOf = onceInARow((view: View): readonly string[] => {
  const deployment = ours(view);
  if (deployment === undefined || view.violations.length > 0 || isDeleting(view)) return [];
  if (isOutdated(view) || mayBeOvertaken(view)) return [];
  return driftPolicy(view.object, view.settings) === "Ignore" ? [] : heldOtherwise(view, deployment);
});

/**
 * True where the platform holds other values while an update of ours may have been applied after the one that followed it:
 * what it left behind is no drift, and is projected again whatever the policy (D6).
 */
export function isOvertaken(view: View): boolean {
  const deployment = ours(view);
  return deployment !== undefined && mayBeOvertaken(view) && heldOtherwise(view, deployment).length > 0;
}

function heldOtherwise(view: View, deployment: Deployment): readonly string[] {
  const known = view.record?.normalised ?? {};
  if (Object.hasOwn(known, everything)) return [];
  const found = differences(view, deployment, isWhole(view));
  return [...found.keys()].filter((path) => known[path] !== found.get(path)).sort();
}

/** True where drift lies in a path that the resource does not give, so that only the whole definition takes it away. */
export function hasAddition(view: View): boolean {
  const given = new Set(isWhole(view) ? differences(view, { metadata: {}, spec: {} }, false).keys() : driftOf(view));
  return driftOf(view).some((path) => !given.has(path));
}

/** True while both the resource and what was projected last are whole definitions (AMB-7). */
function isWhole({ record, object }: View): boolean {
  return record?.whole === true && object.spec.syncingMode === "PUT";
}

/** What to remember of the platform's answer to a projection; undefined where it holds just what was sent. */
export function normalisedBy(view: Pick<View, "object">, answer: Deployment): Normalised | undefined {
  return toNormalised(differences(view, answer, false));
}

/**
 * The same with what a whole definition came to; one to which the platform adds too much is compared as one that is not
 * whole.
 */
export function rememberedBy(
  view: Pick<View, "object">,
  answer: Deployment,
  whole: boolean,
): Pick<OperatorRecord, "normalised" | "whole"> {
  const all = whole ? toNormalised(differences(view, answer, true)) : undefined;
  if (whole && !Object.hasOwn(all ?? {}, everything)) return { whole, ...(all && { normalised: all }) };
  const normalised = normalisedBy(view, answer);
  return normalised === undefined ? {} : { normalised };
}

function toNormalised(found: ReadonlyMap<string, string>): Normalised | undefined {
  if (found.size === 0) return undefined;
  const length = [...found.keys()].reduce((sum, path) => sum + path.length, 0);
  if (found.size > mostNormalised || length > longestPaths) return { [everything]: "" };
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A value on either side, and where; what only the platform has is wanted as undefined. */
interface Place {
  readonly wanted: JsonValue | undefined;
  readonly held: JsonValue | undefined;
  readonly path: string;
}

/** The leaves that differ, with a short hash of what the platform holds there; arrays are leaves. */
function differences(
  { object }: Pick<View, "object">,
  { metadata, spec }: Pick<Deployment, "metadata" | "spec">,
  whole: boolean,
): Map<string, string> {
  const found = new Map<string, string>();
  const stack: Place[] = [{ wanted: at(object.spec, "deployment") ?? {}, held: { metadata, spec }, path: "" }];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    if (others.includes(place.path)) continue;
    if (isObject(place.wanted)) {
      pushGiven(stack, place, place.wanted);
      if (whole) pushAdded(stack, place);
    } else if (place.wanted === undefined && isObject(place.held)) pushAdded(stack, place);
    else if (differs(place)) found.set(place.path, hashOf(place.held).slice(0, 16));
  }
  return found;
}

/** Null on the platform's side is nothing. */
function differs({ wanted, held }: Place): boolean {
  return wanted === undefined ? held !== null : !equals(wanted, held);
}

function pushGiven(places: Place[], { held, path }: Place, wanted: JsonObject): void {
  for (const key of Object.keys(wanted)) {
    places.push({ wanted: wanted[key], held: member(held, key), path: below(path, key) });
  }
}

/** What the platform has beside it; of `metadata` the platform writes much by itself. */
function pushAdded(places: Place[], { wanted, held, path }: Place): void {
  if (!isObject(held) || path === "" || path === "metadata" || path.startsWith("metadata.")) return;
  for (const key of Object.keys(held)) {
    if (member(wanted, key) === undefined) places.push({ wanted: undefined, held: held[key], path: below(path, key) });
  }
}

function below(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
