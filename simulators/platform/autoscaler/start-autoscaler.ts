import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { makeFront } from "./front.ts";
import { type HistoryEntry, makeHistory } from "./history.ts";
import { type PodState, signalGroup, startPod } from "./pod.ts";
import { makePodPool, type PodPool } from "./pod-pool.ts";

/** A service as the autoscaler runs it; the names are Knative's. */
export interface AutoscalerOptions {
  /** Service name, given to the process as `K_SERVICE`. */
  readonly name: string;
  /** Program and arguments; the program should be the server itself, since it gets the signals. */
  readonly command: readonly string[];
  readonly cwd?: string;
  /** Its environment besides PATH, PORT and K_*; a function is told the service's own URL. */
  readonly env?: Readonly<Record<string, string>> | ((url: string) => Readonly<Record<string, string>>);
  /** Requests a pod works on at once; 0, the default, means no limit. */
  readonly containerConcurrency?: number;
  /** From the arrival of a request to its 504; default 300. */
  readonly timeoutSeconds?: number;
  /** Default 1. */
  readonly maxScale?: number;
  /** Default 6000, the shortest Knative allows. */
  readonly windowMs?: number;
  /** From SIGTERM to SIGKILL; default 10,000. */
  readonly gracePeriodMs?: number;
  /** Asked until it answers 200–399; absent: until the port accepts a connection. */
  readonly readinessPath?: string;
  /** How long a pod may take to get ready; default 10,000. */
  readonly readyTimeoutMs?: number;
  /** Port of the front on 127.0.0.1; default any. */
  readonly port?: number;
  readonly onChange?: (entry: HistoryEntry, pods: readonly PodInfo[]) => void;
  readonly onLog?: (line: string, stream: "stdout" | "stderr", pid: number) => void;
}

/** One process of the service; `startedAt` is in milliseconds since 1970. */
export interface PodInfo {
  readonly pid: number;
  readonly port: number;
  readonly startedAt: number;
  readonly inFlight: number;
  readonly state: PodState;
}

/** A running service: a front that is always there and pods that are there while needed. */
export interface Autoscaler {
  /** The service's address, for its clients and for itself. */
  readonly url: string;
  pods(): readonly PodInfo[];
  history(): readonly HistoryEntry[];
  /** Sends a signal, SIGKILL by default, to every pod and gives their pids. */
  kill(signal?: NodeJS.Signals): readonly number[];
  /** Resolves when the front is closed and no process of the service is left. */
  close(): Promise<void>;
}

/**
 * Starts a service at zero. **Guarantees**: no pod outlives `close()`, nor an exit of this process that runs its exit
 * handlers. **Assumptions**: the process listens on 127.0.0.1 or all addresses at PORT. **Caveats**: it scales at once,
 * where Knative averages, and stops a pod by itself, where Knative looks at the whole service.
 */
export async function startAutoscaler(options: AutoscalerOptions): Promise<Autoscaler> {
  const history = makeHistory((entry) => options.onChange?.(entry, toPods(pool)));
  let url = "";
  const pool = makePodPool({
    limits: { containerConcurrency: options.containerConcurrency ?? 0, maxScale: options.maxScale ?? 1 },
    windowMs: options.windowMs ?? 6000,
    history,
    start: () =>
      startPod({
        command: options.command,
        cwd: options.cwd,
        env: toEnvironment(options, url),
        readinessPath: options.readinessPath,
        readyTimeoutMs: options.readyTimeoutMs ?? 10_000,
        gracePeriodMs: options.gracePeriodMs ?? 10_000,
        onLog: options.onLog ?? (() => undefined),
      }),
  });
  const front = makeFront({ pool, timeoutMs: (options.timeoutSeconds ?? 300) * 1000 });
  url = await listen(front, options.port ?? 0);
  const onExit = (): void => {
    for (const { pod } of pool.entries()) signalGroup(pod.pid, "SIGKILL");
  };
  process.once("exit", onExit);
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => front.close(resolve));
    await pool.close();
    front.closeAllConnections();
    await closed;
    process.off("exit", onExit);
  };
  const kill = (signal: NodeJS.Signals = "SIGKILL"): readonly number[] =>
    pool.entries().map(({ pod }) => {
      history.add("killed", pod.pid, signal);
      pod.signal(signal);
      return pod.pid;
    });
  return { url, pods: () => toPods(pool), history: history.entries, kill, close };
}

const toPods = (pool: PodPool): PodInfo[] =>
  pool.entries().map(({ pod, inFlight }) => {
    const { pid, port, startedAt } = pod;
    return { pid, port, startedAt, inFlight, state: pod.state() };
  });

function toEnvironment({ name, env = {} }: AutoscalerOptions, url: string): NodeJS.ProcessEnv {
  const own = typeof env === "function" ? env(url) : env;
  const { PATH } = process.env;
  return { ...(PATH && { PATH }), ...own, K_SERVICE: name, K_CONFIGURATION: name, K_REVISION: `${name}-00001` };
}

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
