import { mergePatch } from "../../core/diff.ts";
import { at, isObject, type JsonObject, textAt } from "../../core/json.ts";
import { ownRecord } from "../../core/kind.ts";
import type { KubeObject } from "../../core/object.ts";
import type { OperatorRecord } from "../../core/record.ts";

/** An edit of a resource whose deployment exists, as far as the two versions of the resource tell. */
export interface Change {
  readonly before: KubeObject;
  readonly after: KubeObject;
  readonly mode: "PATCH" | "PUT";
  /** `spec.deployment` before the edit. */
  readonly held: JsonObject;
  /** What the platform has once the edit was projected: PATCH mode takes nothing away. */
  readonly outcome: JsonObject;
  /** The state of the job that the status shows, which may have changed since. */
  readonly seen: string | undefined;
  readonly record: OperatorRecord | undefined;
}

/** The edit that turns one version into the other. */
export function makeChange(before: KubeObject, after: KubeObject): Change {
  const [held, wanted] = [objectAt(before.spec, "deployment"), objectAt(after.spec, "deployment")];
  const mode = at(after.spec, "syncingMode") === "PUT" ? "PUT" : "PATCH";
  const outcome = mode === "PUT" ? wanted : mergePatch(held, wanted);
  const seen = textAt(before.status, "actualState");
  const record = ownRecord(before);
  return { before, after, mode, held, outcome: isObject(outcome) ? outcome : {}, seen, record };
}

function objectAt(value: unknown, key: string): JsonObject {
  const found = at(value, key);
  return isObject(found) ? found : {};
}
