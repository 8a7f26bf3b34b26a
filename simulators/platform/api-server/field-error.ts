import { goNumber } from "./go-number.ts";
import type { Json } from "./json.ts";
import { isObject } from "./json.ts";
import type { FieldError, FieldErrorType, Names } from "./resource.ts";
import { ApiError, detailsOf, groupKind } from "./status-error.ts";

const words: Readonly<Record<FieldErrorType, string>> = {
  FieldValueInvalid: "Invalid value",
  FieldValueRequired: "Required value",
  FieldValueNotSupported: "Unsupported value",
  FieldValueForbidden: "Forbidden",
  FieldValueDuplicate: "Duplicate value",
  FieldValueTooLong: "Too long",
  FieldValueTooMany: "Too many",
  FieldValueTypeInvalid: "Invalid value",
  FieldValueNotFound: "Not found",
  InternalError: "Internal error",
};

const withoutValue: ReadonlySet<FieldErrorType> = new Set([
  "FieldValueRequired",
  "FieldValueForbidden",
  "FieldValueTooLong",
  "InternalError",
]);

/** 422 naming every finding, as `apierrors.NewInvalid` words it. */
export function invalid(names: Names, name: string, errors: readonly FieldError[]): ApiError {
  const lines = [...new Set(errors.map((error) => `${error.field}: ${bodyOf(error)}`))];
  const summary = lines.length === 1 ? lines[0] : `[${lines.join(", ")}]`;
  const causes = errors.map((error) => ({ reason: error.type, message: bodyOf(error), field: error.field }));
  const message = `${groupKind(names)} "${name}" is invalid: ${summary}`;
  return new ApiError(422, "Invalid", message, { ...detailsOf(names, name, names.kind), causes });
}

/** The message of one finding without its path. */
export function bodyOf(error: FieldError): string {
  const detail = error.detail ? `: ${error.detail}` : "";
  if (withoutValue.has(error.type) || !Object.hasOwn(error, "value")) return words[error.type] + detail;
  return `${words[error.type]}: ${shown(error.value)}${detail}`;
}

function shown(value: unknown): string {
  if (typeof value === "number") return goNumber(value);
  return typeof value === "boolean" ? String(value) : goJson(value);
}

/** JSON as Go writes it: sorted keys, `<`, `>` and `&` escaped. */
export function goJson(value: unknown): string {
  const text = JSON.stringify(sorted(value as Json)) ?? "null";
  return text.replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
}

function sorted(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => sorted(item) ?? null);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
