import { at, textAt } from "../../core/json.ts";
import type { Examination } from "../../core/kind.ts";
import type { KubeObject } from "../../core/object.ts";
import type { Review } from "../../core/rule.ts";
import { alreadyExists } from "./rules.ts";

const path = "spec.jobReference.name";

/**
 * What a snapshot breaks with the job that it names (FN-4); pure, the reading is done elsewhere.
 *
 * Assumptions: the snapshot has passed its rules; `target` is the resource of that kind, name and namespace, undefined
 * where there is none. What has been triggered already no longer needs its target to be valid.
 */
export function judgeTarget({ object }: Review, target: KubeObject | undefined): Examination {
  const state = at(object.status, "state") ?? "TRIGGER_PENDING";
  if (alreadyExists(object.spec) || state !== "TRIGGER_PENDING") return { denials: [], warnings: [] };
  const message = whyNot(object, target);
  return { denials: message === undefined ? [] : [{ path, message }], warnings: [] };
}

function whyNot({ spec }: KubeObject, target: KubeObject | undefined): string | undefined {
  const kind = textAt(spec, "jobReference", "kind") ?? "";
  if (target === undefined) return `names no ${kind} of this namespace`;
  return at(target.spec, "job") === undefined ? "names a session cluster, which has no job of its own" : undefined;
}
