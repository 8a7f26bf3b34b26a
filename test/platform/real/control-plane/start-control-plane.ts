import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../../../simulators/platform/autoscaler/readiness.ts";
import { type ControlPlaneAddress, callApi, kubeconfigPath, toKubeconfig, type User, users } from "./access.ts";
import { type Client, type ControlPlaneFiles, writeFiles } from "./files.ts";
import { type Addresses, apiServerFlags, controllerFlags, etcdFlags, schedulerFlags } from "./flags.ts";
import type { PartProcess } from "./part-process.ts";
import { makeRunningParts, type RunningParts } from "./running-parts.ts";

/** Options of a control plane; all may be left out. */
export interface ControlPlaneOptions {
  /** Kept afterwards where it is given; otherwise a temporary one. */
  readonly folder?: string;
  /** What the API server binds to; 127.0.0.1 if absent. */
  readonly host?: string;
  /** Free ones if absent. */
  readonly apiPort?: number;
  /** CIDR of ClusterIPs; 10.96.0.0/16 if absent. Its first address must be `firstServiceAddress`. */
  readonly serviceRange?: string;
  /** Starts kube-scheduler as well, which only matters where there are nodes. */
  readonly scheduler?: boolean;
  /** More flags for the API server. */
  readonly apiServerFlags?: readonly string[];
  /** The parts outlive this process. */
  readonly detached?: boolean;
  /** Told, before anything starts, how to end all of it, for who may be cut short. */
  readonly opened?: (parts: Pick<RunningParts, "close">) => void;
}

/** A running control plane. */
export interface ControlPlane extends ControlPlaneAddress {
  readonly files: ControlPlaneFiles;
  /** Ids of its processes, for who has to end them later. */
  pids(): number[];
  /** Ends the API server and leaves its store; resolves when it has ended. */
  stopApiServer(): Promise<void>;
  /** Starts it again on the same port; resolves when it is ready. */
  startApiServer(): Promise<void>;
  /** Ends everything, the API server first, and removes a temporary folder. */
  close(): Promise<void>;
}

const serverNames = ["kubernetes", "kubernetes.default", "kubernetes.default.svc", "localhost", "127.0.0.1"] as const;
const readyLimitMs = 60_000;

/**
 * Starts etcd, kube-apiserver and kube-controller-manager as processes and resolves when the API server is ready;
 * controllers may still be starting then.
 *
 * Rejects when a part is not built, or ends instead of becoming ready; the message has the end of its log.
 */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "weir-real-")));
  const keep = options.folder !== undefined;
  // Before anybody is told how to end it: nothing may make the folder again once it was removed.
  if (keep) await mkdir(folder, { recursive: true, mode: 0o700 });
  const parts = makeRunningParts(folder, { keep, detached: options.detached ?? false });
  options.opened?.(parts);
  try {
    return await startParts(folder, parts, options);
  } catch (error) {
    await parts.close();
    throw error;
  }
}

async function startParts(folder: string, parts: RunningParts, options: ControlPlaneOptions): Promise<ControlPlane> {
  const addresses = await makeAddresses(options);
  const { host, ports, serviceRange } = addresses;
  const url = `https://${host}:${ports.api}`;
  const files = await writeFiles(folder, [...serverNames, ...new Set([host, firstServiceAddress(serviceRange)])]);
  const address: ControlPlaneAddress = { url, ca: files.ca, tokens: files.tokens, folder };
  await writeUserKubeconfigs(address);
  const flags = [...apiServerFlags(files, addresses), ...(options.apiServerFlags ?? [])];
  const startApiServer = () => whenReady(address, parts.start("kube-apiserver", flags));
  const startClient = async (name: Client, toFlags: typeof controllerFlags) =>
    parts.start(name, toFlags(await files.writeClientKubeconfig(name, url), files));
  parts.start("etcd", etcdFlags(files, addresses));
  await startApiServer();
  await startClient("kube-controller-manager", controllerFlags);
  if (options.scheduler) await startClient("kube-scheduler", schedulerFlags);
  // It would go on until the controllers end their watches.
  const stopApiServer = () => parts.stop("kube-apiserver", 1_000);
  return { ...address, files, pids: parts.pids, stopApiServer, startApiServer, close: parts.close };
}

/** The first address of a range, which the Service `kubernetes` gets; for ranges that end in `.0`. */
export function firstServiceAddress(range: string): string {
  return range.replace(/\.0\/\d+$/, ".1");
}

async function makeAddresses({ host = "127.0.0.1", ...options }: ControlPlaneOptions): Promise<Addresses> {
  const [etcd, etcdPeer, api] = await Promise.all([1, 2, 3].map(() => findFreePort()));
  const ports = { etcd, etcdPeer, api: options.apiPort ?? api } as Addresses["ports"];
  return { host, serviceRange: options.serviceRange ?? "10.96.0.0/16", ports };
}

async function writeUserKubeconfigs(address: ControlPlaneAddress): Promise<void> {
  for (const user of Object.keys(users) as User[]) {
    await writeFile(kubeconfigPath(address, user), toKubeconfig(address, address.tokens[user]), { mode: 0o600 });
  }
}

async function whenReady(address: ControlPlaneAddress, part: PartProcess): Promise<void> {
  const deadline = performance.now() + readyLimitMs;
  for (;;) {
    const answer = await callApi(address, "GET", "/readyz").catch(() => undefined);
    if (answer?.status === 200) return;
    const late = performance.now() > deadline;
    if (late || !part.isAlive()) {
      throw new Error(`${part.name} ${late ? "is not ready" : "ended"}; its log ends with\n${part.lastLines()}`);
    }
    await sleep(50);
  }
}
