import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectCluster } from "../../../../shared/adapters/kubernetes/connect.ts";
import { names } from "../../../../shared/kinds/vvp-deployment/names.ts";
import type { Cluster } from "../../../../shared/ports/cluster.ts";
import { faultOf } from "../../../fault-of.ts";
import { writeKubeconfig } from "../support/kubeconfig.ts";
import { deadUrl, type Loopback, type Reply, startLoopback } from "../support/loopback.ts";

const key = { kind: "VvpDeployment", namespace: "demo", name: "one" };
const path = "/apis/ververica.platform/v1/namespaces/demo/vvpdeployments/one";
const object = { apiVersion: "ververica.platform/v1", kind: "VvpDeployment", metadata: { name: "one" } };
const date = "Sat, 21 Nov 2026 10:00:00 GMT";
const gone: Reply = {
  status: 404,
  body: { kind: "Status", reason: "NotFound", message: "not found", details: { name: "one" } },
};
const unserved: Reply = { status: 404, body: { kind: "Status", reason: "NotFound", details: {} } };

let server: Loopback;
let cluster: Cluster;
let close: () => void;

beforeEach(async () => {
  server = await startLoopback(() => ({ headers: { date }, body: object }));
  const kubeconfigPath = writeKubeconfig(server.url, {}, { token: "a-token" });
  ({ cluster, close } = connectCluster({ kubeconfigPath, timeoutMs: 600 }));
});
afterEach(async () => {
  close();
  await server.close();
});

describe("what is sent", () => {
  it("reads fresh, with the token of the kubeconfig, and takes the time from the answer", async () => {
    expect(await cluster.get(names, key)).toEqual({ object, now: Date.parse(date) });
    expect(server.received.map(({ method, url }) => `${method} ${url}`)).toEqual([`GET ${path}`]);
    expect(server.received[0]?.headers).toMatchObject({ authorization: "Bearer a-token", accept: "application/json" });
  });

  it("lists in pages, of one namespace or all, by label", async () => {
    const token = "a token/with=signs";
    server.answer(() => ({ headers: { date }, body: { metadata: { continue: token }, items: [object] } }));
    const first = await cluster.list(names, { namespace: "", limit: 2, labelSelector: "owner=us" });
    expect(first).toEqual({ items: [object], continue: token, now: Date.parse(date) });
    server.answer(() => ({ headers: { date }, body: { metadata: { continue: "" }, items: [] } }));
    const last = await cluster.list(names, { namespace: "demo", limit: 2, continue: token });
    expect(last).toEqual({ items: [], now: Date.parse(date) });
    expect(server.received.map(({ url }) => url)).toEqual([
      "/apis/ververica.platform/v1/vvpdeployments?limit=2&labelSelector=owner%3Dus",
      "/apis/ververica.platform/v1/namespaces/demo/vvpdeployments?limit=2&continue=a+token%2Fwith%3Dsigns",
    ]);
  });

  it("patches the object and its status as field manager weir", async () => {
    const patch = { metadata: { resourceVersion: "7" }, status: { actualState: "RUNNING" } };
    expect(await cluster.patch(names, key, patch, "status")).toEqual(object);
    await cluster.patch(names, key, patch);
    expect(
      server.received.map(({ method, url, headers, body }) => [method, url, headers["content-type"], body]),
    ).toEqual([
      ["PATCH", `${path}/status?fieldManager=weir`, "application/merge-patch+json", JSON.stringify(patch)],
      ["PATCH", `${path}?fieldManager=weir`, "application/merge-patch+json", JSON.stringify(patch)],
    ]);
  });

  it("reads a Secret by name and decodes it", async () => {
    const data = { token: Buffer.from("très sécrèt").toString("base64") };
    server.answer(() => ({ headers: { date }, body: { kind: "Secret", metadata: { name: "s" }, data } }));
    expect(await cluster.readSecret("demo", "s")).toEqual({ token: "très sécrèt" });
    server.answer(() => gone);
    expect(await cluster.readSecret("demo", "s")).toBeUndefined();
    expect(server.received.map(({ url }) => url)).toEqual(Array(2).fill("/api/v1/namespaces/demo/secrets/s"));
  });

  it.each([
    { name: "..", why: "a URL parser climbs with it" },
    { name: "", why: "the path would name the collection" },
  ])("sends nothing for the name $name: $why", async ({ name }) => {
    expect(await faultOf(cluster.get(names, { ...key, name }))).toMatchObject({ code: "Rejected", applied: "no" });
    expect(server.received).toEqual([]);
  });
});

