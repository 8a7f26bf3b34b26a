import * as https from "node:https";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { admission, ask, cluster, endAll, eventually, front, name } from "./front-parts.ts";

afterEach(endAll);

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
      says: "admission can not be reached (ECONNREFUSED)",
      why: "the policy decides",
    },
  ];

  it.each(answers)("answers $status to $name: $why", async ({ ask: asked, status, says }) => {
    const api = await cluster();
    const started = await front(api);
    await eventually(() => started.tlsPort());
    const reply = await ask(started, { ...asked, ca: api.caBundle() });
    expect(reply.status).toBe(status);
    expect(reply.body).toContain(says);
    // The API server repeats text in its log; of any other type it says "unknown".
    expect(reply.headers["content-type"]).toBe("text/plain; charset=utf-8");
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
    expect([reply.status, reply.body]).toEqual([504, "no answer of admission within 200 ms\n"]);
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
    await expect(fetch(`https://127.0.0.1:${port}/validate`)).rejects.toThrow();
  });
});
