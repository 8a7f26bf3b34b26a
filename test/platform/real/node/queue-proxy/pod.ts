import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { untilDefined } from "../../../../patience.ts";
import { partPath } from "../../build/cache.ts";
import { programPath } from "../sandbox.ts";
import { makePodNetwork, type PodNetwork } from "./pod-network.ts";
import { ports, type RevisionLimits, toQueueEnvironment, userPort } from "./queue-settings.ts";
import { readStat, type Stat } from "./stat.ts";

/** A process with what it wrote and how it ended. */
export interface Running {
  readonly child: ChildProcess;
  readonly text: { out: string; err: string };
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
}

/** A function behind a real queue-proxy, in a network of its own. */
export interface Pod {
  /** Where queue-proxy serves. */
  readonly url: string;
  readonly network: PodNetwork;
  readonly queue: Running;
  /** Undefined until `startApp`. */
  readonly app: () => Running;
  startApp(command: readonly string[], env: Readonly<Record<string, string>>): void;
  /** What queue-proxy says about the last second. */
  stat(): Promise<Stat>;
  /** What kubelet's preStop hook of the function asks; answered when the pod has drained. */
  waitForDrain(): Promise<number>;
  /** Kills what is left. */
  close(): Promise<void>;
}

/** Starts queue-proxy as Knative would for a revision with these limits; the function is started by `startApp`. */
export async function startPod(name: string, limits: RevisionLimits): Promise<Pod> {
  const network = await makePodNetwork();
  const inside = `http://${network.address}`;
  const queue = start(network, [partPath("queue")], toQueueEnvironment(name, network.address, limits));
  let app: Running | undefined;
  return {
    url: `${inside}:${ports.serving}`,
    network,
    queue,
    app: () => {
      if (app === undefined) throw new Error("the function was not started");
      return app;
    },
    startApp: (command, env) => {
      app = start(network, command, { PORT: String(userPort), K_SERVICE: name, ...env });
    },
    stat: async () => {
      const response = await fetch(`${inside}:${ports.metrics}/metrics`);
      return readStat(new Uint8Array(await response.arrayBuffer()));
    },
    waitForDrain: async () => (await fetch(`${inside}:${ports.admin}/wait-for-drain`)).status,
    close: async () => {
      for (const running of [app, queue]) {
        running?.child.kill("SIGKILL");
        await running?.ended;
      }
      await network.close();
    },
  };
}

function start(network: PodNetwork, command: readonly string[], env: Readonly<Record<string, string>>): Running {
  const [file = "", ...args] = [...network.enter, ...command];
  const child = spawn(file, args, { env: { PATH: programPath, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const text = { out: "", err: "" };
  for (const stream of ["out", "err"] as const) {
    child[`std${stream}`].setEncoding("utf8").on("data", (chunk: string) => {
      text[stream] += chunk;
    });
  }
  return { child, text, ended: once(child, "close").then(([code, signal]) => code ?? signal) };
}

/** Resolves when queue-proxy says that the function is ready; asks as the activator does. */
export async function whenReady({ url, queue, app }: Pod): Promise<void> {
  const headers = { "user-agent": "Knative-Activator-Probe", "k-network-probe": "queue" };
  const once = async () => {
    const answer = await fetch(url, { headers }).catch(() => undefined);
    await answer?.text();
    return answer?.status === 200 || undefined;
  };
  await untilDefined(once, 30, () => `not ready in time:\n${queue.text.err}\n${app().text.err}`);
}
