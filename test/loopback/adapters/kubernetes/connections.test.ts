import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { makePair } from "../../../../functions/front/certificate.ts";
import { connectCluster } from "../../../../shared/adapters/kubernetes/connect.ts";
import type { Names } from "../../../../shared/core/object.ts";
import { faultOf } from "../../../fault-of.ts";
import { writeKubeconfig } from "../support/kubeconfig.ts";
import { type Loopback, startLoopback } from "../support/loopback.ts";

const names: Names = { group: "g", version: "v1", kind: "K", plural: "ks", singular: "k" };
const key = { kind: "K", namespace: "demo", name: "one" };
const object = { metadata: { name: "one" } };
const inBase64 = (text: string) => Buffer.from(text).toString("base64");

let server: Loopback;
const closers: (() => void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await server.close();
});

/** A TLS server that asks for a client certificate, and what a kubeconfig needs to trust it. */
async function startSecure() {
  const pair = await makePair({ names: ["localhost"], lifeMs: 3_600_000 }, new Date());
  const options = { key: pair.key, cert: pair.certificate, requestCert: true, rejectUnauthorized: false };
  server = await startLoopback(() => ({ body: object }), options);
  const cluster = { "certificate-authority-data": inBase64(pair.authority), "tls-server-name": "localhost" };
  return { pair, cluster };
}

function connect(kubeconfigPath: string) {
  const connection = connectCluster({ kubeconfigPath, timeoutMs: 2_000 });
  closers.push(connection.close);
  return connection;
}

describe("connections", () => {
  it("one TLS connection serves 400 calls, and no descriptor is left behind", async () => {
    const { cluster: trust } = await startSecure();
    const { cluster } = connect(writeKubeconfig(server.url, trust, { token: "t" }));
    await cluster.get(names, key);
    const descriptors = readdirSync("/proc/self/fd").length;
    for (let call = 0; call < 200; call += 1) await cluster.get(names, key);
    for (let call = 0; call < 200; call += 1) await cluster.patch(names, key, {});
    expect(server.connections()).toBe(1);
    expect(readdirSync("/proc/self/fd").length).toBeLessThanOrEqual(descriptors + 2);
  });

  it("a burst opens ten at most, and the next one uses them", async () => {
    const { cluster: trust } = await startSecure();
    const { cluster } = connect(writeKubeconfig(server.url, trust));
    await Promise.all(Array.from({ length: 100 }, () => cluster.get(names, key)));
    await Promise.all(Array.from({ length: 100 }, () => cluster.get(names, key)));
    expect(server.connections()).toBeLessThanOrEqual(10);
  });

  it("a connection that the server closed while idle costs a read nothing", async () => {
    server = await startLoopback(() => ({ headers: { connection: "close" }, body: object }));
    const { cluster } = connect(writeKubeconfig(server.url));
    for (let call = 0; call < 3; call += 1) expect(await cluster.get(names, key)).toMatchObject({ object });
  });
});

describe("credentials", () => {
  it("shows the client certificate of the kubeconfig", async () => {
    const { pair, cluster: trust } = await startSecure();
    const user = { "client-certificate-data": inBase64(pair.certificate), "client-key-data": inBase64(pair.key) };
    const { cluster } = connect(writeKubeconfig(server.url, trust, user));
    await cluster.get(names, key);
    expect(server.received[0]?.client).toBe("localhost");
  });

  it("does not talk to a server that it cannot verify", async () => {
    const { pair } = await startSecure();
    const other = await makePair({ names: ["localhost"], lifeMs: 3_600_000 }, new Date());
    const wrong = { "certificate-authority-data": inBase64(other.authority), "tls-server-name": "localhost" };
    const { cluster } = connect(writeKubeconfig(server.url, wrong, { token: "t" }));
    expect(await faultOf(cluster.patch(names, key, {}))).toMatchObject({ code: "Unavailable", applied: "no" });
    expect(pair.key).not.toBe(other.key);
    expect(server.received).toEqual([]);
  });

  it("runs a credential plug-in", async () => {
    server = await startLoopback(() => ({ body: object }));
    const credential = {
      apiVersion: "client.authentication.k8s.io/v1",
      kind: "ExecCredential",
      status: { token: "x" },
    };
    const exec = { apiVersion: credential.apiVersion, command: "echo", args: [JSON.stringify(credential)] };
    const { cluster } = connect(writeKubeconfig(server.url, {}, { exec }));
    await cluster.get(names, key);
    expect(server.received[0]?.headers.authorization).toBe("Bearer x");
  });

  it.each([
    { name: "nothing", text: undefined, why: "no file", code: "Missing" },
    { name: "rubbish", text: "users:\n  - token: canary\n bad", why: "its parser quotes lines", code: "Denied" },
    { name: "no context", text: '{"clusters":[],"users":[],"contexts":[]}', why: "nothing to reach", code: "Denied" },
  ])("a kubeconfig with $name is a clear $code ($why)", async ({ text, code }) => {
    server = await startLoopback(() => ({ body: object }));
    const path = writeKubeconfig(server.url);
    if (text === undefined) rmSync(path);
    else writeFileSync(path, text);
    const found = await faultOf((async () => connect(path).cluster.get(names, key))());
    expect(found).toMatchObject({ code, applied: "no" });
    expect(found.message).not.toContain("canary");
  });

  it("outside a pod and without a kubeconfig there is no way to a cluster", async () => {
    server = await startLoopback(() => ({ body: object }));
    expect(() => connectCluster()).toThrow("no way to a cluster");
  });
});
