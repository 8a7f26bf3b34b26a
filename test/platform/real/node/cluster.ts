import { type ControlPlane, startControlPlane } from "../control-plane/start-control-plane.ts";
import { loadPause } from "./images.ts";
import { makeBridge, network, removeBridge } from "./network.ts";
import { type Runtime, startRuntime } from "./runtime.ts";
import { startNode } from "./start-node.ts";

/** A whole cluster with one node that runs pods. */
export interface Cluster {
  readonly controlPlane: ControlPlane;
  readonly runtime: Runtime;
  /** Ends everything that it started; what is left of mounts and rules goes with the sandbox. */
  close(): Promise<void>;
}

/** What goes into a cluster while it starts. */
export interface ClusterOptions {
  /** Of the control plane; kept afterwards where it is given. */
  readonly folder?: string;
  /** Loads images; it runs beside the start of the control plane. */
  readonly load?: (runtime: Runtime) => Promise<void>;
}

const addresses = { host: network.host, serviceRange: network.serviceRange };
/** The node's name is in no DNS, so kubelet is called by its address. */
const apiServerFlags = ["--kubelet-preferred-address-types=InternalIP"];

/**
 * Starts a cluster; resolves when its node is Ready, its DNS answers and the images are loaded.
 *
 * Assumptions: this process is in a sandbox, and it starts one cluster at a time.
 */
export async function startCluster({ load = async () => undefined, ...given }: ClusterOptions = {}): Promise<Cluster> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const one of closers.splice(0).toReversed()) await one();
  };
  const withImages = async () => {
    const runtime = await startRuntime();
    closers.push(runtime.close);
    await Promise.all([loadPause(runtime.places.socket), load(runtime)]);
    return runtime;
  };
  const withApi = async () => {
    const options = { ...given, ...addresses, scheduler: true, apiServerFlags };
    const controlPlane = await startControlPlane(options);
    closers.push(controlPlane.close);
    return controlPlane;
  };
  try {
    await makeBridge();
    closers.push(removeBridge);
    const [runtime, controlPlane] = await bothOf(withImages(), withApi());
    const node = await startNode(controlPlane, runtime);
    closers.push(node.close);
    return { controlPlane, runtime, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Rejects only when both have ended, so that what the other one started is known by then. */
async function bothOf<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, other]);
  return [await one, await other];
}
