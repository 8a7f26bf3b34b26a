import type * as http from "node:http";
import * as https from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { type Front, startFront } from "../../functions/front/front.ts";
import { makeVault } from "../../functions/front/kubernetes.ts";
import { readBundle } from "../../functions/front/renewal.ts";
import { type FakeCluster, startFakeCluster, startPlain } from "./fake-cluster.ts";

const name = "weir-front.weir-system.svc";
const endings: (() => Promise<void>)[] = [];
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

type Wishes = { target?: string; timeoutMs?: number; lifeMs?: number; checkMs?: number; drainMs?: number };

async function front(cluster: FakeCluster, wishes: Wishes = {}): Promise<Front> {
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
    log: silent,
    order: { names: [name], lifeMs: wishes.lifeMs ?? 3_600_000 },
    target: new URL(wishes.target ?? "http://127.0.0.1:1"),
    timeoutMs: wishes.timeoutMs ?? 5_000,
    checkMs: wishes.checkMs ?? 3_600_000,
    settleMs: 1,
    drainMs: wishes.drainMs ?? 0,
    listen: "127.0.0.1",
    tlsPort: 0,
    healthPort: 0,
  });
  endings.push(() => started.stop());
  return started;
}

async function cluster(): Promise<FakeCluster> {
  const started = await startFakeCluster();
  endings.push(() => started.stop());
  return started;
}

async function admission(listener: http.RequestListener): Promise<string> {
  const started = await startPlain(listener);
  endings.push(() => started.stop());
  return started.url;
}

async function eventually<T>(look: () => T | undefined): Promise<T> {
  for (let tries = 0; tries < 500; tries += 1) {
    const seen = look();
    if (seen !== undefined) return seen;
    await pause(10);
  }
  throw new Error("it never came");
}

type Reply = { status: number; headers: http.IncomingHttpHeaders; body: string; serial: string };
type Ask = { method?: string; path?: string; body?: string | Buffer; headers?: Record<string, string>; ca: string };

/** Asks as the API server does: SNI and host are the Service's name, trust is the caBundle alone. */
async function ask(started: Front, { method = "POST", path = "/validate?timeout=15s", body = "", ca, headers }: Ask) {
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
        const serial = (response.socket as import("node:tls").TLSSocket).getPeerCertificate().serialNumber;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response), serial });
      },
    );
    request.once("error", reject);
    request.end(body);
  });
}

const health = async (started: Front, path: string) =>
  (await fetch(`http://127.0.0.1:${started.healthPort}${path}`)).status;

