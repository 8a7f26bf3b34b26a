import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { partPath } from "../build/cache.ts";
import { callApi, kubeconfigPath } from "../control-plane/access.ts";
import { type PartProcess, startPart } from "../control-plane/part-process.ts";
import type { ControlPlane } from "../control-plane/start-control-plane.ts";
import { network } from "./network.ts";
import type { Runtime } from "./runtime.ts";
import { programPath } from "./sandbox.ts";
import { dnsSettings, kubeletSettings, proxySettings } from "./settings.ts";

/** The one node of a cluster. */
export interface ClusterNode {
  readonly name: string;
  /** Ends kubelet, kube-proxy and CoreDNS; pods are left to the runtime. */
  close(): Promise<void>;
}

const name = "weir";
const readyLimitMs = 60_000;

/**
 * Makes a node of this sandbox: kubelet and kube-proxy with the rights that Kubernetes gives a node, and CoreDNS beside
 * them; resolves when pods can run and names are found.
 *
 * Rejects with the end of a part's log when that ends, or the node is not ready in time.
 */
export async function startNode(controlPlane: ControlPlane, { places }: Runtime): Promise<ClusterNode> {
  const { folder } = places;
  const write = async (file: string, content: object | string) => {
    await writeFile(join(folder, file), typeof content === "string" ? content : JSON.stringify(content));
    return join(folder, file);
  };
  await controlPlane.files.addClient("kubelet", `system:node:${name}`, ["system:nodes"]);
  const kubeconfig = (client: string) => controlPlane.files.writeClientKubeconfig(client, controlPlane.url);
  const flags = {
    kubelet: [
      `--config=${await write("kubelet.json", kubeletSettings(places, controlPlane.files.path("ca.crt")))}`,
      `--kubeconfig=${await kubeconfig("kubelet")}`,
      `--hostname-override=${name}`,
      `--node-ip=${network.host}`,
      `--root-dir=${folder}/kubelet`,
      `--cert-dir=${folder}/kubelet-certificates`,
    ],
    "kube-proxy": [`--config=${await write("proxy.json", proxySettings(await kubeconfig("kube-proxy"), name))}`],
    coredns: ["-conf", await write("Corefile", dnsSettings(kubeconfigPath(controlPlane, "admin")))],
  };
  const parts = Object.entries(flags).map(([part, args]) =>
    startPart({ path: partPath(part), args, folder, env: { PATH: programPath } }),
  );
  const close = async () => {
    await Promise.all(parts.map((part) => part.stop()));
  };
  try {
    await whenTrue("the node", parts, () => isNodeReady(controlPlane));
    await whenTrue("DNS", parts, isDnsReady);
  } catch (error) {
    await close();
    throw error;
  }
  return { name, close };
}

async function whenTrue(what: string, parts: readonly PartProcess[], isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + readyLimitMs;
  while (!(await isTrue())) {
    const ended = parts.find((part) => !part.isAlive());
    const [culprit] = [ended ?? parts[0]];
    if (ended !== undefined || performance.now() > deadline) {
      throw new Error(`${what} is not ready; the log of ${culprit?.name} ends with\n${culprit?.lastLines()}`);
    }
    await sleep(50);
  }
}

async function isNodeReady(controlPlane: ControlPlane): Promise<boolean> {
  const { body } = await callApi(controlPlane, "GET", `/api/v1/nodes/${name}`);
  const { conditions = [] } = (body as { status?: { conditions?: { type: string; status: string }[] } }).status ?? {};
  return conditions.some(({ type, status }) => type === "Ready" && status === "True");
}

async function isDnsReady(): Promise<boolean> {
  const answer = await fetch(`http://${network.host}:8181/ready`).catch(() => undefined);
  return answer?.ok === true;
}
