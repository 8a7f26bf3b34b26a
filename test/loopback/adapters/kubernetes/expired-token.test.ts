import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectCluster } from "../../../../shared/adapters/kubernetes/connect.ts";
import { names } from "../../../../shared/kinds/vvp-deployment/names.ts";
import type { Cluster } from "../../../../shared/ports/cluster.ts";
import { faultOf } from "../../../fault-of.ts";
import { writeKubeconfig } from "../support/kubeconfig.ts";
import { type Loopback, type Reply, startLoopback } from "../support/loopback.ts";

const key = { kind: "VvpDeployment", namespace: "demo", name: "one" };
const object = { apiVersion: "ververica.platform/v1", kind: "VvpDeployment", metadata: { name: "one" } };
const date = "Sat, 21 Nov 2026 10:00:00 GMT";

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

describe("an expired continue token", () => {
  const expired = (metadata: object): Reply => ({
    status: 410,
    headers: { date },
    body: { kind: "Status", status: "Failure", reason: "Expired", message: "too old", metadata },
  });
  const list = (token: string) =>
    cluster.list(names, { namespace: "", limit: 2, labelSelector: "a=b", continue: token });
  const asked = (...tokens: string[]) =>
    tokens.map((token) => `/apis/ververica.platform/v1/vvpdeployments?limit=2&continue=${token}&labelSelector=a%3Db`);
  const urls = () => server.received.map(({ url }) => url);

  it("is exchanged for the token of the rest", async () => {
    const page: Reply = { headers: { date }, body: { metadata: { continue: "next" }, items: [object] } };
    server.answer(({ url }) => (url.includes("continue=old") ? expired({ continue: "rest" }) : page));
    expect(await list("old")).toEqual({ items: [object], continue: "next", now: Date.parse(date) });
    expect(urls()).toEqual(asked("old", "rest"));
  });

  it.each([
    { name: "no token", metadata: {}, sent: ["old"], why: "an older server" },
    { name: "an empty token", metadata: { continue: "" }, sent: ["old"], why: "the list would start over" },
    { name: "no text", metadata: { continue: 7 }, sent: ["old"], why: "nothing to send" },
    { name: "a token that has expired, too", metadata: { continue: "rest" }, sent: ["old", "rest"], why: "once" },
  ])("with $name for the rest it is Missing ($why)", async ({ metadata, sent }) => {
    server.answer(() => expired(metadata));
    expect(await faultOf(list("old"))).toMatchObject({ code: "Missing", applied: "no" });
    expect(urls()).toEqual(asked(...sent));
  });

  it("is not looked for where none was sent", async () => {
    server.answer(() => expired({ continue: "rest" }));
    expect(await faultOf(list(""))).toMatchObject({ code: "Missing" });
    expect(urls()).toEqual(["/apis/ververica.platform/v1/vvpdeployments?limit=2&labelSelector=a%3Db"]);
  });
});

describe("a 410 about one object", () => {
  it.each([
    { name: "get", call: () => cluster.get(names, key) },
    { name: "readSecret", call: () => cluster.readSecret("demo", "s") },
  ])("is Missing, and no object: $name", async ({ call }) => {
    server.answer(() => ({ status: 410, headers: { date }, body: { kind: "Status", metadata: { name: "one" } } }));
    expect(await faultOf(call())).toMatchObject({ code: "Missing" });
  });
});