describe("what an answer means", () => {
  const status = (code: number, message = "because", headers = {}): Reply => ({
    status: code,
    headers: { date, ...headers },
    body: { kind: "Status", status: "Failure", message, code },
  });

  it.each([
    { name: "401", reply: status(401), code: "Denied", why: "credentials" },
    { name: "403", reply: status(403), code: "Denied", why: "rights" },
    { name: "410", reply: status(410), code: "Missing", why: "an expired continue token" },
    { name: "422", reply: status(422), code: "Rejected", why: "content" },
    {
      name: "404 text",
      reply: { status: 404, text: "404 page not found\n" },
      code: "Missing",
      why: "no CRD of the group",
    },
    { name: "404 page", reply: { status: 404, text: "<html>404 page not found" }, code: "Malformed", why: "a proxy" },
    { name: "404 Status", reply: unserved, code: "Missing", why: "a resource that is not served" },
    { name: "302", reply: { status: 302, headers: { location: "/login" } }, code: "Malformed", why: "a login page" },
    { name: "HTML", reply: { text: "<html>" }, code: "Malformed", why: "a proxy's page" },
    { name: "empty", reply: {}, code: "Malformed", why: "nothing" },
    { name: "an array", reply: { body: [] }, code: "Malformed", why: "no object" },
    { name: "no items", reply: { body: { metadata: {} } }, code: "Malformed", why: "no list" },
  ] as const)("$name is $code ($why)", async ({ reply, code }) => {
    server.answer(() => reply);
    expect(await faultOf(cluster.list(names, { namespace: "demo", limit: 1 }))).toMatchObject({ code, applied: "no" });
    expect(server.received).toHaveLength(1);
  });

  it("a 404 with a Status means that the object does not exist, a 404 of a proxy does not", async () => {
    server.answer(() => gone);
    expect(await cluster.get(names, key)).toBeUndefined();
    server.answer(() => ({ status: 404, text: "<html>no upstream</html>" }));
    expect(await faultOf(cluster.get(names, key))).toMatchObject({ code: "Malformed" });
    server.answer(() => unserved);
    expect(await faultOf(cluster.get(names, key))).toMatchObject({ code: "Missing" });
  });

  it("an answer without a Date cannot tell the time", async () => {
    server.answer(() => ({ noDate: true, body: object }));
    expect(await faultOf(cluster.get(names, key))).toMatchObject({ code: "Malformed" });
  });

  it.each([
    { name: "409", reply: status(409), code: "Conflict", applied: "no", why: "the precondition failed" },
    { name: "404", reply: gone, code: "Missing", applied: "no", why: "the object is gone" },
    { name: "429", reply: status(429), code: "Throttled", applied: "no", why: "refused" },
    { name: "500", reply: status(500), code: "Unavailable", applied: "maybe", why: "it may have been stored" },
    { name: "HTML", reply: { text: "<html>" }, code: "Malformed", applied: "maybe", why: "who knows" },
    { name: "cut", reply: "destroy", code: "Unavailable", applied: "maybe", why: "the bytes had left" },
    { name: "no answer", reply: "hang", code: "Unavailable", applied: "maybe", why: "the bytes had left" },
  ] as const)("a write answered $name is $code, applied $applied, and never sent twice ($why)", async (row) => {
    server.answer(() => row.reply);
    expect(await faultOf(cluster.patch(names, key, {}))).toMatchObject({ code: row.code, applied: row.applied });
    expect(server.received).toHaveLength(1);
  });

  it("keeps the server's message, without control characters, bounded", async () => {
    server.answer(() => status(422, `spec.a: bad\nvalue ${"x".repeat(5000)}`));
    const { message } = await faultOf(cluster.patch(names, key, {}));
    expect(message).toContain("the API server answered 422 to patch vvpdeployments demo/one: spec.a: bad value xxx");
    expect(message.length).toBeLessThan(1_200);
  });

  it("nothing listens: a write was certainly not sent", async () => {
    const dead = connectCluster({ kubeconfigPath: writeKubeconfig(await deadUrl()) });
    expect(await faultOf(dead.cluster.patch(names, key, {}))).toMatchObject({ code: "Unavailable", applied: "no" });
    dead.close();
  });

  it("no message quotes a Secret", async () => {
    const data = `{"data":{"token":"${Buffer.from("canary").toString("base64")}"}`;
    server.answer(() => ({ text: data }));
    const { message } = await faultOf(cluster.readSecret("demo", "s"));
    expect(message).not.toContain(Buffer.from("canary").toString("base64").slice(0, 4));
  });
});

describe("further tries of a read", () => {
  const inTurn = (...replies: Reply[]) => {
    let next = 0;
    server.answer(() => replies[Math.min(next++, replies.length - 1)] ?? "hang");
  };
  const ok: Reply = { headers: { date }, body: object };

  it.each([
    { name: "a cut connection", replies: ["destroy", "destroy", ok], sent: 3 },
    { name: "503", replies: [{ status: 503 }, ok], sent: 2 },
    { name: "429 with a short pause", replies: [{ status: 429, headers: { "retry-after": "0" } }, ok], sent: 2 },
  ] as const)("$name is tried again", async ({ replies, sent }) => {
    inTurn(...replies);
    expect(await cluster.get(names, key)).toMatchObject({ object });
    expect(server.received).toHaveLength(sent);
  });

  it("gives up after two more", async () => {
    inTurn({ status: 500 });
    expect(await faultOf(cluster.get(names, key))).toMatchObject({ code: "Unavailable" });
    expect(server.received).toHaveLength(3);
  });

  it("does not wait for a server that asks for a long pause, and passes its wish on", async () => {
    inTurn({ status: 429, headers: { "retry-after": "30" } });
    expect(await faultOf(cluster.get(names, key))).toMatchObject({ code: "Throttled", retryAfterMs: 30_000 });
    expect(server.received).toHaveLength(1);
  });

  it("ends with the time limit, and at once when it is cancelled", async () => {
    inTurn("hang");
    expect(await faultOf(cluster.get(names, key))).toMatchObject({ code: "Unavailable" });
    const controller = new AbortController();
    const call = faultOf(cluster.get(names, key, controller.signal));
    controller.abort();
    expect(await call).toMatchObject({ code: "Unavailable", message: expect.stringContaining("cancelled") });
  });
});
