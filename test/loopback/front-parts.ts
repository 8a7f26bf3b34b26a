import type * as http from "node:http";
import * as https from "node:https";
import { text } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";
import { type Front, startFront } from "../../functions/front/front.ts";
import { makeVault } from "../../functions/front/kubernetes.ts";
import { untilDefined } from "../patience.ts";
import { type FakeCluster, startFakeCluster, startPlain } from "./fake-cluster.ts";

/** The name that the API server calls the front by. */
export const name = "weir-front.weir-system.svc";
const endings: (() => Promise<void>)[] = [];
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Has something ended after the test, the last one first. */
export function atEnd(end: () => Promise<void>): void {
  endings.push(end);
}

/** For `afterEach`: ends all that the test started. */
export async function endAll(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}

/** What a test wants of a front, times in milliseconds. */
export type Wishes = {
  target?: string;
  timeoutMs?: number;
  lifeMs?: number;
  checkMs?: number;
  settleMs?: number;
  retryMs?: number;
  tlsPort?: number;
  warn?: () => void;
  drainMs?: number;
};

/** A front over a fake cluster that stops after the test. */
export async function front(cluster: FakeCluster, wishes: Wishes = {}): Promise<Front> {
  const { host, port, accountDir } = cluster;
  const vault = makeVault({
    host,
    port,
    accountDir,
    namespace: "weir-system",
    secret: "weir-front-tls",
    webhook: "weir-admission",
  });
  const started = await startFront({
    vault,
    log: { ...silent, ...(wishes.warn && { warn: wishes.warn }) },
    order: { names: [name], lifeMs: wishes.lifeMs ?? 3_600_000 },
    target: new URL(wishes.target ?? "http://127.0.0.1:1"),
    timeoutMs: wishes.timeoutMs ?? 5_000,
    checkMs: wishes.checkMs ?? 3_600_000,
    settleMs: wishes.settleMs ?? 1,
    retryMs: wishes.retryMs ?? 500,
    drainMs: wishes.drainMs ?? 0,
    listen: "127.0.0.1",
    tlsPort: wishes.tlsPort ?? 0,
    healthPort: 0,
  });
  atEnd(() => started.stop());
  return started;
}

/** A fake cluster that stops after the test. */
export async function cluster(): Promise<FakeCluster> {
  const started = await startFakeCluster();
  atEnd(() => started.stop());
  return started;
}

/** An admission function that stops after the test; resolves with its address. */
export async function admission(listener: http.RequestListener): Promise<string> {
  const started = await startPlain(listener);
  atEnd(() => started.stop());
  return started.url;
}

/** What `look` sees as soon as it sees something. */
export const eventually = <T>(look: () => T | undefined): Promise<T> => untilDefined(look, 10, () => "it never came");

/** An answer, with the serial number of the certificate it came under. */
export type Reply = { status: number; headers: http.IncomingHttpHeaders; body: string; serial: string };
/** A request: `ca` is all that it trusts. */
export type Ask = {
  method?: string;
  path?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
  ca: string;
};

/** Asks as the API server does: SNI and host are the Service's name, trust is the caBundle alone. */
export async function ask(
  started: Pick<Front, "tlsPort">,
  { method = "POST", path = "/validate?timeout=15s", body = "", ca, headers }: Ask,
): Promise<Reply> {
  const port = await eventually(() => started.tlsPort());
  return new Promise<Reply>((resolve, reject) => {
    const request = https.request(
      {
        host: "127.0.0.1",
        port,
        method,
        path,
        ca,
        servername: name,
        agent: false,
        headers: { host: name, ...headers },
      },
      async (response) => {
        const serial = (response.socket as TLSSocket).getPeerCertificate().serialNumber;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response), serial });
      },
    );
    request.once("error", reject);
    request.end(body);
  });
}

/** Status of one path of the health port. */
export const health = async (started: Front, path: string) =>
  (await fetch(`http://127.0.0.1:${started.healthPort}${path}`)).status;