describe("passing reviews on", () => {
  it("takes a review over TLS that only the caBundle vouches for, and gives the function's answer back", async () => {
    const seen: string[] = [];
    const target = await admission(async (request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers["content-type"]} ${await text(request)}`);
      response.writeHead(200, { "content-type": "application/json", "x-internal": "1" }).end('{"response":{}}');
    });
    const api = await cluster();
    const started = await front(api, { target });
    await eventually(() => started.tlsPort());
    const reply = await ask(started, {
      body: '{"request":{}}',
      headers: { "content-type": "application/json" },
      ca: api.caBundle(),
    });
    expect([reply.status, reply.body]).toEqual([200, '{"response":{}}']);
    expect(reply.headers["x-internal"]).toBeUndefined();
    expect(seen).toEqual(['POST /validate?timeout=15s application/json {"request":{}}']);
  });

  it("passes on a status of the function as it is", async () => {
    const target = await admission((_, response) => response.writeHead(400).end("{}"));
    const api = await cluster();
    const started = await front(api, { target });
    await eventually(() => started.tlsPort());
    expect((await ask(started, { ca: api.caBundle() })).status).toBe(400);
  });

  const answers = [
    { name: "another path", ask: { path: "/" }, status: 404, says: "only /validate", why: "nothing else is behind it" },
    { name: "a GET", ask: { method: "GET" }, status: 405, says: "only POST", why: "a browser is no API server" },
    {
      name: "a review that says it is too large",
      ask: { body: Buffer.alloc(3 * 1024 * 1024 + 1) },
      status: 413,
      says: "3145728",
      why: "memory is bounded",
    },
    {
      name: "a function that is not there",
      ask: {},
      status: 502,
      says: "can not be reached",
      why: "the policy decides",
    },
  ];

  it.each(answers)("answers $status to $name: $why", async ({ ask: asked, status, says }) => {
    const api = await cluster();
    const started = await front(api);
    await eventually(() => started.tlsPort());
    const reply = await ask(started, { ...asked, ca: api.caBundle() });
    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.body)).toEqual({ error: expect.stringContaining(says) });
  });

  it("counts the bytes of a review that does not say its size", async () => {
    let received = 0;
    const target = await admission((request) => request.on("data", (chunk: Buffer) => (received += chunk.length)));
    const api = await cluster();
    const started = await front(api, { target });
    await eventually(() => started.tlsPort());
    const reply = await ask(started, {
      body: Buffer.alloc(4 * 1024 * 1024),
      headers: { "transfer-encoding": "chunked" },
      ca: api.caBundle(),
    }).catch((error: NodeJS.ErrnoException) => ({ status: error.code }));
    expect([413, "EPIPE", "ECONNRESET"]).toContain(reply.status);
    expect(received).toBeLessThanOrEqual(3 * 1024 * 1024);
  });

  it("answers 504 when the function takes longer than it may, and gives the request up", async () => {
    let given: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => {
      given = resolve;
    });
    const target = await admission((_, response) => response.once("close", () => given?.()));
    const api = await cluster();
    const started = await front(api, { target, timeoutMs: 200 });
    await eventually(() => started.tlsPort());
    const reply = await ask(started, { body: "{}", ca: api.caBundle() });
    expect([reply.status, JSON.parse(reply.body)]).toEqual([504, { error: "no answer of admission within 200 ms" }]);
    await gone;
  });

  it("gives the request to the function up when the caller goes away", async () => {
    let arrived: (() => void) | undefined;
    let given: (() => void) | undefined;
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const gone = new Promise<void>((resolve) => {
      given = resolve;
    });
    const target = await admission((_, response) => {
      response.once("close", () => given?.());
      arrived?.();
    });
    const api = await cluster();
    const started = await front(api, { target });
    const port = await eventually(() => started.tlsPort());
    const request = https.request({
      host: "127.0.0.1",
      port,
      method: "POST",
      path: "/validate",
      ca: api.caBundle(),
      servername: name,
      agent: false,
    });
    request.once("error", () => undefined);
    request.end("{}");
    await arrival;
    request.destroy();
    await gone;
  });
});

describe("its certificate", () => {
  it("is not ready before the API server was told to trust it, and heals by itself", async () => {
    const api = await cluster();
    api.fail(503);
    const started = await front(api);
    await eventually(() => (api.requests.length > 0 ? true : undefined));
    expect([await health(started, "/healthz"), await health(started, "/readyz")]).toEqual([200, 503]);
    api.fail(undefined);
    await eventually(() => started.tlsPort());
    expect([await health(started, "/readyz"), await health(started, "/else")]).toEqual([200, 404]);
    expect(api.secret()).toMatchObject({ type: "kubernetes.io/tls", metadata: { name: "weir-front-tls" } });
  });

  it("is made once by two replicas that start together", async () => {
    const api = await cluster();
    const target = await admission((_, response) => response.end("{}"));
    const [one, two] = await Promise.all([front(api, { target }), front(api, { target })]);
    await eventually(() => one.tlsPort());
    await eventually(() => two.tlsPort());
    const ca = api.caBundle();
    expect((await ask(one, { ca })).serial).toBe((await ask(two, { ca })).serial);
    expect(api.requests.filter((line) => /^(POST|PUT).* 20\d$/.test(line))).toHaveLength(1);
    expect(readBundle(ca)).toHaveLength(1);
  });

  it("is renewed while it is served; the old trust stays for replicas that have not moved", async () => {
    const api = await cluster();
    const target = await admission((_, response) => response.end("{}"));
    const still = await front(api, { target });
    await eventually(() => still.tlsPort());
    const before = await ask(still, { ca: api.caBundle() });
    api.dropSecret();
    const moving = await front(api, { target, checkMs: 20 });
    await eventually(() => moving.tlsPort());
    const ca = await eventually(() => (readBundle(api.caBundle()).length === 2 ? api.caBundle() : undefined));
    const moved = await ask(moving, { ca });
    expect(moved.serial).not.toBe(before.serial);
    expect((await ask(still, { ca })).serial).toBe(before.serial);
    api.dropSecret();
    const again = await eventually(() => (readBundle(api.caBundle()).length === 3 ? api.caBundle() : undefined));
    for (let tries = 0; tries < 200; tries += 1) {
      if ((await ask(moving, { ca: again })).serial !== moved.serial) return;
      await pause(20);
    }
    expect.unreachable("a renewed certificate is served without a restart");
  });

  it("stays in use when the API server goes away", async () => {
    const api = await cluster();
    const target = await admission((_, response) => response.end("{}"));
    const started = await front(api, { target, checkMs: 10 });
    await eventually(() => started.tlsPort());
    const ca = api.caBundle();
    api.fail(500);
    const seen = api.requests.length;
    await eventually(() => (api.requests.length > seen + 1 ? true : undefined));
    expect((await ask(started, { ca })).status).toBe(200);
    expect(await health(started, "/readyz")).toBe(200);
  });
});

describe("stopping", () => {
  it("answers the review in flight, refuses later ones, and is done", async () => {
    let release: (() => void) | undefined;
    const target = await admission((_, response) => {
      release = () => response.end('{"late":true}');
    });
    const api = await cluster();
    const started = await front(api, { target });
    await eventually(() => started.tlsPort());
    const pending = ask(started, { body: "{}", ca: api.caBundle() });
    const finish = await eventually(() => release);
    const port = started.tlsPort() ?? 0;
    const stopped = started.stop();
    await eventually(() => (started.tlsPort() === undefined ? true : undefined));
    finish();
    expect((await pending).body).toBe('{"late":true}');
    await stopped;
    endings.splice(endings.length - 1, 1);
    await expect(fetch(`https://127.0.0.1:${port}/validate`)).rejects.toThrow();
  });
});
