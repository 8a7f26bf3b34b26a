import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { makeAdmit } from "./admission.ts";
import { runControllers } from "./controllers.ts";
import { type Call, type Fault, Faults } from "./fault.ts";
import type { Json } from "./json.ts";
import { makeKubeconfig } from "./kubeconfig.ts";
import { seedStore } from "./seed.ts";
import { type ServeContext, serve } from "./serve.ts";
import { Store } from "./store.ts";
import { Lister } from "./store-list.ts";
import type { UsersByToken } from "./user.ts";
import type { ResolveService } from "./webhook-call.ts";

/** Options of the embedded API server; all may be left out. */
export interface ApiServerOptions {
  /** 0 (default) takes a free one. */
  readonly port?: number;
  readonly host?: string;
  /** Milliseconds since 1970: the clock of timestamps and of the `Date` header. */
  readonly now?: () => number;
  /** Who a bearer token stands for. Absent: everybody is `kubernetes-admin`. */
  readonly users?: UsersByToken;
  /** Serves TLS; PEM. `ca` and `serverName` go into kubeconfigs: who vouches for the certificate (itself if absent), its DNS name. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly ca?: string; readonly serverName?: string };
  /** Where a webhook's `clientConfig.service` is reached. Absent: such a webhook cannot be called. */
  readonly resolveService?: ResolveService;
  /** Objects that exist from the start, CRDs before their objects; a namespaced one without namespace goes to `default`. */
  readonly seed?: readonly Json[];
  /** Makes uids; random ones if absent. */
  readonly uid?: () => string;
  /** Numbers in [0, 1) for generated names. */
  readonly random?: () => number;
  /** How many changes a watch can go back at least; 20,000 if absent. */
  readonly historyLimit?: number;
  /** How long a watch without `timeoutSeconds` lasts, in ms; half an hour if absent. */
  readonly watchTimeoutMs?: number;
  /** How often a watch with bookmarks gets one, in ms; a minute if absent. */
  readonly bookmarkMs?: number;
}

/** A running embedded API server. */
export interface ApiServer {
  readonly url: string;
  /** Every request since the start or the last reset, in order of arrival. */
  readonly calls: Call[];
  /** TCP connections accepted since the start or the last reset. */
  connections(): number;
  /** Forgets calls and connections counted so far. */
  resetCounters(): void;
  /** All objects; read from it, write through the API. */
  readonly store: Store;
  /** Paging; `expireTokens()` makes every continue token answer 410. */
  readonly lister: Lister;
  /** JSON text of a kubeconfig for this server. */
  kubeconfig(token?: string): string;
  /** Scripts a fault for requests to come. */
  fail(next: Fault): void;
  /** Ends watches cleanly and stops; open connections are closed. */
  close(): Promise<void>;
}

/** Starts an embedded API server on a loopback address. */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const now = options.now ?? Date.now;
  const store = new Store({
    now,
    uid: options.uid ?? randomUUID,
    random: options.random ?? Math.random,
    historyLimit: options.historyLimit ?? 20_000,
  });
  runControllers(store);
  seedStore(store, options.seed ?? []);
  const lister = new Lister(store);
  const calls: Call[] = [];
  const faults = new Faults();
  const ending = new AbortController();
  const context: ServeContext = {
    api: { store, lister, admit: makeAdmit({ store, uid: store.options.uid, resolveService: options.resolveService }) },
    users: options.users,
    now,
    calls,
    faults,
    times: { timeout: options.watchTimeoutMs ?? 1_800_000, bookmark: options.bookmarkMs ?? 60_000 },
    signal: ending.signal,
  };
  const server = makeServer(options, (request, response) => void serve(context, request, response));
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  await listen(server, options);
  const url = urlOf(server, options);
  return {
    url,
    calls,
    connections: () => connections,
    resetCounters: () => {
      calls.length = 0;
      connections = 0;
    },
    store,
    lister,
    kubeconfig: (token) => makeKubeconfig(url, token, options.tls),
    fail: (next) => faults.add(next),
    close: () => close(server, ending),
  };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

function makeServer(options: ApiServerOptions, listener: Listener): Server {
  const timeouts = { keepAliveTimeout: 120_000, requestTimeout: 0 };
  if (!options.tls) return createServer(timeouts, listener);
  return createTlsServer({ ...timeouts, key: options.tls.key, cert: options.tls.cert }, listener);
}

function listen(server: Server, options: ApiServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, options.host ?? "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function urlOf(server: Server, options: ApiServerOptions): string {
  const { port } = server.address() as AddressInfo;
  const { host = "127.0.0.1" } = options;
  return `${options.tls ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

async function close(server: Server, ending: AbortController): Promise<void> {
  ending.abort();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  setImmediate(() => server.closeAllConnections());
  await closed;
}
