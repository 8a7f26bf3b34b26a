import * as http from "node:http";
import * as https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { TLSSocket } from "node:tls";

/** A request as a loopback server received it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  /** Subject of the client certificate, where one was shown. */
  readonly client: string | undefined;
}

/** What a handler answers; an object is sent as JSON, `destroy` cuts the connection, `hang` never answers. */
export type Reply =
  | {
      readonly status?: number;
      readonly headers?: Record<string, string>;
      readonly body?: unknown;
      readonly text?: string;
      readonly noDate?: boolean;
    }
  | "destroy"
  | "hang";

/** A server on 127.0.0.1 that keeps what it received. */
export interface Loopback {
  readonly url: string;
  readonly received: Received[];
  /** Connections opened so far. */
  connections(): number;
  /** Connections open now. */
  open(): number;
  /** Changes the answers from now on. */
  answer(handler: (request: Received) => Reply | Promise<Reply>): void;
  close(): Promise<void>;
}

/** Starts a loopback server; with `tls` it speaks HTTPS. */
export async function startLoopback(
  handler: (request: Received) => Reply | Promise<Reply>,
  tls?: https.ServerOptions,
): Promise<Loopback> {
  let current = handler;
  let connections = 0;
  const sockets = new Set<Socket>();
  const received: Received[] = [];
  const listener: http.RequestListener = (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", async () => {
      const { method = "", url = "", headers } = incoming;
      const client =
        incoming.socket instanceof TLSSocket ? incoming.socket.getPeerCertificate().subject?.CN : undefined;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString(), client: client?.toString() };
      received.push(request);
      write(outgoing, await current(request));
    });
  };
  const server = tls === undefined ? http.createServer(listener) : https.createServer(tls, listener);
  server.on(tls === undefined ? "connection" : "secureConnection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    open: () => sockets.size,
    answer: (next) => {
      current = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function write(outgoing: http.ServerResponse, reply: Reply): void {
  if (reply === "hang") return;
  if (reply === "destroy") {
    outgoing.destroy();
    return;
  }
  const { status = 200, headers = {}, body, text, noDate = false } = reply;
  if (noDate) outgoing.sendDate = false;
  const type = text === undefined && body !== undefined ? { "content-type": "application/json" } : {};
  outgoing.writeHead(status, { ...type, ...headers });
  outgoing.end(text ?? (body === undefined ? undefined : JSON.stringify(body)));
}

/** A URL on which nothing listens. */
export async function deadUrl(): Promise<string> {
  const server = await startLoopback(() => ({}));
  await server.close();
  return server.url;
}
