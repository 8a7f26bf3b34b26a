import { readFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** One recorded request of test/fixtures/knative. */
export interface Recording {
  readonly description: string;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly bodyBase64?: string;
}

/** A request as a rig server received it; `atMs` is its arrival. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  readonly atMs: number;
  readonly socket: Socket;
}

/** A listening server with what it received. */
export interface RigServer {
  readonly url: string;
  readonly received: Received[];
  /** Resolves when `count` requests have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Answers the request with index `index`, counted from 0. */
export type Answer = (response: http.ServerResponse, index: number, request: Received) => void;

/** Reads a recording or a table of test/fixtures/knative. */
export const readFixture = <T = Recording>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../fixtures/knative/${name}`, import.meta.url), "utf8")) as T;

/** Answers 204. */
export const accept: Answer = (response) => void response.writeHead(204).end();

/** Starts a sink that records requests and answers as told. */
export async function startSink(answer: Answer = accept, port = 0): Promise<RigServer> {
  const received: Received[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = request.rawHeaders;
    const headers = raw.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, raw[i + 1] ?? ""]] : []));
    const { method = "", url: path = "", socket } = request;
    const entry: Received = { method, path, headers, body: Buffer.concat(chunks), atMs: performance.now(), socket };
    received.push(entry);
    for (const waiter of waiting) if (received.length >= waiter.count) waiter.resolve();
    answer(response, received.length - 1, entry);
  });
  return {
    url: await listen(server, port),
    received,
    arrived: (count) =>
      new Promise((resolve) => (received.length >= count ? resolve() : waiting.push({ count, resolve }))),
    close: () => stop(server),
  };
}

/** An API server that lists nothing and streams to its watches what the test pushes. */
export interface FakeApiServer {
  readonly url: string;
  /** Path and query of every list and watch, in order. */
  readonly calls: string[];
  /** Resolves when the `count`th watch is open. */
  watching(count?: number): Promise<void>;
  /** Writes one watch line to every open watch of this collection path. */
  push(path: string, type: string, object: unknown): void;
  /** Ends every open watch. */
  endWatches(): void;
  close(): Promise<void>;
}

/** Starts a fake API server; `status` may refuse a call by giving another status than 200. */
export async function startFakeApiServer(
  status: (path: string, query: URLSearchParams) => number = () => 200,
): Promise<FakeApiServer> {
  const calls: string[] = [];
  const watches = new Map<http.ServerResponse, string>();
  let opened = 0;
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://rig");
    calls.push(request.url ?? "");
    const code = status(url.pathname, url.searchParams);
    if (code !== 200) return void response.writeHead(code).end();
    if (!url.searchParams.has("watch")) {
      const items = [{ metadata: { name: "was-there", resourceVersion: "1" } }];
      return void response.writeHead(200).end(JSON.stringify({ metadata: { resourceVersion: "100" }, items }));
    }
    response.writeHead(200).flushHeaders();
    watches.set(response, url.pathname);
    response.on("close", () => watches.delete(response));
    opened++;
    for (const waiter of waiting) if (opened >= waiter.count) waiter.resolve();
  });
  return {
    url: await listen(server, 0),
    calls,
    watching: (count = 1) => new Promise((resolve) => (opened >= count ? resolve() : waiting.push({ count, resolve }))),
    push: (path, type, object) => {
      for (const [response, watched] of watches)
        if (watched === path) response.write(`${JSON.stringify({ type, object })}\n`);
    },
    endWatches: () => {
      for (const response of watches.keys()) response.end();
    },
    close: () => stop(server),
  };
}

async function listen(server: http.Server, port: number): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function stop(server: http.Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
