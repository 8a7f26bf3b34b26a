import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { makePair } from "../../../../functions/front/certificate.ts";
import { connectCluster } from "../../../../shared/adapters/kubernetes/connect.ts";
import { readPlain } from "../../../../shared/adapters/kubernetes/plain-access.ts";
import type { Names } from "../../../../shared/core/object.ts";
import { temporaryFolders } from "../../../temporary-folders.ts";
import { writeKubeconfig } from "../support/kubeconfig.ts";
import { type Loopback, startLoopback } from "../support/loopback.ts";

const names: Names = { group: "g", version: "v1", kind: "K", plural: "ks", singular: "k" };
const key = { kind: "K", namespace: "demo", name: "one" };
const answer = { body: { metadata: { name: "one" } } };
const inBase64 = (text: string) => Buffer.from(text).toString("base64");
const makeFolder = temporaryFolders();

let server: Loopback | undefined;
const closers: (() => void)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closers.splice(0)) close();
  await server?.close();
  server = undefined;
});

const order = { names: ["localhost", "127.0.0.1"] as const, lifeMs: 3_600_000 };

async function startSecure() {
  const pair = await makePair({ ...order, names: [...order.names] }, new Date());
  const options = { key: pair.key, cert: pair.certificate, requestCert: true, rejectUnauthorized: false };
  server = await startLoopback(() => answer, options);
  return { pair, url: server.url, received: server.received };
}

function connect(kubeconfigPath: string | undefined, accountDir?: string) {
  const account = accountDir === undefined ? {} : { accountDir };
  const connection = connectCluster({ kubeconfigPath, timeoutMs: 2_000, ...account });
  closers.push(connection.close);
  return connection;
}

/** What a pod finds: files of a service account, and where the API server is. */
function makePod(url: string, authority: string): string {
  const dir = makeFolder("account");
  writeFileSync(join(dir, "ca.crt"), authority);
  writeFileSync(join(dir, "token"), "first\n");
  writeFileSync(join(dir, "namespace"), "weir-system");
  const { hostname, port } = new URL(url);
  vi.stubEnv("KUBERNETES_SERVICE_HOST", hostname);
  vi.stubEnv("KUBERNETES_SERVICE_PORT", port);
  return dir;
}

describe("a pod's service account", () => {
  it("is read as it is: address, namespace, authority, and a token that rotates", async () => {
    const { pair, url } = await startSecure();
    const dir = makePod(url, pair.authority);
    const made = new Map();
    const first = readPlain(undefined, made, dir);
    expect(first).toMatchObject({
      namespace: "weir-system",
      headers: { authorization: "Bearer first" },
      auth: undefined,
    });
    expect(first?.server.href).toBe(`${url}/`);
    writeFileSync(join(dir, "token"), "second");
    const second = readPlain(undefined, made, dir);
    expect(second?.headers).toEqual({ authorization: "Bearer second" });
    expect(second?.agent).toBe(first?.agent);
    second?.agent.destroy();
  });

  it("makes a new agent for a new authority, so that a rotated one is trusted", async () => {
    const { pair, url } = await startSecure();
    const dir = makePod(url, pair.authority);
    const made = new Map();
    const first = readPlain(undefined, made, dir);
    writeFileSync(join(dir, "ca.crt"), (await makePair({ ...order, names: ["localhost"] }, new Date())).authority);
    expect(readPlain(undefined, made, dir)?.agent).not.toBe(first?.agent);
    expect(made.size).toBe(1);
  });

  it("puts an IPv6 address in brackets", async () => {
    const dir = makePod("https://[::1]:6443", "");
    vi.stubEnv("KUBERNETES_SERVICE_HOST", "fd00::1");
    expect(readPlain(undefined, new Map(), dir)?.server.href).toBe("https://[fd00::1]:6443/");
  });

  it.each([
    {
      name: "no token file",
      spoil: (dir: string) => writeFileSync(join(dir, "token"), ""),
      why: "nobody is logged in",
    },
    {
      name: "a plain port",
      spoil: () => vi.stubEnv("KUBERNETES_SERVICE_PORT", "8080"),
      why: "client-node speaks HTTP there",
    },
    { name: "no port", spoil: () => vi.stubEnv("KUBERNETES_SERVICE_PORT", ""), why: "it is not known" },
  ])("$name is left to client-node ($why)", ({ spoil }) => {
    const dir = makePod("https://127.0.0.1:6443", "ca");
    spoil(dir);
    expect(readPlain(undefined, new Map(), dir)).toBeUndefined();
  });

  it("an absent account is left to client-node, whose error it is", () => {
    makePod("https://127.0.0.1:6443", "ca");
    expect(readPlain(undefined, new Map(), join(makeFolder("account"), "gone"))).toBeUndefined();
  });
});

