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
import { startWarmWorld, type WarmWorld, warmName } from "./warm-world.ts";

/** What became of one function: `served` is false when it ended before it answered, and its cache holds less. */
export type Warmed = { name: string; cacheBytes: number; served: boolean };

const HELP = `Usage: node knative/image/warm.ts [--dir DIR]

Makes the compile cache <dir>/<name>.<hash>.cache for every bundle in a folder: each function is started, does its work
once against a small fake cluster on loopback, and is told to stop; V8's code for what ran is kept. The cache holds for
this Node and any user id.

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

/** The credentials of a pod, and a kubeconfig with them. */
async function makeCredentials({ url }: WarmWorld): Promise<{ dir: string; env: Record<string, string> }> {
  const dir = await mkdtemp(join(tmpdir(), "weir-warm-"));
  const [token, authority] = [join(dir, "token"), join(dir, "ca.crt")];
  const kubeconfig = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: warmName, cluster: { server: url, "certificate-authority": authority } }],
    users: [{ name: warmName, user: { tokenFile: token } }],
    contexts: [{ name: warmName, context: { cluster: warmName, user: warmName, namespace: warmName } }],
    "current-context": warmName,
  };
  await writeFile(join(dir, "kubeconfig"), JSON.stringify(kubeconfig));
  await writeFile(token, "none");
  await writeFile(join(dir, "namespace"), warmName);
  await writeFile(authority, rootCertificates[0] ?? "");
  const env = {
    KUBECONFIG: join(dir, "kubeconfig"),
    KUBERNETES_SERVICE_HOST: "127.0.0.1",
    KUBERNETES_SERVICE_PORT: "1",
    WEIR_FRONT_ACCOUNT_DIR: dir,
    WEIR_FRONT_TLS_PORT: "0",
    WEIR_INSTANCE_ID: warmName,
    WEIR_APPMANAGER_URL: url,
    WEIR_SELF_URL: "http://127.0.0.1:1",
    WEIR_LOG_LEVEL: "info",
  };
  return { dir, env };
}

const json = { "content-type": "application/json" };
const event = {
  ...json,
  "ce-specversion": "1.0",
  "ce-id": warmName,
  "ce-source": "/warm",
  "ce-type": "dev.knative.apiserver.resource.update",
  "ce-kind": "VvpDeployment",
  "ce-namespace": warmName,
  "ce-name": warmName,
};

type Ask = (path: string, init?: RequestInit) => Promise<void>;

/**
 * Has a function do what a real start is asked first, so that this code is in the cache; no answer matters. What a first
 * request does not need (`/metrics`, other methods) stays out: V8 reads a cache whole, so more in it is a slower start.
 */
async function exercise(world: WarmWorld, ask: Ask): Promise<void> {
  const post = (path: string, headers: Record<string, string>, body: object) =>
    ask(path, { method: "POST", headers, body: JSON.stringify(body) });
  const late = () => ({ ...world.resource(), metadata: { name: warmName, namespace: warmName, generation: 0 } });
  await ask("/readyz");
  await post("/", event, late());
  await post("/", event, world.resource());
  await post("/", event, late());
  await post("/", { ...event, "ce-type": "dev.knative.sources.ping" }, {});
  world.edit({ metadata: { generation: 2 }, spec: { deployment: { spec: { state: "RUNNING" } } } });
  await post("/", event, late());
  const [kind, object] = [{ group: "ververica.platform", version: "v1", kind: "VvpDeployment" }, world.resource()];
  const request = { uid: warmName, kind, operation: "CREATE", namespace: warmName, name: warmName, object };
  await post("/validate", json, { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request });
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

/** Runs a body once in a world of its own, which writes the cache; true when it served. */
async function serveOnce(body: string, cache: string): Promise<boolean> {
  const world = await startWarmWorld();
  const { dir, env } = await makeCredentials(world);
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, "warm-one.ts"), body, cache], {
    env: { ...env, PORT: `${port}` },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    const served = await answers(url, child);
    if (served) await exercise(world, (path, init) => askOnce(`${url}${path}`, init));
    return served;
  } finally {
    await stop(child);
    await world.close();
    await rm(dir, { recursive: true });
  }
}

async function askOnce(url: string, init: RequestInit = {}): Promise<void> {
  const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
  await reply?.text().catch(() => undefined);
}

async function warmOne(dir: string, name: string): Promise<Warmed> {
  const files = toFileNames(name, "");
  const starter = await readFile(join(dir, files.starter), "utf8");
  const cache = /"\/([\w.-]+\.cache)"/.exec(starter)?.[1];
  if (cache === undefined) throw new Error(`${files.starter} is no starter of bundle.ts`);
  const path = join(dir, cache);
  await rm(path, { force: true });
  const served = await serveOnce(join(dir, files.body), path);
  if (!existsSync(path)) throw new Error(`${name} ended without a cache`);
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
  const done: Warmed[] = [];
  for (const name of names) done.push(await warmOne(resolve(dir), name));
  return done;
}

if (import.meta.main) {
  await runCommand({ help: HELP, options: ["dir"] }, async (values) => {
    for (const { name, cacheBytes, served } of await warm(textOf(values, "dir", "dist"))) {
      const note = served ? "" : "  it ended before it answered: only its start is cached";
      process.stdout.write(`${name.padEnd(12)} ${(cacheBytes / 1024).toFixed(0).padStart(6)} KiB cache${note}\n`);
    }
  });
}
