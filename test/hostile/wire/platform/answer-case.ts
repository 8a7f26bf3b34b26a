import type { WireAnswer } from "../../../../shared/adapters/http.ts";
import type { JsonValue } from "../../../../shared/core/json.ts";
import { home } from "../../../world/world.ts";
import type { Hostile } from "../hostile.ts";

/** A hostile answer of the platform. */
export interface AnswerCase extends Hostile {
  readonly answer: WireAnswer;
  /** True where it can be no answer to what was asked, so that nothing may be concluded from it. */
  readonly malformed: boolean;
}

/** What the platform is made to repeat in its answers; no message may. */
export const repeated = home.token;

/** An answer with that text, or with that value as JSON. */
export function says(status: number, body: string | { readonly json: JsonValue }, retryAfter?: string): WireAnswer {
  return { status, text: typeof body === "string" ? body : JSON.stringify(body.json), retryAfter };
}

/** Cases of one group; their ids are the group and their place in it. */
export function answers(group: string, malformed: boolean, list: readonly WireAnswer[]): AnswerCase[] {
  return list.map((answer, index) => ({ id: `answer/${group}/${index + 1}`, answer, malformed }));
}
