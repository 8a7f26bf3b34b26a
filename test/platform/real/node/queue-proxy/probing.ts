import { inspect } from "node:util";
import { untilDefined } from "../../../../patience.ts";
import type { Pod } from "./pod.ts";

/** An answer as a test compares it. */
export interface Seen {
  readonly status: number;
  readonly text: string;
}

/** Sends a GET, again while nobody listens yet. */
export async function ask(pod: Pod, headers: Readonly<Record<string, string>>): Promise<Seen> {
  let refused: unknown;
  const once = async (): Promise<Seen | undefined> => {
    try {
      const response = await fetch(pod.url, { headers });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      refused = error;
      return undefined;
    }
  };
  return untilDefined(once, 20, () => `nobody answers: ${inspect(refused)}\n${pod.queue.text.err}`);
}

/** What the activator asks before it sends a pod its first request. */
export const activatorProbe = { "user-agent": "Knative-Activator-Probe", "k-network-probe": "queue" };

/** What kubelet asks. */
export const kubeletProbe = { "user-agent": "kube-probe/1.34", "k-network-probe": "queue" };

const get = "GET is not taken here; send a POST";

/** Requests that queue-proxy may take for a probe, and who answers. */
export const probes = [
  { name: "kubelet", headers: kubeletProbe, status: 200, text: "queue" },
  { name: "activator", headers: activatorProbe, status: 200, text: "queue" },
  {
    name: "autoscaler",
    headers: { "user-agent": "Knative-Autoscaling-Probe", "k-network-probe": "queue" },
    status: 200,
    text: "queue",
  },
  {
    name: "kubelet without the header",
    headers: { "user-agent": "kube-probe/1.34" },
    status: 400,
    text: "unexpected probe header value: \n",
  },
  { name: "ingress", headers: { "k-network-probe": "probe", "k-network-hash": "abc" }, status: 200, text: "" },
  {
    name: "ingress without a hash",
    headers: { "k-network-probe": "probe" },
    status: 400,
    text: 'a probe request must contain a non-empty "K-Network-Hash" header\n',
  },
  {
    name: "a stranger with the header, whom the function answers",
    headers: { "k-network-probe": "queue" },
    status: 405,
    text: JSON.stringify({ reason: get }),
  },
] as const;
