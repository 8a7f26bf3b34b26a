import type { ServerResponse } from "node:http";
import type { Target } from "./change.ts";
import type { JsonObject } from "./json.ts";
import type { KubeObject } from "./object.ts";
import { isTrue, listQueryOf } from "./request.ts";
import { apiVersionOf } from "./resource.ts";
import { ApiError } from "./status-error.ts";
import type { Store } from "./store.ts";
import { startWatch } from "./store-watch.ts";
import { makeTable } from "./table.ts";

/** Times of a watch, in milliseconds. */
export interface WatchTimes {
  /** How long a watch lasts that names no `timeoutSeconds`. */
  readonly timeout: number;
  /** How often a watch that asks for bookmarks gets one. */
  readonly bookmark: number;
}

/** A reader this far behind (in bytes) is cut off. */
const maxBehind = 64 * 1024 * 1024;

/** Streams a watch as JSON lines until its time is over, the client leaves or `signal` ends it. */
export function streamWatch(
  store: Store,
  response: ServerResponse,
  request: { target: Target; query: URLSearchParams; table: boolean; times: WatchTimes; signal: AbortSignal },
): void {
  const { target, query, times } = request;
  const send = (type: string, object: JsonObject) => {
    response.write(`${JSON.stringify({ type, object })}\n`);
    if (response.writableLength > maxBehind) response.destroy();
  };
  const sendObject = (type: string, object: KubeObject) => {
    const { resourceVersion } = object.metadata;
    const row = () => makeTable(target.resource, [object], { resourceVersion }, store.options.now());
    send(type, request.table ? row() : object);
  };
  const watch = begin(store, target, query, sendObject);
  response.writeHead(200, { "Content-Type": "application/json", "Transfer-Encoding": "chunked" });
  response.flushHeaders();
  if (watch instanceof ApiError) {
    send("ERROR", watch.status);
    response.end();
    return;
  }
  for (const event of watch.first) sendObject(event.type, event.object);
  const bookmarks = isTrue(query.get("allowWatchBookmarks"));
  const mark = (annotations?: JsonObject) => bookmarks && send("BOOKMARK", bookmark(store, target, annotations));
  if (isTrue(query.get("sendInitialEvents"))) mark({ "k8s.io/initial-events-end": "true" });
  const seconds = Number(query.get("timeoutSeconds") ?? "0");
  const every = setInterval(() => mark(), times.bookmark);
  const over = setTimeout(() => finish(true), seconds > 0 ? seconds * 1000 : times.timeout);
  const finish = (inTime: boolean) => {
    clearInterval(every);
    clearTimeout(over);
    watch.stop();
    request.signal.removeEventListener("abort", cut);
    if (inTime) mark();
    response.end();
  };
  const cut = () => finish(false);
  request.signal.addEventListener("abort", cut);
  response.on("close", cut);
}

function begin(store: Store, target: Target, query: URLSearchParams, send: (type: string, object: KubeObject) => void) {
  try {
    return startWatch(store, target.resource, listQueryOf(query, target), (event) => send(event.type, event.object));
  } catch (error) {
    if (error instanceof ApiError && error.status.code === 410) return error;
    throw error;
  }
}

function bookmark(store: Store, target: Target, annotations?: JsonObject): JsonObject {
  const { resource } = target;
  const metadata = {
    resourceVersion: String(store.revision),
    creationTimestamp: null,
    ...(annotations ? { annotations } : {}),
  };
  return { kind: resource.kind, apiVersion: apiVersionOf(resource), metadata };
}
