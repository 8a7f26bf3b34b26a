import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { makePair } from "../../functions/front/certificate.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { type AppManagerSimulator, startAppManager } from "../../simulators/app-manager/server.ts";
import type { Json } from "../../simulators/platform/api-server/json.ts";
import { type ApiServer, startApiServer } from "../../simulators/platform/api-server/server.ts";
import { sendJson } from "./https-json.ts";

const root = join(import.meta.dirname, "../..");
const readYaml = (path: string) => parse(readFileSync(join(root, path), "utf8"));
const tokens = { admin: "token-of-the-user", weir: "token-of-the-service-account", platform: "token-of-the-platform" };

/** The documents' first example: the resource that every benchmark is about. */
export const example = readYaml("examples/vvp-minimal-patch.yaml") as KubeObject;
const { name: exampleName = "", namespace = "" } = example.metadata;

/** Calls of a function since the last reset: of the API server, of AppManager, writes to the API server, reads of Secrets. */
export interface Counted {
  readonly api: number;
  readonly backend: number;
  readonly writes: number;
  readonly secrets: number;
  /** Method, path and status of each, in order of arrival per server. */
  readonly lines: readonly string[];
}

/** An API server (TLS, with the generated CRD) and an AppManager, and how a function is told of them. */
export interface World {
  readonly apiServer: ApiServer;
  readonly appManager: AppManagerSimulator;
  /** Environment of a function; its token and authority lie in files, as those of a pod do. */
  readonly env: Readonly<Record<string, string>>;
  /** The resource as the user reads it. */
  read(name?: string): Promise<KubeObject>;
  create(name?: string): Promise<KubeObject>;
  change(merge: object, name?: string): Promise<KubeObject>;
  remove(name?: string): Promise<void>;
  resetCounters(): void;
  count(): Counted;
  close(): Promise<void>;
}

const collection = `/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments`;

/** Starts both simulators, with the Secret of the example and no resource. */
export async function startWorld(): Promise<World> {
  const { key, certificate, authority } = await makePair({ names: ["localhost"], lifeMs: 86_400_000 }, new Date());
  const apiServer = await startApiServer({
    tls: { key, cert: certificate },
    users: {
      [tokens.admin]: { username: "root", groups: ["system:masters"] },
      [tokens.weir]: { username: "system:serviceaccount:weir-system:weir-reconcile" },
    },
    seed: seed() as unknown as Json[],
  });
  const appManager = await startAppManager({ token: tokens.platform });
  const dir = writeCredentials(apiServer.url, authority);
  const send = async (method: string, path: string, body?: object): Promise<KubeObject> => {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const headers = { authorization: `Bearer ${tokens.admin}`, "content-type": type };
    const options = { method, headers, ca: authority, agent: false as const };
    return (await sendJson(new URL(path, apiServer.url), options, body)) as KubeObject;
  };
  const calls = appManager.calls as (typeof appManager.calls)[number][];
  return {
    apiServer,
    appManager,
    env: {
      KUBECONFIG: join(dir, "kubeconfig"),
      WEIR_INSTANCE_ID: example.metadata.labels?.["ververica.platform/owner"] ?? "",
      WEIR_APPMANAGER_URL: appManager.url,
      WEIR_SELF_URL: "http://127.0.0.1:1",
      PORT: "0",
    },
    read: (name = exampleName) => send("GET", `${collection}/${name}`),
    create: (name = exampleName) => send("POST", collection, named(name)),
    change: (merge, name = exampleName) => send("PATCH", `${collection}/${name}`, merge),
    remove: async (name = exampleName) => {
      await send("DELETE", `${collection}/${name}`);
    },
    resetCounters: () => {
      apiServer.resetCounters();
      calls.length = 0;
    },
    count: () => count(apiServer, appManager),
    close: async () => {
      rmSync(dir, { recursive: true });
      await Promise.all([apiServer.close(), appManager.close()]);
    },
  };
}

function seed(): object[] {
  const names = [namespace, "weir-system"];
  const namespaces = names.map((name) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } }));
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: example.metadata.annotations?.apikeySecretName, namespace },
    data: { token: Buffer.from(tokens.platform).toString("base64") },
  };
  return [...namespaces, readYaml("crds/ververica.platform_vvpdeployments.yaml"), secret];
}

/** A resource of another name mirrors a deployment of that name. */
function named(name: string): object {
  const { deployment } = example.spec as { deployment: { metadata: object } };
  const target = { ...deployment, metadata: { ...deployment.metadata, name } };
  const { spec } = example;
  return { ...example, metadata: { ...example.metadata, name }, spec: { ...(spec as object), deployment: target } };
}

function writeCredentials(server: string, authority: string): string {
  const dir = mkdtempSync(join(tmpdir(), "weir-bench-"));
  writeFileSync(join(dir, "ca.crt"), authority);
  writeFileSync(join(dir, "token"), tokens.weir);
  const cluster = { server, "certificate-authority": join(dir, "ca.crt"), "tls-server-name": "localhost" };
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "bench", cluster }],
    users: [{ name: "bench", user: { token: tokens.weir, tokenFile: join(dir, "token") } }],
    contexts: [{ name: "bench", context: { cluster: "bench", user: "bench", namespace: "weir-system" } }],
    "current-context": "bench",
  };
  writeFileSync(join(dir, "kubeconfig"), JSON.stringify(config));
  return dir;
}

function count({ calls }: ApiServer, appManager: AppManagerSimulator): Counted {
  const own = calls.filter(({ username }) => username.startsWith("system:serviceaccount:"));
  const secrets = own.filter(({ path }) => path.includes("/secrets/"));
  const lines = [...own, ...appManager.calls].map(({ method, path, status }) => `${method} ${path} ${status}`);
  return {
    api: own.length - secrets.length,
    backend: appManager.calls.length,
    writes: own.filter(({ method }) => method !== "GET").length,
    secrets: secrets.length,
    lines,
  };
}
