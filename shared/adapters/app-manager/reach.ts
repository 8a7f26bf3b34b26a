import { isOperatorError } from "../../core/error.ts";
import type { JsonValue } from "../../core/json.ts";
import type { Call, Called } from "./call.ts";
import { type Doing, fromAnswer, fromBadBody, jsonOf } from "./translate-error.ts";
import type { Page } from "./wire.ts";

/** What all calls of the port share. */
export interface Reach {
  readonly call: (call: Call) => Promise<Called>;
  readonly now: () => number;
  /** Limits of a call about one object, and of one about all. */
  readonly one: Call["limits"];
  readonly many: Call["limits"];
}

/** Pages of a list that are read at most. */
const mostPages = 1_000;

/** Reads the body of a success; whatever is wrong with it is `Malformed`. */
export function judged<Value>(
  { now }: Reach,
  { answer, doing }: Called,
  read: (value: JsonValue, doing: Doing) => Value,
): Value {
  if (answer.status === 404) throw fromAnswer(answer, doing, now());
  const body = jsonOf(answer, doing.token);
  if (body === undefined) throw fromBadBody(`${answer.status} without a JSON object`, doing);
  try {
    return read(body, doing);
  } catch (error) {
    throw isOperatorError(error) ? fromBadBody(error.message, doing) : error;
  }
}

/**
 * Reads a list page by page, on platforms that page.
 *
 * Guarantees: every id once, as last read; a platform that repeats a page, whatever it is asked for, ends the list, which
 * then is not `whole`.
 */
export async function readPages<Item extends { readonly id: string }>(
  reach: Reach,
  { path, ...list }: Pick<Call, "caller" | "path" | "what" | "signal" | "aside">,
  read: (value: JsonValue, doing: Doing) => Page<Item>,
): Promise<{ readonly items: Item[]; readonly whole: boolean }> {
  const found = new Map<string, Item>();
  let page: number | undefined;
  for (let count = 0; count < mostPages; count += 1) {
    const query = page === undefined ? "" : `${path.includes("?") ? "&" : "?"}pageIndex=${page}`;
    const called = await reach.call({ ...list, method: "GET", path: path + query, limits: reach.many });
    const { items, next } = judged(reach, called, read);
    const before = found.size;
    for (const item of items) found.set(item.id, item);
    if (next === undefined) return { items: [...found.values()], whole: true };
    if (next <= (page ?? -1) || found.size === before) break;
    page = next;
  }
  return { items: [...found.values()], whole: false };
}
