import type { JsonObject, JsonValue } from "../../shared/core/json.ts";
import type { Problem } from "./problem.ts";

/** What the platform answers; `body` is JSON and shares structure with the state, so treat it as frozen. */
export type Reply = {
  readonly status: number;
  readonly body: JsonValue;
  readonly headers?: Readonly<Record<string, string>>;
};

/** 204, which carries no body. */
export const NO_CONTENT: Reply = { status: 204, body: null };

/** A reply with an error body: `{success: false, httpCode, reason, message, …}`. */
export function refuse(status: number, reason: string, message: string, extra: JsonObject = {}): Reply {
  return { status, body: { success: false, httpCode: status, reason, message, ...extra } };
}

/** 400 with `errors`; the message repeats them in one line. */
export function refuseInvalid(problems: readonly Problem[]): Reply {
  const message = problems.map((problem) => problem.message).join("; ");
  return refuse(400, "BAD_REQUEST", message, { errors: problems });
}
