import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { rootCertificates } from "node:tls";
import { runCommand, textOf } from "./command.ts";
import { toFileNames } from "./starter.ts";

/** What became of one function: `served` is false when it ended before it answered, and its cache holds less. */
export type Warmed = { name: string; cacheBytes: number; served: boolean };

const HELP = `Usage: node knative/image/warm.ts [--dir DIR]

Makes the compile cache <dir>/<name>.<hash>.cache for every bundle in a folder: each function is started, asked a few
things on loopback, and told to stop; V8's code for what ran is kept. The cache holds for this Node and any user id.

  --dir DIR  folder that bundle.ts wrote (default: dist)
`;

const startMs = 15_000;
const stopMs = 10_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A service account and a kubeconfig for a cluster that refuses every connection. */
async function makeNowhere(): Promise<{ dir: string; env: Record<string, string> }> {
  const dir = await mkdtemp(join(tmpdir(), "weir-warm-"));
  const cluster = { name: "nowhere", cluster: { server: "http://127.0.0.1:1" } };
  const user = { name: "nobody", user: { token: "none" } };
  const context = { name: "nowhere", context: { cluster: "nowhere", user: "nobody" } };
  const kubeconfig = { apiVersion: "v1", kind: "Config", clusters: [cluster], users: [user], contexts: [context] };
  await writeFile(join(dir, "kubeconfig"), JSON.stringify({ ...kubeconfig, "current-context": "nowhere" }));
  await writeFile(join(dir, "token"), "none");
  await writeFile(join(dir, "namespace"), "nowhere");
  await writeFile(join(dir, "ca.crt"), rootCertificates[0] ?? "");
  const env = {
    KUBECONFIG: join(dir, "kubeconfig"),
    KUBERNETES_SERVICE_HOST: "127.0.0.1",
    KUBERNETES_SERVICE_PORT: "1",
    WEIR_FRONT_ACCOUNT_DIR: dir,
    WEIR_FRONT_TLS_PORT: "0",
    WEIR_INSTANCE_ID: "warm",
    WEIR_APPMANAGER_URL: "http://127.0.0.1:1",
    WEIR_SELF_URL: "http://127.0.0.1:1",
    WEIR_LOG_LEVEL: "info",
  };
  return { dir, env };
}

const json = { "content-type": "application/json" };
const event = {
  ...json,
  "ce-specversion": "1.0",
  "ce-id": "warm",
  "ce-source": "/warm",
  "ce-type": "dev.weir.reconcile.requested",
  "ce-kind": "VvpDeployment",
  "ce-namespace": "warm",
  "ce-name": "warm",
};
const object = { apiVersion: "ververica.platform/v1", kind: "VvpDeployment", metadata: { name: "warm" }, spec: {} };
const review = {
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: { uid: "warm", operation: "CREATE", namespace: "warm", userInfo: { username: "warm" }, object },
};

/** Asks what a real start is asked first, so that this code is in the cache; no answer matters. */
async function exercise(url: string): Promise<void> {
  const asks: [string, RequestInit][] = [
    ["/readyz", {}],
    ["/metrics", {}],
    ["/", { method: "POST", headers: event, body: JSON.stringify({ kind: "VvpDeployment", metadata: {} }) }],
    ["/", { method: "POST", headers: { ...event, "ce-type": "dev.knative.sources.ping" } }],
    ["/", { method: "POST", headers: json, body: "{" }],
    ["/validate", { method: "POST", headers: json, body: JSON.stringify(review) }],
  ];
  for (const [path, init] of asks) {
    const ended = AbortSignal.timeout(3_000);
    const reply = await fetch(`${url}${path}`, { ...init, signal: ended }).catch(() => undefined);
    await reply?.text().catch(() => undefined);
  }
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  const end = Date.now() + startMs;
  while (Date.now() < end && child.exitCode === null && child.signalCode === null) {
    const reply = await fetch(`${url}/healthz`).catch(() => undefined);
    if (reply !== undefined) return true;
    await pause(50);
  }
  return false;
}

/** SIGTERM first: only a process that ends by itself writes its cache. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), stopMs);
  await exited;
  clearTimeout(late);
}

async function warmOne(dir: string, name: string, env: Record<string, string>): Promise<Warmed> {
  const files = toFileNames(name, "");
  const starter = await readFile(join(dir, files.starter), "utf8");
  const cache = /"\/([\w.-]+\.cache)"/.exec(starter)?.[1];
  if (cache === undefined) throw new Error(`${files.starter} is no starter of bundle.ts`);
  const path = join(dir, cache);
  await rm(path, { force: true });
  const port = await freePort();
  const one = join(import.meta.dirname, "warm-one.ts");
  const child = spawn(process.execPath, [one, join(dir, files.body), path], {
    env: { ...env, PORT: `${port}` },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  const served = await answers(url, child);
  if (served) await exercise(url);
  await stop(child);
  if (!existsSync(path)) throw new Error(`${name} ended (${child.exitCode ?? child.signalCode}) without a cache`);
  await chmod(path, 0o444);
  return { name, cacheBytes: (await stat(path)).size, served };
}

/**
 * Makes the compile cache of every bundle in `dir`, with the Node that runs this.
 * Fails with an Error when a function ends without leaving a cache (killed, or a crash of the process).
 */
export async function warm(dir: string): Promise<Warmed[]> {
  const names = (await readdir(dir)).flatMap((file) => /^([^.]+)\.body\.cjs$/.exec(file)?.[1] ?? []).sort();
  if (names.length === 0) throw new Error(`no bundles in ${dir}`);
  const nowhere = await makeNowhere();
  try {
    const done: Warmed[] = [];
    for (const name of names) done.push(await warmOne(resolve(dir), name, nowhere.env));
    return done;
  } finally {
    await rm(nowhere.dir, { recursive: true });
  }
}

if (import.meta.main) {
  await runCommand({ help: HELP, options: ["dir"] }, async (values) => {
    for (const { name, cacheBytes, served } of await warm(textOf(values, "dir", "dist"))) {
      const note = served ? "" : "  it ended before it answered: only its start is cached";
      process.stdout.write(`${name.padEnd(12)} ${(cacheBytes / 1024).toFixed(0).padStart(6)} KiB cache${note}\n`);
    }
  });
}
