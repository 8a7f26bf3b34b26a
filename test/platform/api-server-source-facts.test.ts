import { expect, it } from "vitest";
import { type ApiServer, type ApiServerOptions, startApiServer } from "../../simulators/platform/api-server/server.ts";
import { makeStoreClient } from "../../simulators/platform/api-server/store-client.ts";
import {
  type ApiServerSourceOptions,
  startApiServerSource,
} from "../../simulators/platform/api-server-source/start-api-server-source.ts";
import { closedAfterEach } from "../closed-after-each.ts";
import { type Answer, type Received, startFakeApiServer, startSink } from "../contract/knative-rig.ts";
import { anySpec, clientOf, pipe, pipeCrd } from "./api-server-client.ts";

const track = closedAfterEach();

const pipes = (namespace = "default") => `/apis/example.dev/v1/namespaces/${namespace}/pipes`;
const configMaps = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;
const makePipe = (name: string, metadata = {}) => pipe(name, { a: 1 }, metadata);
const configMap = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });
const header = ({ headers }: Received, name: string) => headers.find(([key]) => key === name)?.[1];
const nameOf = (request: Received) => header(request, "Ce-Name");
const eventOf = (request: Received) => `${header(request, "Ce-Type")?.split(".").at(-1)} ${nameOf(request)}`;
const objectOf = ({ body }: Received) => JSON.parse(body.toString());

async function startApi(options: ApiServerOptions = {}) {
  const namespaces = ["one", "two"].map((name) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } }));
  const api = track(await startApiServer({ seed: [pipeCrd(anySpec), ...namespaces], ...options }));
  return { api, client: clientOf(api) };
}

async function startSource(api: Pick<ApiServer, "url">, sink: string, options: Partial<ApiServerSourceOptions> = {}) {
  return track(
    await startApiServerSource({
      apiServer: { url: api.url },
      resources: [{ apiVersion: "example.dev/v1", kind: "Pipe" }],
      mode: "Resource",
      sink,
      ...options,
    }),
  );
}

it("never tells of what was there at its start, nor of changes and deletions while it was down", async () => {
  const { api, client } = await startApi();
  const sink = track(await startSink());
  for (const name of ["stays", "changes", "goes"]) await client.post(pipes(), makePipe(name));
  const first = await startSource(api, sink.url);
  await first.close();
  await client.patch("merge", `${pipes()}/changes`, { spec: { a: 2 } });
  await client.remove(`${pipes()}/goes`);
  await client.post(pipes(), makePipe("comes"));
  await startSource(api, sink.url);
  await client.patch("merge", `${pipes()}/stays`, { spec: { a: 2 } });
  await sink.arrived(1);
  expect(sink.received.map(eventOf)).toEqual(["update stays"]);
});

it("sends 20 updates as 20 requests, one at a time and in order, however slow the sink is", async () => {
  const { api, client } = await startApi();
  let [inFlight, most] = [0, 0];
  const sink = track(
    await startSink((response) => {
      most = Math.max(most, ++inFlight);
      setTimeout(() => {
        inFlight -= 1;
        response.writeHead(204).end();
      }, 3);
    }),
  );
  const source = await startSource(api, sink.url);
  await client.post(pipes(), makePipe("p"));
  const values = Array.from({ length: 20 }, (_, i) => i + 2);
  for (const a of values) await client.patch("merge", `${pipes()}/p`, { spec: { a } });
  await sink.arrived(21);
  expect(sink.received.map((request) => objectOf(request).spec.a)).toEqual([1, ...values]);
  expect(new Set(sink.received.map((request) => header(request, "Ce-Id"))).size).toBe(21);
  expect(most).toBe(1);
  await expect.poll(() => source.stats()).toMatchObject({ events: 21, delivered: 21, lost: 0 });
});

it.each([
  { namespaces: ["one", "two"], first: ["a", "c", "e", "g"], why: "one in flight per kind and namespace" },
  { namespaces: "all" as const, first: ["a", "e"], why: "one in flight per kind" },
])("a hanging sink holds up nothing but its own kind and place ($why)", async ({ namespaces, first }) => {
  const { api, client } = await startApi();
  const held: (() => void)[] = [];
  const hold: Answer = (response) => void held.push(() => response.writeHead(204).end());
  const sink = track(await startSink(hold));
  const kinds = [
    { apiVersion: "example.dev/v1", kind: "Pipe" },
    { apiVersion: "v1", kind: "ConfigMap" },
  ];
  const source = await startSource(api, sink.url, { namespaces, resources: kinds });
  for (const name of ["a", "b"]) await client.post(pipes("one"), makePipe(name));
  for (const name of ["c", "d"]) await client.post(pipes("two"), makePipe(name));
  for (const name of ["e", "f"]) await client.post(configMaps("one"), configMap(name));
  for (const name of ["g", "h"]) await client.post(configMaps("two"), configMap(name));
  await sink.arrived(first.length);
  expect(source.stats().inFlight).toBe(first.length);
  expect(sink.received.map(nameOf).toSorted()).toEqual(first);
  for (let next = 0; next < 8; next += 1) {
    await sink.arrived(next + 1);
    held[next]?.();
  }
  const order = sink.received.map(nameOf);
  for (const [before, after] of ["ab", "cd", "ef", "gh"]) {
    expect(order.indexOf(before)).toBeLessThan(order.indexOf(after));
  }
});

it("an event that is sent again holds up the next one, so that the order stays", async () => {
  const { api, client } = await startApi();
  const sink = track(await startSink((response, index) => response.writeHead(index < 2 ? 503 : 204).end()));
  await startSource(api, sink.url, { retryDelaysMs: [5, 5, 5, 5, 5] });
  for (const name of ["a", "b"]) await client.post(pipes(), makePipe(name));
  await sink.arrived(4);
  expect(sink.received.map(nameOf)).toEqual(["a", "a", "a", "b"]);
});