describe("a kubeconfig in JSON", () => {
  it("with files beside it is used without client-node, over a verified connection", async () => {
    const { pair, url, received } = await startSecure();
    const trust = { "certificate-authority": "ca.crt", "tls-server-name": "localhost" };
    const path = writeKubeconfig(url, trust, { tokenFile: "token", token: "older" });
    writeFileSync(join(path, "../ca.crt"), pair.authority);
    writeFileSync(join(path, "../token"), "from-file\n");
    await connect(path).cluster.get(names, key);
    expect(received[0]?.headers.authorization).toBe("Bearer from-file");
  });

  it("shows a client certificate", async () => {
    const { pair, url, received } = await startSecure();
    const trust = { "certificate-authority-data": inBase64(pair.authority), "tls-server-name": "localhost" };
    const user = { "client-certificate-data": inBase64(pair.certificate), "client-key-data": inBase64(pair.key) };
    await connect(writeKubeconfig(url, trust, user)).cluster.get(names, key);
    expect(received[0]?.client).toBe("localhost");
  });

  it("a token that is turned away is read again before the next call", async () => {
    const { pair, url } = await startSecure();
    const path = writeKubeconfig(
      url,
      {
        "certificate-authority-data": inBase64(pair.authority),
        "tls-server-name": "localhost",
      },
      { tokenFile: "token" },
    );
    writeFileSync(join(path, "../token"), "old");
    server?.answer((request) => (request.headers.authorization === "Bearer new" ? answer : { status: 401, body: {} }));
    const { cluster } = connect(path);
    await expect(cluster.get(names, key)).rejects.toMatchObject({ code: "Denied" });
    writeFileSync(join(path, "../token"), "new");
    await expect(cluster.get(names, key)).resolves.toMatchObject({ object: { metadata: { name: "one" } } });
  });

  it.each([true, false])("without TLS there is nothing to verify: insecure-skip-tls-verify %s is plain", (skip) => {
    const cluster = { "insecure-skip-tls-verify": skip };
    const path = writeKubeconfig("http://127.0.0.1:8001", cluster, { token: "t" });
    expect(readPlain(path, new Map())?.headers).toEqual({ authorization: "Bearer t" });
  });

  const strange = [
    { name: "a proxy", cluster: { "proxy-url": "http://127.0.0.1:1" }, user: {}, why: "an agent of its own" },
    {
      name: "no TLS checks",
      cluster: { "insecure-skip-tls-verify": true },
      user: {},
      why: "rare, and to be judged once",
    },
    { name: "a plug-in", cluster: {}, user: { exec: { command: "echo" } }, why: "a process" },
    { name: "an auth provider", cluster: {}, user: { "auth-provider": { name: "oidc" } }, why: "a protocol" },
    { name: "a password", cluster: {}, user: { username: "a", password: "b" }, why: "no bearer token" },
    { name: "an impersonation", cluster: {}, user: { token: "t", as: "jane" }, why: "headers that must not be lost" },
    { name: "a token file that is gone", cluster: {}, user: { tokenFile: "gone" }, why: "its error is client-node's" },
    { name: "an empty token", cluster: {}, user: { token: "" }, why: "no login at all" },
  ];

  it.each(strange)("$name is left to client-node ($why)", ({ cluster, user }) => {
    expect(readPlain(writeKubeconfig("https://127.0.0.1:6443", cluster, user), new Map())).toBeUndefined();
  });

  it.each([
    { name: "YAML", text: (json: string) => `# YAML\n${json}` },
    {
      name: "no context",
      text: (json: string) => json.replace('"current-context":"here"', '"current-context":"gone"'),
    },
    { name: "an unknown user", text: (json: string) => json.replace('"user":"tester"', '"user":"stranger"') },
    { name: "broken JSON", text: (json: string) => json.slice(0, -1) },
  ])("$name is left to client-node", ({ text }) => {
    const path = writeKubeconfig("https://127.0.0.1:6443", {}, { token: "t" });
    writeFileSync(path, text(readFileSync(path, "utf8")));
    expect(readPlain(path, new Map())).toBeUndefined();
  });

  it("a list of files is left to client-node, which merges them", () => {
    const path = writeKubeconfig("https://127.0.0.1:6443", {}, { token: "t" });
    expect(readPlain(`${path}:${path}`, new Map())).toBeUndefined();
    expect(readPlain(path, new Map())).toBeDefined();
  });
});
