import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../simulators/platform/api-server/server.ts";
import { anySpec, clientOf, pipe, pipeCrd, pipesPath } from "./api-server-client.ts";

let server: ApiServer;
let client: ReturnType<typeof clientOf>;
let clock = Date.UTC(2030, 0, 1);
const everywhere = "/apis/example.dev/v1/pipes";

beforeAll(async () => {
  server = await startApiServer({ seed: [pipeCrd(anySpec)], now: () => clock });
  client = clientOf(server);
  await client.post("/api/v1/namespaces", { metadata: { name: "default-b" } });
  for (const name of ["c", "a", "b"]) {
    await client.post(pipesPath, pipe(name, {}, { labels: { letter: name, group: name === "c" ? "two" : "one" } }));
  }
  await client.post("/apis/example.dev/v1/namespaces/default-b/pipes", pipe("a", {}, { labels: { letter: "a" } }));
});
afterAll(() => server.close());

const names = (reply: { body: { items: { metadata: { namespace: string; name: string } }[] } }) =>
  reply.body.items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);

it("lists in the order of etcd's keys, with the store's revision", async () => {
  const reply = await client.get(everywhere);
  expect(names(reply)).toEqual(["default-b/a", "default/a", "default/b", "default/c"]);
  expect(reply.body).toMatchObject({ kind: "PipeList", apiVersion: "example.dev/v1" });
  expect(reply.body.metadata).toEqual({ continue: "", resourceVersion: String(server.store.revision) });
  expect(reply.body.items[0].kind).toBe("Pipe");
});

it("leaves the type out of built-in items", async () => {
  const reply = await client.get("/api/v1/namespaces");
  expect(reply.body.kind).toBe("NamespaceList");
  expect(reply.body.items[0]).not.toHaveProperty("kind");
  expect(reply.body.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual([
    "default",
    "default-b",
    "kube-node-lease",
    "kube-public",
    "kube-system",
  ]);
});

it.each([
  { query: "labelSelector=letter=a", found: ["default-b/a", "default/a"] },
  { query: "labelSelector=letter==a,group", found: ["default/a"] },
  { query: "labelSelector=letter!=a", found: ["default/b", "default/c"] },
  { query: "labelSelector=letter in (a, b),group=one", found: ["default/a", "default/b"] },
  { query: "labelSelector=letter notin (a,b)", found: ["default/c"] },
  { query: "labelSelector=!group", found: ["default-b/a"] },
  { query: "fieldSelector=metadata.name=b", found: ["default/b"] },
  { query: "fieldSelector=metadata.namespace!=default", found: ["default-b/a"] },
  { query: "fieldSelector=metadata.name=a,metadata.namespace=default", found: ["default/a"] },
])("selects by $query", async ({ query, found }) => {
  expect(names(await client.get(`${everywhere}?${encodeURI(query)}`))).toEqual(found);
});

it.each([
  { query: "labelSelector=a b c", message: /unable to parse requirement/ },
  {
    query: "fieldSelector=spec.x=1",
    message: /^field label not supported: spec.x$/,
  },
  { query: "continue=zzz", message: /continue key is not valid/ },
])("refuses $query", async ({ query, message }) => {
  const reply = await client.get(`${everywhere}?${encodeURI(query)}`);
  expect(reply.body).toMatchObject({ code: 400, reason: "BadRequest", message: expect.stringMatching(message) });
});

it("pages through one revision, whatever changes meanwhile", async () => {
  const first = await client.get(`${everywhere}?limit=2`);
  expect(names(first)).toEqual(["default-b/a", "default/a"]);
  expect(first.body.metadata).toMatchObject({ remainingItemCount: 2, continue: expect.any(String) });
  await client.post(pipesPath, pipe("bb"));
  await client.remove(`${pipesPath}/c`);
  const rest = await client.get(`${everywhere}?limit=2&continue=${first.body.metadata.continue}`);
  expect(names(rest)).toEqual(["default/b", "default/c"]);
  expect(rest.body.metadata).toEqual({ continue: "", resourceVersion: first.body.metadata.resourceVersion });
  await client.remove(`${pipesPath}/bb`);
  await client.post(pipesPath, pipe("c", {}, { labels: { letter: "c", group: "two" } }));
});

it("says nothing of the rest where a selector is set", async () => {
  const first = await client.get(`${everywhere}?limit=1&labelSelector=group=one`);
  expect(first.body.metadata.continue).toEqual(expect.any(String));
  expect(first.body.metadata).not.toHaveProperty("remainingItemCount");
});

it.each([
  {
    name: "after five minutes",
    expire: () => {
      clock += 300_001;
    },
  },
  { name: "when the test says so", expire: () => server.lister.expireTokens() },
])("lets a token expire $name and offers an inconsistent rest", async ({ expire }) => {
  const first = await client.get(`${everywhere}?limit=2`);
  expire();
  const gone = await client.get(`${everywhere}?limit=2&continue=${first.body.metadata.continue}`);
  expect(gone).toMatchObject({ code: 410, body: { reason: "Expired", metadata: { continue: expect.any(String) } } });
  expect(gone.body.message).toMatch(/^The provided continue parameter is too old/);
  const rest = await client.get(`${everywhere}?limit=2&continue=${gone.body.metadata.continue}`);
  expect(names(rest)).toEqual(["default/b", "default/c"]);
});
