import { isObject, type JsonValue } from "../../shared/core/json.ts";
import type { Tags } from "./objects.ts";

/** One fault in a request body, as 400 lists them under `errors`; `reason` is a vendor word. */
export type Problem = {
  readonly attribute: string;
  readonly reason: "isMissing" | "isInvalid" | "isNonPositive" | "hasNotRequiredKey";
  readonly message: string;
};

/** The problem of an attribute that is not there. */
export function missing(attribute: string): Problem {
  return { attribute, reason: "isMissing", message: `${attribute} is required` };
}

/** The problem of an attribute with an unusable value. */
export function invalid(attribute: string, message: string): Problem {
  return { attribute, reason: "isInvalid", message };
}

/** True for an object whose values are all strings. */
export function isTags(value: JsonValue | undefined): value is JsonValue & Tags {
  return isObject(value) && Object.values(value).every((item) => typeof item === "string");
}
