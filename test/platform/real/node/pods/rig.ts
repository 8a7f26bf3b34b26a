import { randomInt } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type AppManagerSimulator, startAppManager } from "../../../../../simulators/app-manager/server.ts";
import { projectRoot } from "../../../../golden/kustomization.ts";
import { type ApiAnswer, callApi } from "../../control-plane/access.ts";
import { mustRun } from "../../control-plane/install.ts";
import { type Cluster, startCluster } from "../cluster.ts";
import { loadWeir } from "../images.ts";
import { network } from "../network.ts";
import {
  readFunctions,
  readInstallation,
  toDeployment,
  toService,
  type Variant,
  variantLabel,
} from "./function-pods.ts";
import { weirImage } from "./image-name.ts";
import { prepareNamespace } from "./resource.ts";

/** Where Weir runs. */
export const system = "/api/v1/namespaces/weir-system";

/** A pod of a function as the API server shows it. */
export interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    deletionTimestamp?: string;
  };
  readonly spec: { readonly terminationGracePeriodSeconds: number };
  readonly status: {
    readonly podIP?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly [ContainerStatus];
  };
}

interface ContainerStatus {
  readonly containerID?: string;
  readonly restartCount: number;
  readonly state: {
    readonly waiting?: { readonly reason: string };
    readonly terminated?: { readonly exitCode: number; readonly reason: string; readonly finishedAt: string };
  };
}

/** An installation of Weir in pods of a cluster of its own. */
export interface Rig {
  readonly cluster: Cluster;
  readonly appManager: AppManagerSimulator;
  /** Pods of a function, or of all. */
  pods(name?: string): Promise<Pod[]>;
  pod(name: string, variant: Variant): Promise<Pod>;
  call(method: string, path: string, body?: unknown): Promise<ApiAnswer>;
  close(): Promise<void>;
}

/** As small as pods get, and as any user; and as they are shipped but for the limit. */
export const variants: readonly [Variant, Variant] = [
  { name: "100m", cpu: "100m", uid: randomInt(1_000_000, 2_000_000_000) },
  { name: "250m", cpu: "250m" },
];

const readyLimitMs = 90_000;

/**
 * Starts a cluster with Weir's image and every function in every variant; resolves when all pods are Ready.
 *
 * Rejects with what Kubernetes says about the pods when they are not in time.
 */
export async function startRig(): Promise<Rig> {
  const dist = join(projectRoot, "dist");
  const cluster = await startCluster({ load: ({ places }) => loadWeir(places.socket, weirImage, dist) });
  const { controlPlane } = cluster;
  const appManager = await startAppManager({ host: network.host, delays: { startMs: 300 } });
  const close = async () => {
    await appManager.close();
    await cluster.close();
  };
  const call = (method: string, path: string, body?: unknown) => callApi(controlPlane, method, path, { body });
  const pods = async (name?: string) => {
    const { body } = await call("GET", `${system}/pods`);
    const all = (body as { items: Pod[] }).items;
    return all.filter(({ metadata }) => name === undefined || metadata.labels["app.kubernetes.io/name"] === name);
  };
  const rig: Rig = {
    cluster,
    appManager,
    pods,
    pod: async (name, variant) => {
      const found = (await pods(name)).filter(({ metadata }) => metadata.labels[variantLabel] === variant.name);
      if (found[0] === undefined || found.length > 1)
        throw new Error(`${found.length} pods of ${name} ${variant.name}`);
      return found[0];
    },
    call,
    close,
  };
  try {
    await install(rig);
  } catch (error) {
    await close();
    throw error;
  }
  return rig;
}

async function install(rig: Rig): Promise<void> {
  const { appManager, pods } = rig;
  const { controlPlane } = rig.cluster;
  await prepareNamespace(rig);
  const functions = readFunctions();
  const objects = [
    ...readInstallation({ WEIR_APPMANAGER_URL: appManager.url }),
    ...functions.filter(({ name }) => name !== "weir-front").map(toService),
    ...functions.flatMap((one) => variants.map((variant) => toDeployment(one, variant))),
  ];
  const list = { apiVersion: "v1", kind: "List", items: objects };
  await mustRun(controlPlane, ["apply", "--server-side", "--filename=-"], JSON.stringify(list));
  const wanted = functions.length * variants.length;
  const deadline = performance.now() + readyLimitMs;
  for (;;) {
    const all = await pods();
    if (all.length === wanted && all.every(isReady)) return;
    if (performance.now() > deadline) {
      throw new Error(`pods are not Ready:\n${await mustRun(controlPlane, ["describe", "pods", "-n=weir-system"])}`);
    }
    await sleep(100);
  }
}

function isReady({ status }: Pod): boolean {
  return (status.conditions ?? []).some((one) => one.type === "Ready" && one.status === "True");
}
