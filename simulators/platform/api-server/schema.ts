import type { JsonObject } from "./json.ts";
import type { KubeObject } from "./object.ts";
import type { FieldError } from "./resource.ts";

/** Prunes and defaults an object by its structural schema; `unknown` lists the paths that were dropped. */
export function normalizeBySchema(object: KubeObject, _schema: JsonObject): { value: KubeObject; unknown: string[] } {
  return { value: object, unknown: [] };
}

/** What is wrong with an object by its schema and CEL rules; what an update leaves unchanged is not reported again. */
export function validateBySchema(_object: KubeObject, _old: KubeObject | undefined, _schema: JsonObject): FieldError[] {
  return [];
}
