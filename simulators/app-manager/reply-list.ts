import type { JsonValue } from "../../shared/core/json.ts";
import { invalid, type Problem } from "./problem.ts";
import { type Reply, refuseInvalid } from "./reply.ts";
import type { Visit } from "./visit.ts";

/** Largest page that a client may ask for (2.1). */
const LARGEST_PAGE = 100;

/**
 * A list as AppManager v1 sends it, all items at once with empty metadata; or, while the platform pages, one page of it with
 * the vendor branch's metadata. Pages count from 1.
 */
export function replyList({ state, query }: Visit, kind: string, items: readonly JsonValue[]): Reply {
  const list = { kind: `${kind}List`, apiVersion: "v1" };
  if (state.pageSize === 0) return { status: 200, body: { ...list, metadata: {}, items } };
  const pageSize = readCount(query, "pageSize", state.pageSize, LARGEST_PAGE);
  const pageIndex = readCount(query, "pageIndex", 1, Number.MAX_SAFE_INTEGER);
  const problems = [pageSize, pageIndex].filter((one) => typeof one === "object");
  if (typeof pageSize === "object" || typeof pageIndex === "object") return refuseInvalid(problems);
  const page = items.slice((pageIndex - 1) * pageSize, pageIndex * pageSize);
  const totalPage = Math.ceil(items.length / pageSize);
  const metadata = { pageSize, pageIndex, totalSize: items.length, totalPage, resultSize: page.length };
  return { status: 200, body: { ...list, metadata, items: page } };
}

function readCount(query: URLSearchParams, key: string, fallback: number, most: number): number | Problem {
  const text = query.get(key);
  if (text === null) return fallback;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  return invalid(key, `${key} must be a whole number from 1${most === LARGEST_PAGE ? ` to ${most}` : ""}`);
}
