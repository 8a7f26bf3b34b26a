import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KubeObject } from "../../shared/core/object.ts";
import { kinds } from "../../shared/kinds/index.ts";
import { type AppManagerSimulator, startAppManager } from "../../simulators/app-manager/server.ts";
import type { Closable } from "../../simulators/platform/autoscaler/close-on-signals.ts";
import { type PingSource, startPingSource } from "../../simulators/platform/ping-source/start-ping-source.ts";
import { type Changes, makeChanges } from "./changes.ts";
import { startEmbeddedPlatform } from "./embedded-platform.ts";
import { type FunctionName, type Functions, startFunction } from "./functions.ts";
import { type Kubectl, makeKubectl } from "./kubectl.ts";
import { type LogLines, makeLogLines } from "./log-lines.ts";
import { readInstallation, readManifests, readWebhook } from "./manifests.ts";
import { namespace, type Platform, type StartPlatform, type UserName } from "./platform.ts";

/** Everything that a cluster with Weir would have, and the functions as processes below this one. */
export interface World {
  readonly platform: Platform;
  readonly appManager: AppManagerSimulator;
  readonly functions: Functions;
  /** The ApiServerSource, which can be stopped and started again. */
  readonly changes: Changes;
  readonly tick: PingSource;
  readonly kubectl: Kubectl;
  readonly logs: LogLines;
  /** Path of a kubeconfig for the user. */
  readonly kubeconfig: string;
  /** Writes the kubeconfig that a function gets, and gives its path. */
  readonly kubeconfigOf: (user: UserName) => Promise<string>;
  /** The VvpDeployment of that name as it is stored. */
  readonly resource: (name: string) => Promise<KubeObject | undefined>;
}

/** How a world differs from the demo's; all may be left out. */
export interface WorldOptions {
  /** Added to the environment of the functions. */
  readonly env?: Readonly<Record<string, string>>;
  /** The embedded one if absent. */
  readonly startPlatform?: StartPlatform;
  /** AppManager's clock, in milliseconds since 1970; the machine's if absent. */
  readonly appManagerNow?: () => number;
  /** The API token; any if absent. */
  readonly token?: string;
  /** What stands before AppManager at this address: the address that the functions get. */
  readonly beforeAppManager?: (url: string) => Promise<Closable & { readonly url: string }>;
}

/** Lengths of the platform's transitions in milliseconds; between two looks of a follower, so that each run makes the same calls. */
const delays = { startMs: 2_500, cancelMs: 700, savepointMs: 400, stopMs: 300, jitter: 0 };

/**
 * Builds the world; each part is handed to `opened` as soon as it must be closed, the latest first.
 *
 * Throws `Unexpected` when something of the installation is refused.
 */
export async function startWorld(opened: (part: Closable) => void, options: WorldOptions = {}): Promise<World> {
  const keep = <Part extends Closable>(part: Part): Part => {
    opened(part);
    return part;
  };
  const folder = await mkdtemp(join(tmpdir(), "weir-demo-"));
  // Who is stopped while it starts may write one more file just as the folder goes.
  keep({ close: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) });
  const { startPlatform = startEmbeddedPlatform, appManagerNow: now = Date.now, token = randomUUID() } = options;
  const platform = await startPlatform(opened);
  const appManager = keep(await startAppManager({ token, delays, now }));
  const before = options.beforeAppManager;
  const { url: WEIR_APPMANAGER_URL } = before === undefined ? appManager : keep(await before(appManager.url));
  const kubeconfigOf = async (user: UserName, inNamespace = "weir-system") => {
    const path = join(folder, `${user}.kubeconfig`);
    await writeFile(path, platform.kubeconfig(user, inNamespace), { mode: 0o600 });
    return path;
  };
  const logs = makeLogLines();
  const start = async (name: FunctionName) => {
    const settings = { WEIR_INSTANCE_ID: "my-operator", ...options.env };
    const platformOf = name === "admission" ? {} : { WEIR_APPMANAGER_URL };
    const env = { ...settings, ...platformOf, KUBECONFIG: await kubeconfigOf(`weir-${name}`) };
    return keep(await startFunction(name, env, logs));
  };
  await platform.install(await readBase());
  const functions = {
    reconcile: await start("reconcile"),
    refresh: await start("refresh"),
    admission: await start("admission"),
  };
  const client = await platform.toWebhookClient(`${functions.admission.url}/validate`);
  await platform.install([makeSecret(appManager.token), await readWebhook(client)]);
  const changes = keep(
    makeChanges({ url: platform.url, token: platform.tokenOf("weir-source") }, functions.reconcile.url),
  );
  await changes.start();
  const tick = keep(startPingSource({ name: "weir-tick", namespace: "weir-system", sink: functions.refresh.url }));
  return {
    platform,
    appManager,
    functions,
    changes,
    tick,
    kubectl: makeKubectl(platform.url, platform.tokenOf("jane"), namespace),
    logs,
    kubeconfig: await kubeconfigOf("jane", namespace),
    kubeconfigOf,
    resource: (name) => readResource(platform, name),
  };
}

/** What every platform has before anything else: the namespaces, the kinds and the policies. */
export async function readBase(): Promise<KubeObject[]> {
  const own = await readManifests("knative/base/000-namespace.yaml");
  const users = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
  return [...own, users, ...(await readInstallation())];
}

function makeSecret(apiToken: string): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "my-vvp-apikey", namespace },
    stringData: { token: apiToken },
  } as KubeObject;
}

async function readResource(platform: Platform, name: string): Promise<KubeObject | undefined> {
  const [kind] = kinds;
  if (kind === undefined) return undefined;
  const { group, version, plural } = kind.names;
  return platform.read(`/apis/${group}/${version}/namespaces/${namespace}/${plural}/${name}`);
}
