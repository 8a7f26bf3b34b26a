import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPlatform } from "../../../../../cli/demo/embedded-platform.ts";
import { type Kubectl, makeKubectl } from "../../../../../cli/demo/kubectl.ts";
import { root } from "../../../../../cli/demo/manifests.ts";
import { namespace, type Platform } from "../../../../../cli/demo/platform.ts";
import { readBase } from "../../../../../cli/demo/world.ts";
import type { KubeObject } from "../../../../../shared/core/object.ts";
import { type AppManagerSimulator, startAppManager } from "../../../../../simulators/app-manager/server.ts";
import type { Closable } from "../../../../../simulators/platform/autoscaler/close-on-signals.ts";
import { openDoor } from "./door.ts";
import { type Pod, startPod } from "./pod.ts";
import { type RevisionLimits, readLimits } from "./queue-settings.ts";

/** Weir's functions and their manifests. */
export const manifestOf = {
  reconcile: "knative/base/400-reconcile.yaml",
  refresh: "knative/base/410-refresh.yaml",
  admission: "knative/base/420-admission.yaml",
} as const;

/** Name of a function. */
export type FunctionName = keyof typeof manifestOf;

/** A bundle behind a real queue-proxy. */
export interface FunctionPod extends Pod {
  /** Starts the function's process, at the beginning and after it has ended. */
  start(): void;
}

/** An API server and an AppManager, and functions in pods that reach both. */
export interface Cell extends Closable {
  readonly platform: Platform;
  readonly appManager: AppManagerSimulator;
  readonly kubectl: Kubectl;
  /** A pod of that function; its process is not started yet. `selfUrl` is its own service, by default its own queue-proxy. */
  pod(name: FunctionName, changes?: Partial<RevisionLimits>, selfUrl?: string): Promise<FunctionPod>;
  resource(name: string): Promise<KubeObject | undefined>;
}

/** Starts a cell; what platforms do takes `startMs` before a job runs. */
export async function startCell(startMs = 600_000): Promise<Cell> {
  const opened: Closable[] = [];
  const close = async () => {
    for (let part = opened.pop(); part !== undefined; part = opened.pop()) await part.close();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), "weir-queue-proxy-"));
    opened.push({ close: () => rm(folder, { recursive: true, force: true }) });
    const platform = await startEmbeddedPlatform((part) => void opened.push(part));
    const delays = { startMs, cancelMs: 300, savepointMs: 300, stopMs: 300, jitter: 0 };
    const appManager = await startAppManager({ token: randomUUID(), delays });
    opened.push(appManager);
    await platform.install([...(await readBase()), toSecret(appManager.token)]);
    const cell = { platform, appManager, folder };
    return {
      ...cell,
      close,
      kubectl: makeKubectl(platform.url, platform.tokenOf("jane"), namespace),
      resource: (name) => platform.read(`/apis/ververica.platform/v1/namespaces/${namespace}/vvpdeployments/${name}`),
      pod: async (name, changes = {}, selfUrl) => {
        const pod = await startFunctionPod(
          cell,
          name,
          { ...(await readLimits(manifestOf[name])), ...changes },
          selfUrl,
        );
        opened.push(pod);
        return pod;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Around = Pick<Cell, "platform" | "appManager"> & { readonly folder: string };

async function startFunctionPod(
  { platform, appManager, folder }: Around,
  name: FunctionName,
  limits: RevisionLimits,
  selfUrl: string | undefined,
): Promise<FunctionPod> {
  const pod = await startPod(name, limits);
  const host = pod.network.hostAddress;
  const seenFromInside = (text: string) => text.replaceAll("127.0.0.1", host);
  const doors = await Promise.all(
    [platform.url, appManager.url, ...(selfUrl === undefined ? [] : [selfUrl])].map((url) => {
      const port = Number(new URL(url).port);
      return openDoor({ host, port }, { host: "127.0.0.1", port });
    }),
  );
  const KUBECONFIG = join(folder, `${name}-${pod.network.holder}.kubeconfig`);
  await writeFile(KUBECONFIG, seenFromInside(platform.kubeconfig(userOf(name), "weir-system")), { mode: 0o600 });
  const reach = {
    KUBECONFIG,
    WEIR_APPMANAGER_URL: seenFromInside(appManager.url),
    WEIR_SELF_URL: selfUrl === undefined ? pod.url : seenFromInside(selfUrl),
  };
  const own = name === "admission" ? { WEIR_API_KEY_VALIDATION: "off" } : reach;
  const env = { WEIR_INSTANCE_ID: "my-operator", ...own };
  return {
    ...pod,
    start: () => pod.startApp([process.execPath, join(root, `dist/${name}.cjs`)], env),
    close: async () => {
      await pod.close();
      for (const door of doors) await door.close();
    },
  };
}

const userOf = (name: FunctionName) => (name === "admission" ? "default" : (`weir-${name}` as const));

function toSecret(token: string): KubeObject {
  const metadata = { name: "my-vvp-apikey", namespace };
  return { apiVersion: "v1", kind: "Secret", metadata, stringData: { token } } as KubeObject;
}
