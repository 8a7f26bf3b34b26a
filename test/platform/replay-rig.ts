import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Kubectl, makeKubectl } from "../../cli/demo/kubectl.ts";
import type { Platform, StartPlatform } from "../../cli/demo/platform.ts";
import { readBase } from "../../cli/demo/world.ts";
import type { KubeObject } from "../../shared/core/object.ts";
import { type AppManagerSimulator, startAppManager } from "../../simulators/app-manager/server.ts";
import { deadUrl } from "../loopback/adapters/support/loopback.ts";
import { temporaryFolders } from "../temporary-folders.ts";
import { type FunctionProcess, startProcess, whenReady } from "./scenario-process.ts";

/** The functions that take events. */
export const takers = ["reconcile", "refresh"] as const;

/** One of them. */
export type Taker = (typeof takers)[number];

/** What the functions did, in order. */
export interface Effect {
  /** Method and place of each call to the API server; Secrets, the lease and what mirrors events have suites of their own. */
  readonly api: readonly string[];
  /** The same for AppManager, reads of events aside; ids are `ID`. */
  readonly appManager: readonly string[];
  /** How many passes and sweeps ended. */
  readonly passes: number;
  readonly sweeps: number;
}

/** Function bundles as processes, with nothing before them, on a platform that holds the installation and the API token. */
export interface Replay {
  readonly platform: Platform;
  readonly appManager: AppManagerSimulator;
  readonly functions: Readonly<Record<Taker, FunctionProcess>>;
  /** The administrator in the namespace of the recordings. */
  readonly kubectl: Kubectl;
  /** What was done since the last `forget`. */
  effect(): Effect;
  forget(): void;
  /** The recorded resource as it is stored. */
  resource(): Promise<KubeObject | undefined>;
  /** Patches its status, as somebody else would. */
  writeStatus(status: unknown): Promise<void>;
  /** Another process of a function, to which nothing answers where the API server should be. */
  startCutOff(name: Taker): Promise<FunctionProcess>;
  close(): Promise<void>;
}

/** The namespace of the recordings. */
export const namespace = "demo";

const resourcePath = `/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments/one`;

const makeFolder = temporaryFolders();

/** Starts everything; the platform's changes take no time, so that each pass finds them done. */
export async function startReplay(startPlatform: StartPlatform): Promise<Replay> {
  const opened: { close(): Promise<unknown> }[] = [];
  const close = async () => {
    for (let part = opened.pop(); part !== undefined; part = opened.pop()) await part.close();
  };
  try {
    const platform = await startPlatform((part) => void opened.push(part));
    const delays = { startMs: 0, cancelMs: 0, savepointMs: 0, stopMs: 0, jitter: 0 };
    const appManager = await startAppManager({ token: randomUUID(), delays });
    opened.push(appManager);
    await install(platform, appManager.token);
    const start = async (name: Taker, kubeconfig = platform.kubeconfig(`weir-${name}`, "weir-system")) => {
      const started = await startProcess(name, await environmentOf(kubeconfig, appManager.url));
      opened.push({ close: started.stop });
      await whenReady(started);
      return started;
    };
    const functions = { reconcile: await start("reconcile"), refresh: await start("refresh") };
    return {
      platform,
      appManager,
      functions,
      kubectl: makeKubectl(platform.url, platform.tokenOf("admin"), namespace),
      startCutOff: async (name) => {
        const kubeconfig = platform.kubeconfig(`weir-${name}`, "weir-system");
        return start(name, kubeconfig.replaceAll(platform.url, await deadUrl()));
      },
      ...makeMeter(platform, appManager, Object.values(functions)),
      resource: () => platform.read(resourcePath),
      writeStatus: (status) => writeStatus(platform, status),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function install(platform: Platform, token: string): Promise<void> {
  const home = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
  const metadata = { name: "my-vvp-apikey", namespace };
  const secret = { apiVersion: "v1", kind: "Secret", metadata, stringData: { token } };
  await platform.install([...(await readBase()), home, secret]);
}

async function writeStatus(platform: Platform, status: unknown): Promise<void> {
  const answer = await fetch(`${platform.url}${resourcePath}/status`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${platform.tokenOf("admin")}`, "content-type": "application/merge-patch+json" },
    body: JSON.stringify({ status }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function environmentOf(kubeconfig: string, appManagerUrl: string): Promise<Record<string, string>> {
  const path = join(makeFolder("replay"), "kubeconfig");
  await writeFile(path, kubeconfig, { mode: 0o600 });
  const own = { WEIR_INSTANCE_ID: "my-operator", WEIR_KINDS: "VvpDeployment" };
  return { ...own, WEIR_APPMANAGER_URL: appManagerUrl, KUBECONFIG: path };
}

function makeMeter(platform: Platform, appManager: AppManagerSimulator, functions: readonly FunctionProcess[]) {
  const written = () => functions.map(({ text }) => text.out.length);
  const now = () => ({ api: platform.calls.length, appManager: appManager.calls.length, written: written() });
  let from = now();
  const count = (msg: string) => {
    const texts = functions.map(({ text }, index) => text.out.slice(from.written[index]));
    return texts.join("").split(`"msg":"${msg}"`).length - 1;
  };
  const effect = (): Effect => {
    const ours = platform.calls.slice(from.api).filter(({ username }) => /:weir-(reconcile|refresh)$/.test(username));
    return {
      api: ours.map(lineOf).filter((line) => !/ (secrets|leases|events|configmaps)\b/.test(line)),
      appManager: appManager.calls
        .slice(from.appManager)
        .map(lineOf)
        .filter((line) => !/^GET events\b/.test(line)),
      passes: count("pass"),
      sweeps: count("sweep"),
    };
  };
  const forget = () => {
    from = now();
  };
  return { effect, forget };
}

const lineOf = ({ method, path }: { readonly method: string; readonly path: string }): string => {
  const [place = path] = path.split("?");
  const short = place.replace(/^\/apis?\/([^/]+\/)?v1\/(namespaces\/[^/]+\/)?/, "");
  return `${method} ${short.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")}`;
};
