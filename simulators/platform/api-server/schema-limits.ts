import { goNumber, isGoInteger } from "./go-number.ts";
import { isObject, type Json, sameJson } from "./json.ts";
import { fieldOf, type Place } from "./place.ts";
import type { FieldError } from "./resource.ts";
import { formatFits } from "./schema-format.ts";
import type { Structural } from "./structural.ts";

/** What is wrong with a value by limits, enum, pattern and format; nothing below the value is looked at. */
export function limitErrors(value: Json, node: Structural, place: Place): FieldError[] {
  return [
    ...(typeof value === "string" ? textErrors(value, node, place) : []),
    ...(typeof value === "number" ? numberErrors(value, node, place) : []),
    ...(Array.isArray(value) ? listErrors(value, node, place) : []),
    ...enumErrors(value, node, place),
    ...(isObject(value) ? sizeErrors(Object.keys(value).length, node, place) : []),
  ];
}

function numberOf(node: Structural, keyword: string): number | undefined {
  const value = node.raw[keyword];
  return typeof value === "number" ? value : undefined;
}

function invalidBecause(value: Json, place: Place, words: string): FieldError {
  return { field: fieldOf(place), type: "FieldValueInvalid", value, detail: `${place.path} in body ${words}` };
}

function tooMany(count: number, max: number, place: Place): FieldError {
  const detail = `must have at most ${max} ${max === 1 ? "item" : "items"}`;
  return { field: fieldOf(place), type: "FieldValueTooMany", value: count, detail };
}

/** The first limit that a text breaks; the real server stops there as well. */
function textErrors(value: string, node: Structural, place: Place): FieldError[] {
  const [least, most] = [numberOf(node, "minLength"), numberOf(node, "maxLength")];
  const length = [...value].length;
  const { format } = node.raw;
  const badFormat =
    typeof format === "string" && !formatFits(format, value)
      ? [
          {
            field: fieldOf(place),
            type: "FieldValueTypeInvalid" as const,
            value,
            detail: `${place.path} in body must be of type ${format}: ${JSON.stringify(value)}`,
          },
        ]
      : [];
  if (most !== undefined && length > most) {
    const detail = `may not be more than ${most} ${most === 1 ? "byte" : "bytes"}`;
    return [{ field: fieldOf(place), type: "FieldValueTooLong", detail }, ...badFormat];
  }
  if (least !== undefined && length < least) {
    return [invalidBecause(value, place, `should be at least ${least} chars long`), ...badFormat];
  }
  if (node.pattern && !node.pattern.test(value)) {
    return [invalidBecause(value, place, `should match '${String(node.raw.pattern)}'`), ...badFormat];
  }
  return badFormat;
}

function numberErrors(value: number, node: Structural, place: Place): FieldError[] {
  const [least, most, factor] = ["minimum", "maximum", "multipleOf"].map((keyword) => numberOf(node, keyword));
  const above = node.raw.exclusiveMinimum === true;
  const under = node.raw.exclusiveMaximum === true;
  // Bounds are compared, and shown, in the type of the value.
  const shown = (bound: number) => goNumber(bound, !isGoInteger(value));
  const errors: FieldError[] = [];
  if (factor !== undefined && !Number.isInteger(value / factor)) {
    errors.push(invalidBecause(value, place, `should be a multiple of ${shown(factor)}`));
  }
  if (least !== undefined && (value < least || (above && value === least))) {
    errors.push(invalidBecause(value, place, `should be greater than ${above ? "" : "or equal to "}${shown(least)}`));
  }
  if (most !== undefined && (value > most || (under && value === most))) {
    errors.push(invalidBecause(value, place, `should be less than ${under ? "" : "or equal to "}${shown(most)}`));
  }
  return errors;
}

function listErrors(list: readonly Json[], node: Structural, place: Place): FieldError[] {
  const [least, most] = [numberOf(node, "minItems"), numberOf(node, "maxItems")];
  const errors: FieldError[] = [];
  if (least !== undefined && list.length < least) {
    errors.push(invalidBecause(list.length, place, `should have at least ${least} items`));
  }
  if (most !== undefined && list.length > most) errors.push(tooMany(list.length, most, place));
  return errors;
}

function sizeErrors(size: number, node: Structural, place: Place): FieldError[] {
  const [least, most] = [numberOf(node, "minProperties"), numberOf(node, "maxProperties")];
  const errors: FieldError[] = [];
  if (least !== undefined && size < least) {
    errors.push(invalidBecause(size, place, `should have at least ${least} properties`));
  }
  if (most !== undefined && size > most) errors.push(tooMany(size, most, place));
  return errors;
}

function enumErrors(value: Json, node: Structural, place: Place): FieldError[] {
  const allowed = node.raw.enum;
  if (!Array.isArray(allowed) || allowed.some((item) => sameJson(item, value))) return [];
  const list = allowed.map((item) => JSON.stringify(typeof item === "string" ? item : JSON.stringify(item)));
  const detail = `supported values: ${list.join(", ")}`;
  return [{ field: fieldOf(place), type: "FieldValueNotSupported", value, detail }];
}
