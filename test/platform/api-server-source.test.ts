import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import {
  type ApiServerSourceOptions,
  startApiServerSource,
} from "../../simulators/platform/api-server-source/start-api-server-source.ts";
import { closedAfterEach } from "../closed-after-each.ts";
import { type Answer, type Received, startFakeApiServer, startSink } from "../contract/knative-rig.ts";

const track = closedAfterEach();

const path = (namespace: string): string => `/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments`;
const make = (namespace: string, name: string, resourceVersion = "101"): object => ({
  apiVersion: "ververica.platform/v1",
  kind: "VvpDeployment",
  metadata: { name, namespace, resourceVersion },
});
const nameOf = ({ headers }: Received): string | undefined => headers.find(([name]) => name === "Ce-Name")?.[1];
const backoff = { baseMs: 5, maxMs: 20 };

async function start(
  options: Partial<ApiServerSourceOptions> = {},
  answer?: Answer,
  status?: (path: string, query: URLSearchParams) => number,
) {
  const sink = track(await startSink(answer));
  const api = track(await startFakeApiServer(status));
  const source = track(
    await startApiServerSource({
      apiServer: { url: api.url },
      resources: [{ apiVersion: "ververica.platform/v1", kind: "VvpDeployment" }],
      namespaces: ["demo"],
      mode: "Resource",
      sink: sink.url,
      backoff,
      ...options,
    }),
  );
  return { sink, api, source };
}

it("sends nothing for what the list holds, and watches from the list's version", async () => {
  const { sink, api, source } = await start();
  await api.watching();
  expect(api.calls[0]).toBe(`${path("demo")}?limit=1`);
  expect(api.calls[1]).toMatch(/watch=true&allowWatchBookmarks=true&resourceVersion=100&timeoutSeconds=[345]\d\d$/);
  api.push(path("demo"), "ADDED", make("demo", "new"));
  await sink.arrived(1);
  expect(sink.received.map(nameOf)).toEqual(["new"]);
  expect(source.stats()).toMatchObject({ reflectors: 1, lists: 1, events: 1 });
});

it("keeps one request in flight per namespace, in order; other namespaces do not wait", async () => {
  const held: (() => void)[] = [];
  const hold: Answer = (response) => void held.push(() => response.writeHead(204).end());
  const { sink, api, source } = await start({ namespaces: ["one", "two"] }, hold);
  await api.watching(2);
  for (const name of ["a", "b", "c"]) api.push(path("one"), "ADDED", make("one", name));
  await sink.arrived(1);
  api.push(path("two"), "ADDED", make("two", "z"));
  await sink.arrived(2);
  await sleep(50);
  expect(sink.received.map(nameOf)).toEqual(["a", "z"]);
  expect(source.stats().inFlight).toBe(2);
  held[0]?.();
  await sink.arrived(3);
  held[2]?.();
  await sink.arrived(4);
  expect(sink.received.map(nameOf)).toEqual(["a", "z", "b", "c"]);
});

it("has one reflector per resource for all namespaces", async () => {
  const { sink, api, source } = await start({ namespaces: "all" });
  await api.watching();
  expect(source.stats().reflectors).toBe(1);
  const everywhere = "/apis/ververica.platform/v1/vvpdeployments";
  expect(api.calls[0]).toBe(`${everywhere}?limit=1`);
  api.push(everywhere, "ADDED", make("two", "z"));
  await sink.arrived(1);
  expect(sink.received[0]?.headers).toContainEqual(["Ce-Namespace", "two"]);
  expect(sink.received[0]?.headers).toContainEqual(["Kn-Namespace", "default"]);
});

it("goes on at the last seen version, bookmarks too, when a watch ends in good order", async () => {
  const { sink, api, source } = await start();
  await api.watching();
  api.push(path("demo"), "ADDED", make("demo", "a", "101"));
  api.push(path("demo"), "BOOKMARK", make("demo", "", "150"));
  await sink.arrived(1);
  await sleep(20);
  api.endWatches();
  await api.watching(2);
  expect(api.calls.at(-1)).toContain("resourceVersion=150");
  expect(source.stats()).toMatchObject({ lists: 1, events: 1 });
});

