import { once } from "node:events";
import { request as get, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeAuthority } from "../control-plane/certificates.ts";
import { type Gate, type RecordingProxy, startRecordingProxy } from "./recording-proxy.ts";

const authority = await makeAuthority();
const { key, certificate } = await authority.issueServer(["127.0.0.1"]);

/** What stands behind the proxy: hands every request to the test. */
const upstream = createServer({ key, cert: certificate });
let proxy: RecordingProxy;
let gate: Gate = "pass";
const muted: string[] = [];

beforeEach(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", () => resolve()));
  proxy = await startRecordingProxy({
    url: `https://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    ca: authority.certificate,
    usernameOf: (token) => (token === "known" ? "jane" : undefined),
    gate: () => gate,
    muted: ({ path }) => void muted.push(path),
  });
});
afterEach(async () => {
  gate = "pass";
  muted.length = 0;
  await proxy.close();
  upstream.removeAllListeners("request");
  upstream.closeAllConnections();
  await new Promise<void>((resolve) => upstream.close(() => resolve()));
});

const arrival = async () => (await once(upstream, "request")) as [IncomingMessage, ServerResponse];

it("passes a request on as it is, and its answer back", async () => {
  upstream.on("request", async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { authorization, "content-type": type } = request.headers;
    response.writeHead(409, { warning: '299 - "w"' }).end(JSON.stringify([request.url, authorization, type, body]));
  });
  const headers = { authorization: "Bearer known", "content-type": "application/merge-patch+json" };
  const answer = await fetch(`${proxy.url}/api/v1/x?dryRun=All`, { method: "PATCH", headers, body: "{}" });
  expect([answer.status, answer.headers.get("warning")]).toEqual([409, '299 - "w"']);
  expect(await answer.json()).toEqual(["/api/v1/x?dryRun=All", "Bearer known", headers["content-type"], "{}"]);
});

it.each([
  { why: "a token that was handed out", authorization: "Bearer known", username: "jane" },
  { why: "any other token", authorization: "Bearer else", username: "" },
  { why: "none", authorization: "", username: "system:anonymous" },
])("counts a request with its sender: $why", async ({ authorization, username }) => {
  upstream.on("request", (_request, response) => void response.end());
  await fetch(`${proxy.url}/apis?limit=1`, { headers: { authorization } });
  expect(proxy.calls).toEqual([{ method: "GET", path: "/apis", username }]);
});

it("streams a watch: the head before the first event, each event as it comes", async () => {
  const arriving = arrival();
  const sent = get(`${proxy.url}/watch`).end();
  const [, response] = await arriving;
  response.writeHead(200).flushHeaders();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  for (const event of ["one", "two"]) {
    response.write(event);
    expect(String((await once(answer, "data"))[0])).toBe(event);
  }
  const ended = once(answer, "end");
  response.end();
  await ended;
});

it("cuts the request behind it when the caller goes away", async () => {
  const arriving = arrival();
  const sent = get(`${proxy.url}/watch`).on("error", () => undefined);
  sent.end();
  const [, response] = await arriving;
  const gone = once(response, "close");
  sent.destroy();
  await gone;
});

it.each([
  { name: "before its answer", begin: () => undefined },
  { name: "within its answer", begin: (response: ServerResponse) => response.writeHead(200).write("half") },
])("cuts the caller when the server goes away $name", async ({ begin }) => {
  upstream.on("request", (request, response) => {
    begin(response);
    setTimeout(() => request.socket.destroy(), 20);
  });
  await expect(fetch(`${proxy.url}/x`).then((answer) => answer.text())).rejects.toThrow();
});

it.each([
  { way: "cut", name: "a request that is cut never reaches the server", arrived: [], told: [] },
  { way: "mute", name: "a mute one does, and its answer reaches nobody", arrived: ["/x"], told: ["/x"] },
] as const)("$name", async ({ way, arrived, told }) => {
  gate = way;
  const seen: unknown[] = [];
  upstream.on("request", (request, response) => {
    seen.push(request.url);
    response.end("done");
  });
  await expect(fetch(`${proxy.url}/x`, { method: "POST", body: "{}" })).rejects.toThrow();
  expect([seen, muted]).toEqual([arrived, told]);
});
