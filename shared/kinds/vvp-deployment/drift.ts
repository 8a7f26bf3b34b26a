import { equals } from "../../core/diff.ts";
import { hashOf } from "../../core/hash.ts";
import { at, isObject, type JsonValue, member } from "../../core/json.ts";
import type { Normalised } from "../../core/record.ts";
import type { Deployment } from "../../ports/app-manager.ts";
import { driftPolicy } from "./policies.ts";
import { isOutdated } from "./projection.ts";
import { restartAnnotation } from "./restart.ts";
import { isDeleting, ours, type View } from "./view.ts";

/** Values that a platform may write in its own way before nothing is said about drift any more; bounds the record. */
const mostNormalised = 64;

/** Characters of their paths, all together. */
const longestPaths = 4_096;

/** Stands for a platform that answers with too many other values. */
const everything = "";

/** Paths with an owner of their own: the state (AMB-18), and the mark of a restart. */
const others: ReadonlySet<string> = new Set(["spec.state", `spec.template.metadata.annotations.${restartAnnotation}`]);

/**
 * Where the platform holds other values than were projected (F11, AMB-18): dotted paths, sorted.
 *
 * Guarantees: only paths that the resource gives are compared, in both modes; a value that the platform wrote in its own
 * way when it answered the last projection is none; empty while anything of the spec is still to be projected.
 */
export function driftOf(view: View): readonly string[] {
  const deployment = ours(view);
  if (deployment === undefined || view.violations.length > 0 || isDeleting(view)) return [];
  if (isOutdated(view) || driftPolicy(view.object, view.settings) === "Ignore") return [];
  const known = view.record?.normalised ?? {};
  if (Object.hasOwn(known, everything)) return [];
  const found = differences(view, deployment);
  return [...found].flatMap(([path, hash]) => (known[path] === hash ? [] : [path])).sort();
}

/** What to remember of the platform's answer to a projection; undefined where it holds just what was sent. */
export function normalisedBy(view: Pick<View, "object">, answer: Deployment): Normalised | undefined {
  const found = differences(view, answer);
  if (found.size === 0) return undefined;
  const length = [...found.keys()].reduce((sum, path) => sum + path.length, 0);
  if (found.size > mostNormalised || length > longestPaths) return { [everything]: "" };
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The leaves that differ, with a short hash of what the platform holds there; arrays are leaves. */
function differences({ object }: Pick<View, "object">, { metadata, spec }: Deployment): Map<string, string> {
  const found = new Map<string, string>();
  const wanted: JsonValue = at(object.spec, "deployment") ?? {};
  const stack: { wanted: JsonValue; held: JsonValue | undefined; path: string }[] = [
    { wanted, held: { metadata, spec }, path: "" },
  ];
  for (let job = stack.pop(); job !== undefined; job = stack.pop()) {
    if (others.has(job.path)) continue;
    if (!isObject(job.wanted)) {
      if (!equals(job.wanted, job.held)) found.set(job.path, hashOf(job.held).slice(0, 16));
      continue;
    }
    for (const [key, value] of Object.entries(job.wanted)) {
      const path = job.path === "" ? key : `${job.path}.${key}`;
      stack.push({ wanted: value, held: member(job.held, key), path });
    }
  }
  return found;
}
