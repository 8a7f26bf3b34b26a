import * as http from "node:http";
import * as https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../shared/ports/log.ts";
import type { Order, Pair } from "./certificate.ts";
import { type Custody, keepCertificate } from "./custody.ts";
import { MAX_REVIEW_BYTES, makePassage } from "./passage.ts";
import type { Vault } from "./vault.ts";

/** What a front is made of; times in milliseconds, ports 0 for any, `listen` undefined for all addresses. */
export type FrontParts = {
  vault: Vault;
  log: Log;
  order: Order;
  target: URL;
  timeoutMs: number;
  checkMs: number;
  /** How long an older pair is still served when there is a new one, whose trust may have been written just now. */
  settleMs: number;
  /** The wait after a first failure; each further one doubles it, up to half a minute. */
  retryMs: number;
  /** How long new connections are still taken after the pod was told to stop. */
  drainMs: number;
  listen: string | undefined;
  tlsPort: number;
  healthPort: number;
};

/** A running front; `tlsPort` is undefined while no review is taken. `stop` drains, and resolves when all is closed. */
export type Front = { healthPort: number; tlsPort(): number | undefined; stop(): Promise<void> };

const lastRetryMs = 30_000;
const portOf = (server: http.Server): number => (server.address() as AddressInfo).port;

function listening(server: http.Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => resolve());
  });
}

/** Gives what ends every connection, also one that has not come through its handshake and is none to the server yet. */
function holdConnections(server: http.Server): () => void {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return () => {
    for (const socket of open) socket.destroy();
  };
}

function closed(server: http.Server, endAll: () => void, withinMs: number): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const last = setTimeout(endAll, withinMs);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(idle);
      clearTimeout(last);
      resolve();
    });
  });
}

function makeTlsServer(parts: FrontParts, ending: AbortSignal): https.Server {
  const { target, timeoutMs, log } = parts;
  const missed = (status: number, why: string) => log.warn({ status, why }, "review not answered");
  const passage = makePassage({ target, timeoutMs, maxBytes: MAX_REVIEW_BYTES, missed });
  const server = https.createServer({ minVersion: "TLSv1.2", handshakeTimeout: 10_000 }, (request, response) => {
    // A kept connection that closes under the next review would cost that review.
    response.shouldKeepAlive &&= !ending.aborted;
    passage(request, response);
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = parts.timeoutMs + 5_000;
  // Longer than the API server keeps an idle connection (90 s), so that it is never closed under a new review.
  server.keepAliveTimeout = 120_000;
  return server;
}

function makeHealthServer(isReady: () => boolean): http.Server {
  return http.createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0];
    const known = path === "/healthz" || path === "/readyz";
    const status = !known ? 404 : path === "/readyz" && !isReady() ? 503 : 200;
    response.writeHead(status, { "content-type": "text/plain" }).end(status === 200 ? "ok\n" : "");
  });
}

/** Serves a pair: the first one opens the port, later ones replace it for new connections. */
async function serve(server: https.Server, pair: Pair, parts: FrontParts): Promise<void> {
  server.setSecureContext({ key: pair.key, cert: pair.certificate, minVersion: "TLSv1.2" });
  if (server.listening) return parts.log.info({}, "serving another certificate");
  await listening(server, parts.tlsPort, parts.listen);
  parts.log.info({ tls: portOf(server) }, "taking reviews");
}

function report(log: Log, custody: Custody): void {
  if (custody.renewed !== undefined) log.info({ reason: custody.renewed }, "certificate made");
  if (custody.trust === "extended") log.info({}, "webhook configuration trusts the certificate");
  if (custody.trust === "absent") log.warn({}, "no webhook configuration to put the authority into");
}

/** Looks after the certificate until `signal` is aborted; a failure is tried again soon, whatever is served stays. */
async function watchCertificate(server: https.Server, parts: FrontParts, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let served: string | undefined;
  while (!signal.aborted) {
    let waitMs = parts.checkMs * (0.9 + Math.random() * 0.2);
    try {
      const custody = await keepCertificate(parts.vault, parts.order, new Date());
      report(parts.log, custody);
      if (custody.pair.certificate !== served) {
        if (served !== undefined) await pause(parts.settleMs, undefined, { signal, ref: false });
        await serve(server, custody.pair, parts);
        served = custody.pair.certificate;
      }
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      waitMs = Math.min(lastRetryMs, parts.retryMs * 2 ** failures);
      failures += 1;
      parts.log.warn({ error: error instanceof Error ? error.message : String(error) }, "certificate not settled");
    }
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Starts the front: health at once, TLS as soon as there is a certificate that the API server was told to trust.
 *
 * Guarantees: `/readyz` is 200 exactly while reviews are taken. A lost API server never ends a front that serves.
 */
export async function startFront(parts: FrontParts): Promise<Front> {
  const ending = new AbortController();
  const server = makeTlsServer(parts, ending.signal);
  const endAll = holdConnections(server);
  const health = makeHealthServer(() => server.listening && !ending.signal.aborted);
  await listening(health, parts.healthPort, parts.listen);
  const watching = watchCertificate(server, parts, ending.signal);
  let stopping: Promise<void> | undefined;
  async function end(): Promise<void> {
    ending.abort();
    await watching;
    if (server.listening) {
      await pause(parts.drainMs);
      await closed(server, endAll, parts.timeoutMs + 1_000);
    }
    await closed(health, () => health.closeAllConnections(), 1_000);
  }
  return {
    healthPort: portOf(health),
    tlsPort: () => (server.listening ? portOf(server) : undefined),
    stop() {
      stopping ??= end();
      return stopping;
    },
  };
}