it.each([
  { why: "an ERROR event, such as 410", end: "error" },
  { why: "a watch that ends at once without an event", end: "close" },
])("lists again, without a word, after $why", async ({ end }) => {
  const { sink, api, source } = await start();
  await api.watching();
  if (end === "error") api.push(path("demo"), "ERROR", { kind: "Status", code: 410, reason: "Expired" });
  else api.endWatches();
  await api.watching(2);
  expect(api.calls.map((call) => call.includes("watch="))).toEqual([false, true, false, true]);
  api.push(path("demo"), "MODIFIED", make("demo", "a"));
  await sink.arrived(1);
  expect(source.stats()).toMatchObject({ lists: 2, events: 1 });
});

it.each([
  { code: 410, lists: 2, why: "too old a version: list first" },
  { code: 429, lists: 1, why: "throttled: the same watch again" },
])("a watch refused with $code: $why", async ({ code, lists }) => {
  let isFirst = true;
  const { api, source } = await start({}, undefined, (_path, query) => {
    if (!query.has("watch") || !isFirst) return 200;
    isFirst = false;
    return code;
  });
  await api.watching();
  expect(source.stats().lists).toBe(lists);
});

it("close() cuts the request in flight at once and leaves the rest unsent", async () => {
  const outcomes: string[] = [];
  const { sink, api, source } = await start({ onDelivery: ({ outcome }) => outcomes.push(outcome) }, () => undefined);
  await api.watching();
  for (const name of ["a", "b"]) api.push(path("demo"), "ADDED", make("demo", name));
  await sink.arrived(1);
  const cut = new Promise((resolve) => sink.received[0]?.socket.once("close", resolve));
  await source.close();
  await cut;
  expect(outcomes).toEqual(["cut"]);
  expect(sink.received.map(nameOf)).toEqual(["a"]);
  expect(source.stats()).toMatchObject({ cut: 1, delivered: 0, lost: 0, inFlight: 0 });
});

it("close() does not wait for a retry", async () => {
  const { sink, api, source } = await start({ retryDelaysMs: [60_000] }, (response) => response.writeHead(503).end());
  await api.watching();
  api.push(path("demo"), "ADDED", make("demo", "a"));
  await sink.arrived(1);
  await sleep(20);
  await source.close();
  expect(source.stats()).toMatchObject({ cut: 1 });
});

it("goes on with the next event after a lost one", async () => {
  const { sink, api, source } = await start({}, (response, index) => response.writeHead(index === 0 ? 500 : 200).end());
  await api.watching();
  for (const name of ["a", "b"]) api.push(path("demo"), "ADDED", make("demo", name));
  await sink.arrived(2);
  await expect.poll(() => source.stats()).toMatchObject({ lost: 1, delivered: 1, inFlight: 0 });
});

it.each([
  { selector: { matchLabels: { app: "web", tier: "a" } }, text: "app=web,tier=a" },
  { selector: { matchExpressions: [{ key: "a", operator: "In" as const, values: ["2", "1"] }] }, text: "a in (1,2)" },
  { selector: { matchExpressions: [{ key: "a", operator: "NotIn" as const, values: ["1"] }] }, text: "a notin (1)" },
  { selector: { matchExpressions: [{ key: "a", operator: "DoesNotExist" as const }] }, text: "!a" },
  { selector: "x", text: "x" },
])("lists and watches with the selector $text", async ({ selector, text }) => {
  const resources = [{ apiVersion: "ververica.platform/v1", kind: "VvpDeployment", selector }];
  const { api } = await start({ resources });
  await api.watching();
  const selectors = api.calls.map((call) => new URL(call, "http://rig").searchParams.get("labelSelector"));
  expect(selectors).toEqual([text, text]);
});

it("skips a resource whose plural it guesses wrong, as the real one does", async () => {
  const resources = [{ apiVersion: "demo.dev/v1", kind: "Mailbox" }];
  const { source } = await start({ resources }, undefined, (called) => (called.endsWith("/mailboxs") ? 404 : 200));
  expect(source.stats()).toMatchObject({ skipped: ["demo.dev/v1 mailboxs"], lists: 0 });
});

it.each([
  { code: 404, why: "the group and version is not served" },
  { code: 403, why: "it may not list" },
])("does not start when $why", async ({ code }) => {
  await expect(start({}, undefined, () => code)).rejects.toThrow(`HTTP ${code}`);
});

it("waits for an API server that fails at first", async () => {
  let calls = 0;
  const { source } = await start({}, undefined, () => (++calls <= 2 ? 503 : 200));
  expect(source.stats().lists).toBe(1);
});
