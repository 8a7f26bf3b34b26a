import { type ErrorCode, isOperatorError } from "../core/error.ts";

/** True for an `OperatorError` of that code. */
export function hasCode(error: unknown, code: ErrorCode): boolean {
  return isOperatorError(error) && error.code === code;
}
