import { once } from "node:events";
import * as net from "node:net";
import { text } from "node:stream/consumers";
import * as tls from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type FunctionProcess, startProcess, whenReady } from "../platform/scenario-process.ts";
import { ask, cluster, endAll, eventually, front, name } from "./front-parts.ts";

let admission: FunctionProcess;
beforeAll(async () => {
  admission = await startProcess("admission", { WEIR_INSTANCE_ID: "my-operator", WEIR_API_KEY_VALIDATION: "off" });
  await whenReady(admission);
});
afterAll(() => admission.stop());
afterEach(endAll);

async function start(timeoutMs = 5_000) {
  const api = await cluster();
  const started = await front(api, { target: admission.url, timeoutMs });
  const port = await eventually(() => started.tlsPort());
  return { started, port, ca: api.caBundle() };
}

/** Sends these bytes over TLS and nothing more; gives all that comes back until the other side ends it. */
async function send(port: number, ca: string, bytes: string): Promise<string> {
  const socket = tls.connect({ host: "127.0.0.1", port, ca, servername: name });
  await once(socket, "secureConnect");
  socket.write(bytes);
  return text(socket);
}

const head = `POST /validate HTTP/1.1\r\nHost: ${name}\r\nContent-Type: application/json\r\n`;
const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview" };
const vvp = { group: "ververica.platform", version: "v1", kind: "VvpDeployment" };

/** A review that the function answers. */
const sound = JSON.stringify({ ...review, request: { uid: "1", operation: "DELETE", kind: vvp } });

describe("what is no review", () => {
  const rows = [
    { name: "nothing", body: "", status: 400, says: "the body is not JSON", why: "the function says what it lacks" },
    { name: "no JSON", body: "<xml/>", status: 400, says: "the body is not JSON", why: "as above" },
    { name: "other JSON", body: "[]", status: 400, says: "expected an AdmissionReview", why: "as above" },
    {
      name: "a review without an id",
      body: JSON.stringify({ ...review, request: {} }),
      status: 400,
      says: "request.uid is missing",
      why: "an answer without it is none",
    },
    {
      name: "a review without its object",
      body: JSON.stringify({ ...review, request: { uid: "1", operation: "CREATE", kind: vvp } }),
      status: 400,
      says: "request.object is not an object with metadata",
      why: "nothing can be said of it",
    },
  ];

  it.each(rows)("$name: $status, $why", async ({ body, status, says }) => {
    const { started, ca } = await start();
    const reply = await ask(started, { body, ca, headers: { "content-type": "application/json" } });
    expect([reply.status, JSON.parse(reply.body)]).toEqual([status, { reason: expect.stringContaining(says) }]);
  });

  const others = [
    { name: "the root", method: "POST", path: "/", status: 404 },
    { name: "a path below", method: "POST", path: "/validate/", status: 404 },
    { name: "a detour", method: "POST", path: "/x/../validate", status: 404 },
    { name: "an address in place of a path", method: "POST", path: "http://169.254.169.254/validate", status: 404 },
    { name: "the function's metrics", method: "GET", path: "/metrics", status: 404 },
    { name: "PUT", method: "PUT", path: "/validate", status: 405 },
    { name: "OPTIONS", method: "OPTIONS", path: "/validate", status: 405 },
  ];

  it.each(others)("$name: $status, because only reviews go on", async ({ method, path, status }) => {
    const { started, ca } = await start();
    expect((await ask(started, { method, path, ca })).status).toBe(status);
  });
});

describe("a caller that is rude", () => {
  const rows = [
    {
      name: "sends a part of the body",
      why: "its time is up like anybody's",
      bytes: `${head}Content-Length: 1000\r\n\r\n{"apiVersion"`,
      answer: /^HTTP\/1\.1 504 /,
    },
    {
      name: "gives two lengths",
      why: "function and front must see the same body",
      bytes: `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      answer: /^HTTP\/1\.1 400 /,
    },
    { name: "speaks no HTTP", why: "nothing is behind it", bytes: "\0\x01\x02\r\n\r\n", answer: /^HTTP\/1\.1 400 / },
    {
      name: "promises far too much",
      why: "nothing of it is read",
      bytes: `${head}Content-Length: 99999999999\r\n\r\n`,
      answer: /^HTTP\/1\.1 413 /,
    },
  ];

  it.each(rows)("$name: $why", async ({ bytes, answer }) => {
    const { started, port, ca } = await start(300);
    expect(await send(port, ca, bytes)).toMatch(answer);
    expect((await ask(started, { body: sound, ca })).status).toBe(200);
  });

  it("speaks no TLS: it is hung up on, and others are served", async () => {
    const { started, port, ca } = await start();
    const socket = net.connect({ host: "127.0.0.1", port }).on("error", () => undefined);
    socket.write(`${head}Content-Length: 2\r\n\r\n{}`);
    await once(socket, "close");
    expect((await ask(started, { body: sound, ca })).status).toBe(200);
  });

  it("shakes no hands: its connection does not keep the front from ending", async () => {
    const { started, port } = await start(300);
    const socket = net.connect({ host: "127.0.0.1", port });
    await once(socket, "connect");
    const gone = once(socket, "close");
    await started.stop();
    await gone;
  });
});
