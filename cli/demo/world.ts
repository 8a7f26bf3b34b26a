import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KubeObject } from "../../shared/core/object.ts";
import { kinds } from "../../shared/kinds/index.ts";
import { type AppManagerSimulator, startAppManager } from "../../simulators/app-manager/server.ts";
import { type ApiServer, startApiServer } from "../../simulators/platform/api-server/server.ts";
import type { Closable } from "../../simulators/platform/autoscaler/close-on-signals.ts";
import { type PingSource, startPingSource } from "../../simulators/platform/ping-source/start-ping-source.ts";
import { type Changes, makeChanges } from "./changes.ts";
import { Unexpected } from "./expect.ts";
import { type FunctionName, type Functions, startFunction } from "./functions.ts";
import { type Kubectl, makeKubectl } from "./kubectl.ts";
import { type LogLines, makeLogLines } from "./log-lines.ts";
import { readInstallation, readWebhook } from "./manifests.ts";

/** Everything that a cluster with Weir would have, in this process, and the functions as processes below it. */
export interface World {
  readonly api: ApiServer;
  readonly appManager: AppManagerSimulator;
  readonly functions: Functions;
  /** The ApiServerSource, which can be stopped and started again. */
  readonly changes: Changes;
  readonly tick: PingSource;
  readonly kubectl: Kubectl;
  readonly logs: LogLines;
  /** Path of a kubeconfig for the user. */
  readonly kubeconfig: string;
  /** The VvpDeployment of that name as it is stored. */
  readonly resource: (name: string) => KubeObject | undefined;
}

/** The namespace of the examples. */
export const namespace = "my-deploy-namespace";

const account = (name: string) => ({ username: `system:serviceaccount:weir-system:${name}` });
const users = {
  admin: { username: "kubernetes-admin", groups: ["system:masters"] },
  jane: { username: "jane" },
  "weir-reconcile": account("weir-reconcile"),
  "weir-refresh": account("weir-refresh"),
  "weir-source": account("weir-source"),
} as const;

type UserName = keyof typeof users;

/** Lengths of the platform's transitions in milliseconds; between two looks of a follower, so that each run makes the same calls. */
const delays = { startMs: 2_500, cancelMs: 700, savepointMs: 400, stopMs: 300, jitter: 0 };

/**
 * Builds the world; each part is handed to `opened` as soon as it must be closed, the latest first. `extra` is added to
 * the environment of the functions.
 *
 * Throws `Unexpected` when something of the installation is refused.
 */
export async function startWorld(
  opened: (part: Closable) => void,
  extra: Readonly<Record<string, string>> = {},
): Promise<World> {
  const tokens = Object.fromEntries(Object.keys(users).map((name) => [name, `${name}-${randomUUID()}`]));
  const tokenOf = (name: UserName) => tokens[name] ?? "";
  const keep = <Part extends Closable>(part: Part): Part => {
    opened(part);
    return part;
  };
  const folder = await mkdtemp(join(tmpdir(), "weir-demo-"));
  keep({ close: () => rm(folder, { recursive: true, force: true }) });
  const byToken = Object.fromEntries(Object.entries(users).map(([name, user]) => [tokens[name] ?? "", user]));
  const api = keep(await startApiServer({ users: byToken }));
  const appManager = keep(await startAppManager({ token: randomUUID(), delays }));
  const kubeconfigOf = (name: UserName, inside: string) => writeKubeconfig(folder, api, name, tokenOf(name), inside);

  const logs = makeLogLines();
  const start = async (name: FunctionName) => {
    const settings = { WEIR_INSTANCE_ID: "my-operator", ...extra };
    const reach = async (user: UserName) => ({
      WEIR_APPMANAGER_URL: appManager.url,
      KUBECONFIG: await kubeconfigOf(user, "weir-system"),
    });
    const env = name === "admission" ? settings : { ...settings, ...(await reach(`weir-${name}`)) };
    return keep(await startFunction(name, env, logs));
  };
  const functions = {
    reconcile: await start("reconcile"),
    refresh: await start("refresh"),
    admission: await start("admission"),
  };
  await install(makeKubectl(api.url, tokenOf("admin"), namespace), functions.admission.url, appManager.token);
  const changes = keep(makeChanges({ url: api.url, token: tokenOf("weir-source") }, functions.reconcile.url));
  await changes.start();
  const tick = keep(startPingSource({ name: "weir-tick", namespace: "weir-system", sink: functions.refresh.url }));
  return {
    api,
    appManager,
    functions,
    changes,
    tick,
    kubectl: makeKubectl(api.url, tokenOf("jane"), namespace),
    logs,
    kubeconfig: await kubeconfigOf("jane", namespace),
    resource: (name) => findResource(api, name),
  };
}

async function install(admin: Kubectl, admissionUrl: string, apiToken: string): Promise<void> {
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "my-vvp-apikey", namespace },
    stringData: { token: apiToken },
  };
  const objects = [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: "weir-system" } },
    { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
    ...(await readInstallation()),
    await readWebhook(`${admissionUrl}/validate`),
    secret,
  ];
  for (const object of objects) {
    const answer = await admin.create(object);
    if (!answer.ok) throw new Unexpected(`${object.kind} ${object.metadata.name} was refused: ${answer.message}`);
  }
}

async function writeKubeconfig(
  folder: string,
  api: ApiServer,
  name: UserName,
  token: string,
  inside: string,
): Promise<string> {
  const path = join(folder, `${name}.kubeconfig`);
  const config = JSON.parse(api.kubeconfig(token)) as { contexts: { context: { namespace: string } }[] };
  for (const { context } of config.contexts) context.namespace = inside;
  await writeFile(path, JSON.stringify(config), { mode: 0o600 });
  return path;
}

function findResource({ store }: ApiServer, name: string): KubeObject | undefined {
  const [kind] = kinds;
  const resource = kind && store.resources.find(kind.names.group, kind.names.version, kind.names.plural);
  return resource && (store.get(resource, namespace, name) as KubeObject | undefined);
}
