import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { discover, version } from "./discovery.ts";
import { type Call, type Faults, faultError } from "./fault.ts";
import { type Answer, type ApiContext, handle } from "./handle.ts";
import type { JsonObject } from "./json.ts";
import { openApi } from "./openapi.ts";
import { ApiError, internalError } from "./status-error.ts";
import { streamWatch, type WatchTimes } from "./stream-watch.ts";
import { authenticate, type User, type UsersByToken } from "./user.ts";
import { toWarningHeaders } from "./warning-headers.ts";

/** What the HTTP side of the server shares between requests. */
export interface ServeContext {
  readonly api: ApiContext;
  readonly users: UsersByToken | undefined;
  readonly now: () => number;
  readonly calls: Call[];
  readonly faults: Faults;
  readonly times: WatchTimes;
  /** Ends every watch. */
  readonly signal: AbortSignal;
}

/** Answers one HTTP request, whatever happens; counts it. */
export async function serve(context: ServeContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://api");
  const call = begin(context, request, response, url);
  const fault = context.faults.take(call);
  try {
    if (fault?.delayMs) await wait(fault.delayMs);
    if (fault?.reset) return void request.socket.destroy();
    if (fault?.status) throw faultError(fault.status);
    const user = authenticate(request.headers.authorization, context.users);
    Object.assign(call, { username: user.username });
    const answer = await answerOf(context, request, url, user);
    if (fault?.lost) return void request.socket.destroy();
    if (answer.kind === "watch") streamWatch(context.api.store, response, { ...answer, ...context });
    else send(response, answer.code, answer.body, answer.warnings);
  } catch (error) {
    sendError(response, error);
  }
}

function begin(context: ServeContext, request: IncomingMessage, response: ServerResponse, url: URL): Call {
  const at = context.now();
  const call: Call = {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.search,
    userAgent: request.headers["user-agent"] ?? "",
    username: "",
    at,
    status: 0,
  };
  context.calls.push(call);
  response.setHeader("Date", new Date(at).toUTCString());
  response.setHeader("Cache-Control", "no-cache, private");
  const writeHead = response.writeHead.bind(response) as (code: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (code: number, ...rest: unknown[]) => {
    call.status = code;
    return writeHead(code, ...rest);
  };
  return call;
}

async function answerOf(context: ServeContext, request: IncomingMessage, url: URL, user: User): Promise<Answer> {
  const plain = plainPaths[url.pathname.replace(/\/$/, "")];
  if (plain) return { kind: "body", code: 200, body: plain, warnings: [] };
  const { resources } = context.api.store;
  const found =
    request.method === "GET"
      ? (discover(url.pathname, resources, request.headers.host ?? "") ?? openApi(url.pathname, resources))
      : undefined;
  if (found) return { kind: "body", code: 200, body: found, warnings: [] };
  return handle(context.api, request, url, user);
}

const ok = { text: "ok" };

/** Paths that answer the same at all times; `text` is sent as it is. */
const plainPaths: Readonly<Record<string, JsonObject>> = {
  "/version": version,
  "/healthz": ok,
  "/livez": ok,
  "/readyz": ok,
};

function sendText(response: ServerResponse, code: number, text: string): void {
  response.writeHead(code, { "Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff" });
  response.end(text);
}

function send(response: ServerResponse, code: number, body: JsonObject, warnings: readonly string[]): void {
  if (warnings.length > 0) response.setHeader("Warning", toWarningHeaders(warnings));
  if (body === ok) {
    sendText(response, code, "ok");
    return;
  }
  response.writeHead(code, { "Content-Type": "application/json" });
  response.end(JSON.stringify(body));
}

function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status } = error instanceof ApiError ? error : internalError(String((error as Error)?.stack ?? error));
  if (status.code === 404 && status.reason === undefined) {
    sendText(response, 404, `${status.message}\n`);
    return;
  }
  if (status.code === 429) response.setHeader("Retry-After", "1");
  send(response, status.code, status, error instanceof ApiError ? error.warnings : []);
}