it("an object that leaves a selector is deleted and one that enters it is added, though it lived all the time", async () => {
  const { api, client } = await startApi();
  const sink = track(await startSink());
  const selector = { matchLabels: { app: "web" } };
  await startSource(api, sink.url, { resources: [{ apiVersion: "example.dev/v1", kind: "Pipe", selector }] });
  const label = (app: string | null) => client.patch("merge", `${pipes()}/p`, { metadata: { labels: { app } } });
  await client.post(pipes(), makePipe("p", { labels: { app: "web" } }));
  await label("other");
  await label(null);
  await label("web");
  await client.patch("merge", `${pipes()}/p`, { spec: { a: 2 } });
  await sink.arrived(4);
  expect(sink.received.map(eventOf)).toEqual(["add p", "delete p", "add p", "update p"]);
  expect(sink.received.map((request) => objectOf(request).metadata.labels)).toEqual(
    Array.from({ length: 4 }, () => ({ app: "web" })),
  );
});

it("two that overlap in a roll-out send each change twice, with ids of their own", async () => {
  const { api, client } = await startApi();
  const sink = track(await startSink());
  await Promise.all([startSource(api, sink.url), startSource(api, sink.url)]);
  await client.post(pipes(), makePipe("p"));
  await sink.arrived(2);
  const [one, other] = sink.received;
  expect(other?.body).toEqual(one?.body);
  expect(new Set(sink.received.map((request) => header(request, "Ce-Id"))).size).toBe(2);
});

it("an object of 1.2 MB comes in one request", async () => {
  const { api, client } = await startApi();
  const sink = track(await startSink());
  await startSource(api, sink.url);
  const filler = "<x>".repeat(400_000);
  await client.post(pipes(), pipe("large", { filler }));
  await sink.arrived(1);
  const [request] = sink.received;
  expect(request && objectOf(request).spec.filler).toBe(filler);
  expect(request?.headers).toContainEqual(["Content-Type", "application/json"]);
  expect(request?.headers).toContainEqual(["Content-Length", String(request?.body.length)]);
});

it("is blind for a while after a restart of the API server: what changes then is never sent", async () => {
  const { api, client } = await startApi();
  const sink = track(await startSink());
  const source = await startSource(api, sink.url, { backoff: { baseMs: 50, maxMs: 100 } });
  await client.post(pipes(), makePipe("before"));
  await sink.arrived(1);
  await api.close();
  const seed = [pipeCrd(anySpec), ...["x", "y", "z"].map((name) => makePipe(name)), makePipe("before")];
  const again = track(await startApiServer({ seed, port: Number(new URL(api.url).port) }));
  // Synchronously, so that the source cannot be back: the cache of watches begins anew, and one change is made.
  const resource = again.store.resources.find("example.dev", "v1", "pipes") ?? expect.unreachable("it was seeded");
  const user = { username: "kubernetes-admin", groups: ["system:masters"] };
  makeStoreClient(again.store, user, "tester").create(resource, "default", makePipe("meanwhile"));
  again.store.history.compact(again.store.revision);
  await expect.poll(() => source.stats().lists).toBe(2);
  await clientOf(again).post(pipes(), makePipe("after"));
  await sink.arrived(2);
  expect(sink.received.map(nameOf)).toEqual(["before", "after"]);
  expect(source.stats()).toMatchObject({ events: 2, lost: 0 });
});

it("what the API server forgets while the sink hangs is lost, and nobody is told", async () => {
  const held: (() => void)[] = [];
  const sink = track(await startSink((response) => void held.push(() => response.writeHead(204).end())));
  let [forgot, lists] = [false, 0];
  const api = track(
    await startFakeApiServer((_path, query) => {
      if (!query.has("watch")) lists += 1;
      return query.has("watch") && forgot && lists === 1 ? 410 : 200;
    }),
  );
  const source = await startSource(api, sink.url, { backoff: { baseMs: 5, maxMs: 10 } });
  await api.watching();
  const push = (name: string) =>
    api.push(pipes(), "MODIFIED", makePipe(name, { namespace: "default", resourceVersion: "101" }));
  for (const name of ["a", "b"]) push(name);
  await sink.arrived(1);
  // The server gives up on a reader that does not read, and forgets what changes until it is back.
  forgot = true;
  api.endWatches();
  for (const index of [0, 1]) {
    await sink.arrived(index + 1);
    held[index]?.();
  }
  await api.watching(2);
  push("last");
  await sink.arrived(3);
  expect(sink.received.map(nameOf)).toEqual(["a", "b", "last"]);
  expect(source.stats()).toMatchObject({ lists: 2, events: 3, lost: 0 });
});

it("loses nothing over ordinary ends of its watches", async () => {
  const sink = track(await startSink());
  const api = track(await startFakeApiServer());
  const source = await startSource(api, sink.url, { backoff: { baseMs: 5, maxMs: 10 } });
  const names = ["a", "b", "c", "d"];
  for (const [index, name] of names.entries()) {
    await api.watching(index + 1);
    const resourceVersion = String(101 + index);
    api.push(pipes(), "MODIFIED", makePipe(name, { namespace: "default", resourceVersion }));
    await sink.arrived(index + 1);
    api.endWatches();
  }
  await api.watching(5);
  expect(sink.received.map(nameOf)).toEqual(names);
  expect(api.calls.slice(2).map((call) => /resourceVersion=(\d+)/.exec(call)?.[1])).toEqual([
    "101",
    "102",
    "103",
    "104",
  ]);
  expect(source.stats()).toMatchObject({ lists: 1, events: 4, delivered: 4 });
});
