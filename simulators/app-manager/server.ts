import { setMaxListeners } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { drawLatency } from "../shell/shots.ts";
import { closeServer, listen } from "../shell/socket.ts";
import { type Admin, makeAdmin } from "./admin.ts";
import { answerAdmin, isAdminPath } from "./admin-routes.ts";
import { readBody } from "./body.ts";
import { chooseFault, exchange, type Outcome } from "./exchange.ts";
import { OPERATOR_HEADER } from "./lock.ts";
import { type Call, makePlatform, type Platform, recordCall } from "./platform.ts";
import type { Delays } from "./state.ts";
import type { Request } from "./step.ts";
import { textAt } from "./tree.ts";

/** How the simulator is started; everything has a default. `now` gives milliseconds since the epoch; `onCall` hears of each call when it is answered. */
export type StartOptions = {
  readonly port?: number;
  readonly host?: string;
  readonly token?: string;
  readonly seed?: number;
  readonly delays?: Partial<Delays>;
  readonly now?: () => number;
  readonly onCall?: (call: Call) => void;
};

/** A simulator that listens. */
export type AppManagerSimulator = {
  readonly url: string;
  readonly token: string;
  readonly calls: readonly Call[];
  readonly admin: Admin;
  readonly close: () => Promise<void>;
};

type Shell = {
  readonly platform: Platform;
  readonly admin: Admin;
  readonly closing: AbortSignal;
  readonly onCall: (call: Call) => void;
};

/**
 * Starts the simulator on 127.0.0.1 and a free port unless told otherwise; rejects when the port is taken.
 *
 * Guarantees: `close` ends every connection at once, also those that hang on purpose.
 * Caveats: `/config` and `/admin` ask for no token; listen beyond the loopback only in a closed network.
 */
export async function startAppManager(options: StartOptions = {}): Promise<AppManagerSimulator> {
  const { port = 0, host = "127.0.0.1", token, seed = 1, delays = {}, now = Date.now, onCall = () => {} } = options;
  const platform = makePlatform({ seed, token, delays }, now);
  const admin = makeAdmin(platform);
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const shell = { platform, admin, closing: closing.signal, onCall };
  const server = createServer((request, response) => {
    serve(shell, request, response).catch(() => response.destroy());
  });
  const url = await listen(server, port, host);
  return {
    url,
    token: platform.token,
    calls: platform.calls,
    admin,
    close: () => {
      closing.abort();
      return closeServer(server);
    },
  };
}

async function serve(shell: Shell, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { platform, admin } = shell;
  const at = platform.clock();
  const { method = "GET", url: path = "/" } = incoming;
  const body = await readBody(incoming);
  const json = "json" in body ? body.json : undefined;
  if (isAdminPath(path)) {
    const reply = "refusal" in body ? body.refusal : answerAdmin(admin, platform, { method, path, body: json });
    send(shell, response, { kind: "json", reply });
    return;
  }
  const request: Request = { method, path, body: json, token: tokenOf(incoming), operator: operatorOf(incoming) };
  const fault = chooseFault(platform, request);
  const ms = (fault?.kind === "delay" ? fault.ms : 0) + drawLatency(platform.faults.latencyMs, platform.random);
  if (ms > 0) await wait(ms, undefined, { signal: shell.closing });
  const unread: Outcome | undefined = "refusal" in body ? { kind: "json", reply: body.refusal } : undefined;
  const outcome = unread ?? exchange(platform, request, fault);
  const call: Call = {
    ...{ at, method, path, status: statusOf(outcome), body: json, headers: headersOf(incoming) },
    ...(fault === undefined ? {} : { fault: fault.kind }),
    ...messageOf(outcome),
  };
  recordCall(platform, call);
  shell.onCall(call);
  send(shell, response, outcome);
}

function send(shell: Shell, response: ServerResponse, outcome: Outcome): void {
  if (outcome.kind === "hang") return;
  if (outcome.kind === "reset") {
    response.destroy();
    return;
  }
  const { type, text } = contentOf(outcome);
  response.writeHead(statusOf(outcome), {
    ...(text === undefined ? {} : { "content-type": type, "content-length": Buffer.byteLength(text) }),
    date: new Date(shell.platform.clock()).toUTCString(),
    ...(outcome.kind === "json" ? outcome.reply.headers : {}),
  });
  response.end(text);
}

function contentOf(outcome: Extract<Outcome, { kind: "json" | "html" }>) {
  if (outcome.kind === "html") return { type: "text/html", text: outcome.html };
  const { status, body } = outcome.reply;
  return { type: "application/json", text: status === 204 ? undefined : JSON.stringify(body) };
}

function statusOf(outcome: Outcome): number {
  if (outcome.kind === "json") return outcome.reply.status;
  return outcome.kind === "html" ? outcome.status : 0;
}

function messageOf(outcome: Outcome): { readonly message?: string } {
  if (outcome.kind !== "json" || outcome.reply.status < 400) return {};
  const message = textAt(outcome.reply.body, "message");
  return message === undefined ? {} : { message };
}

function tokenOf(incoming: IncomingMessage): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(incoming.headers.authorization ?? "")?.[1];
}

function operatorOf(incoming: IncomingMessage): string | undefined {
  const value = incoming.headers[OPERATOR_HEADER];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function headersOf(incoming: IncomingMessage): Record<string, string> {
  const shown = Object.entries(incoming.headers).filter(([name]) => name !== "authorization");
  return Object.fromEntries(shown.map(([name, value]) => [name, String(value)]));
}
