import type { NoAnswer, Transport, WireAnswer, WireRequest } from "../../shared/adapters/http.ts";
import { isObject, type JsonObject, type JsonValue } from "../../shared/core/json.ts";
import { oncePer } from "../../shared/core/once-per.ts";
import { exchange } from "../../simulators/app-manager/exchange.ts";
import type { Platform } from "../../simulators/app-manager/platform.ts";
import type { Fault, IoKind } from "./faults.ts";
import type { Network } from "./network.ts";
import type { Process } from "./process.ts";

type Answer = WireAnswer | NoAnswer;

/** Where AppManager is. */
export const platformUrl = "http://appmanager";

/** The way of one process to AppManager, below the adapter as it ships; `onWrite` is told after each effect. */
export function platformTransport(
  platform: Platform,
  network: Network,
  process: Process,
  onWrite: () => void,
): Transport {
  return {
    warm: async () => {},
    close: () => {},
    send: (request, signal) => {
      const path = request.url.slice(platformUrl.length);
      const query = path.indexOf("?");
      const pathname = query < 0 ? path : path.slice(0, query);
      return network.call<Answer>(process, {
        kind: kindOf(request.method, pathname),
        what: `${request.method} ${pathname}`,
        apply: () => {
          const answer = take(platform, request, path);
          if (request.method !== "GET") onWrite();
          return answer;
        },
        hear: (fault) => hear(fault, request),
        limitMs: request.timeoutMs,
        signal,
      });
    },
  };
}

function take(platform: Platform, { method, headers, body }: WireRequest, path: string): WireAnswer {
  const token = headers.authorization?.slice("Bearer ".length);
  const request = {
    method,
    path,
    token,
    operator: headers["x-vvp-operator-instance"],
    body: body === undefined ? undefined : (JSON.parse(body) as JsonValue),
  };
  const outcome = exchange(platform, request, undefined);
  if (outcome.kind !== "json") throw new Error("a platform without faults answers in JSON");
  const { reply } = outcome;
  return { status: reply.status, text: textOf(reply.body), retryAfter: reply.headers?.["retry-after"] };
}

/** What the platform stores, and so what it answers with, is replaced and never changed. */
const textOfObject = oncePer((body: JsonObject) => JSON.stringify(body));

function textOf(body: unknown): string {
  if (!isObject(body)) return JSON.stringify(body);
  return Array.isArray(body.items) ? textOfList(body) : textOfObject(body);
}

/** A list is made anew for each answer, of items that are not. */
function textOfList({ items, ...head }: JsonObject): string {
  return `${JSON.stringify(head).slice(0, -1)},"items":[${(items as readonly JsonValue[]).map(textOf).join()}]}`;
}

const page = "<html><body>Please sign in.</body></html>";

/** What a caller hears of a fault; a platform that fails repeats what it was sent, the token with it (S7). */
function hear(fault: Fault, { headers }: WireRequest): Answer {
  const sent = headers.authorization ?? "nothing";
  switch (fault) {
    case "refused":
      return { status: 503, text: `{"message":"the platform failed at ${sent}"}`, retryAfter: undefined };
    case "failed":
    case "failed after":
      return { status: 500, text: `{"message":"NullPointerException at ${sent}"}`, retryAfter: undefined };
    case "throttled":
      return { status: 429, text: `{"message":"too many requests of ${sent}"}`, retryAfter: "3" };
    case "denied":
      return { status: 401, text: `{"message":"who is ${sent}?"}`, retryAfter: undefined };
    case "page":
      return { status: 404, text: page, retryAfter: undefined };
    case "page after":
      return { status: 200, text: page, retryAfter: undefined };
    case "cut before":
    case "cut after":
      return { why: "ECONNRESET", sent: true, cause: "way" };
    default:
      return { why: "no answer in the time that was left", sent: true, cause: "time" };
  }
}

/** What `/api/v1/namespaces/default/deployments/one` is about; a path of a collection ends with its name. */
function placeOf(pathname: string) {
  let begin = 0;
  for (let segment = 0; segment < 5; segment += 1) begin = pathname.indexOf("/", begin) + 1;
  const end = pathname.indexOf("/", begin);
  return { collection: end < 0 ? pathname.slice(begin) : pathname.slice(begin, end), isOne: end >= 0 };
}

function kindOf(method: WireRequest["method"], pathname: string): IoKind {
  const { collection, isOne } = placeOf(pathname);
  if (collection === "events") return method === "GET" ? "platform list" : "platform announce";
  if (collection === "savepoints") return method === "GET" ? "platform savepoints" : "platform savepoint";
  if (method === "GET") return isOne ? "platform get" : "platform list";
  if (method === "POST") return "platform create";
  if (method === "PATCH") return "platform patch";
  return method === "PUT" ? "platform replace" : "platform delete";
}
