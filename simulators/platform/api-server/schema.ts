import type { JsonObject } from "./json.ts";
import type { KubeObject } from "./object.ts";
import type { FieldError, FieldErrorType } from "./resource.ts";
import { withDefaults } from "./schema-default.ts";
import { listTypeErrors } from "./schema-lists.ts";
import { pruneResource } from "./schema-prune.ts";
import { ruleErrors } from "./schema-rules.ts";
import { schemaErrors } from "./schema-validate.ts";
import type { Structural } from "./structural.ts";

/** Prunes and defaults a resource by its schema; `unknown` lists the paths that were dropped. */
export function normalizeBySchema(object: KubeObject, schema: Structural): { value: KubeObject; unknown: string[] } {
  const { value, unknown } = pruneResource(object, schema);
  return { value: withDefaults(value, schema) as KubeObject, unknown };
}

/** What is wrong with a resource by its schema and rules. `part`: a status write checks only the status by schema. */
export function validateBySchema(
  object: KubeObject,
  old: KubeObject | undefined,
  schema: Structural,
  part: "" | "status",
): FieldError[] {
  const found = part === "status" ? statusErrors(object, old, schema) : wholeErrors(object, old, schema);
  const repeated = old && listTypeErrors(old, schema, "").length > 0 ? [] : listTypeErrors(object, schema, "");
  const errors = [...found, ...repeated];
  if (!schema.hasRules) return errors;
  if (errors.some((error) => blocking.has(error.type))) return [...errors, notChecked];
  return [...errors, ...ruleErrors(object, old, schema)];
}

function wholeErrors(object: JsonObject, old: KubeObject | undefined, schema: Structural): FieldError[] {
  return schemaErrors(object, schema, { path: "", prefix: "" }, old);
}

function statusErrors(object: JsonObject, old: KubeObject | undefined, schema: Structural): FieldError[] {
  const node = schema.properties.get("status");
  const { status } = object;
  if (!node || status === undefined) return [];
  return schemaErrors(status, node, { path: "", prefix: "status" }, old?.status);
}

/** Findings after which the rules are not evaluated. */
const blocking: ReadonlySet<FieldErrorType> = new Set([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);

const notChecked: FieldError = {
  field: "<nil>",
  type: "FieldValueInvalid",
  value: null,
  detail:
    "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
};
