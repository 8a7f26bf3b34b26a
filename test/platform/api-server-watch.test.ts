import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../simulators/platform/api-server/server.ts";
import { anySpec, clientOf, openWatch, pipe, pipeCrd, pipesPath } from "./api-server-client.ts";

let server: ApiServer;
let client: ReturnType<typeof clientOf>;

beforeAll(async () => {
  server = await startApiServer({ seed: [pipeCrd(anySpec)], historyLimit: 5, bookmarkMs: 20 });
  client = clientOf(server);
});
beforeEach(() => client.remove(pipesPath));
afterAll(() => server.close());

const revision = () => server.store.revision;
const short = (lines: { type: string; object: { metadata: { name: string } } }[]) =>
  lines.map((line) => `${line.type} ${line.object.metadata.name}`);

it("begins with what exists, then follows", async () => {
  await client.post(pipesPath, pipe("a"));
  const watch = await openWatch(server, `${pipesPath}?watch=true`);
  await client.patch("merge", `${pipesPath}/a`, { spec: { a: 2 } });
  await client.patch("merge", `${pipesPath}/a`, { spec: { a: 2 } });
  await client.patch("merge", `${pipesPath}/a/status`, { status: { ok: true } });
  await client.remove(`${pipesPath}/a`);
  const lines = await watch.take(4);
  expect(short(lines)).toEqual(["ADDED a", "MODIFIED a", "MODIFIED a", "DELETED a"]);
  expect(lines[2]?.object.status).toEqual({ ok: true });
  expect(lines[3]?.object.metadata.resourceVersion).toBe(String(revision()));
  watch.stop();
});

it("resumes after a version without gap or repetition", async () => {
  await client.post(pipesPath, pipe("a"));
  const from = revision();
  await client.post(pipesPath, pipe("b"));
  const watch = await openWatch(server, `${pipesPath}?watch=1&resourceVersion=${from}`);
  await client.post(pipesPath, pipe("c"));
  expect(short(await watch.take(2))).toEqual(["ADDED b", "ADDED c"]);
  watch.stop();
});

it("shows the finalizer that was just removed in the delete event", async () => {
  await client.post(pipesPath, pipe("a", {}, { finalizers: ["x.dev/f"] }));
  await client.remove(`${pipesPath}/a`);
  const watch = await openWatch(server, `${pipesPath}?watch=true&resourceVersion=${revision()}`);
  await client.patch("merge", `${pipesPath}/a`, { metadata: { finalizers: null } });
  const [line] = await watch.take(1);
  expect(line).toMatchObject({ type: "DELETED", object: { metadata: { finalizers: ["x.dev/f"] } } });
  watch.stop();
});

it("turns entering and leaving a selection into ADDED and DELETED", async () => {
  await client.post(pipesPath, pipe("a"));
  const watch = await openWatch(server, `${pipesPath}?watch=true&labelSelector=in=yes&resourceVersion=${revision()}`);
  for (const value of ["yes", "yes", "no"]) {
    await client.patch("merge", `${pipesPath}/a`, { metadata: { labels: { in: value } }, spec: { n: Math.random() } });
  }
  const lines = await watch.take(3);
  expect(short(lines)).toEqual(["ADDED a", "MODIFIED a", "DELETED a"]);
  expect(lines[2]?.object.metadata.labels).toEqual({ in: "yes" });
  watch.stop();
});

it("sees only its name and its namespace", async () => {
  const watch = await openWatch(server, `${pipesPath}?watch=true&fieldSelector=metadata.name=b`);
  await client.post("/apis/example.dev/v1/namespaces/kube-system/pipes", pipe("b"));
  await client.post(pipesPath, pipe("a"));
  await client.post(pipesPath, pipe("b"));
  const [line] = await watch.take(1);
  expect(line?.object.metadata).toMatchObject({ name: "b", namespace: "default" });
  watch.stop();
});

it("answers 200 and an ERROR event when the version is too old", async () => {
  const from = revision();
  for (let n = 0; n < 30; n += 1) await client.post(pipesPath, pipe(`p${n}`));
  const watch = await openWatch(server, `${pipesPath}?watch=true&resourceVersion=${from}`);
  expect(watch.code).toBe(200);
  expect(await watch.take(1)).toMatchObject(
    [
      {
        type: "ERROR",
        object: {
          kind: "Status",
          status: "Failure",
          reason: "Expired",
          code: 410,
          message: /^too old resource version: /,
        },
      },
    ].map((line) => ({ ...line, object: { ...line.object, message: expect.stringMatching(line.object.message) } })),
  );
  expect(await watch.next()).toBeUndefined();
});

it("sends bookmarks to those who ask, and one at the end", async () => {
  const asked = await openWatch(
    server,
    `${pipesPath}?watch=true&allowWatchBookmarks=true&resourceVersion=${revision()}`,
  );
  expect(await asked.take(1)).toEqual([
    {
      type: "BOOKMARK",
      object: {
        kind: "Pipe",
        apiVersion: "example.dev/v1",
        metadata: { resourceVersion: String(revision()), creationTimestamp: null },
      },
    },
  ]);
  asked.stop();
  const plain = await openWatch(server, `${pipesPath}?watch=true&timeoutSeconds=1&resourceVersion=${revision()}`);
  expect(await plain.next()).toBeUndefined();
});

it("marks the end of the initial events where they are asked for", async () => {
  await client.post(pipesPath, pipe("a"));
  const query = "watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
  const watch = await openWatch(server, `${pipesPath}?${query}`);
  const lines = await watch.take(2);
  expect(lines.map((line) => line.type)).toEqual(["ADDED", "BOOKMARK"]);
  expect(lines[1]?.object.metadata.annotations).toEqual({ "k8s.io/initial-events-end": "true" });
  watch.stop();
});

it("ends cleanly when the server closes", async () => {
  const other = await startApiServer();
  const watch = await openWatch(other, "/api/v1/secrets?watch=true");
  await other.close();
  expect(await watch.next()).toBeUndefined();
});
