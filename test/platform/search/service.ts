import { resolve } from "node:path";
import { type Autoscaler, startAutoscaler } from "../../../simulators/platform/autoscaler/start-autoscaler.ts";

/** The functions that act. */
export const actors = ["reconcile", "refresh"] as const;

/** How a process is ended. */
export type Signal = "SIGKILL" | "SIGTERM";

/** One of them. */
export type Actor = (typeof actors)[number];

/** A function that is ended at any moment and started again by the next request. */
export interface Service {
  readonly url: string;
  /** How often a process was ended on purpose. */
  readonly kills: () => number;
  /**
   * Sends every pod a signal; one that was told to end is ended for good soon after. False, and nothing happens, where
   * the last strike is so short ago that nothing can have been done since.
   */
  strike(signal: Signal): boolean;
  /** Ends every pod at once. */
  end(): void;
  /** Ends that nobody asked for, and what was written to the standard error. */
  readonly faults: readonly string[];
  /** All that was logged. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

/** How a service is started. */
export interface ServiceOptions {
  readonly name: Actor;
  /** Folder of the bundles. */
  readonly bundles: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether pods that start from now on follow what moves. */
  readonly follows: () => boolean;
}

const graceMs = 150;
/** A process needs up to half of this to start. */
const truceMs = 1_000;

/** Starts a function's bundle as a service of up to three pods. */
export async function startService({ name, bundles, env, follows }: ServiceOptions): Promise<Service> {
  const struck = new Set<number>();
  const [faults, lines]: [string[], string[]] = [[], []];
  const pods: Autoscaler = await startAutoscaler({
    name,
    command: [process.execPath, resolve(bundles, `${name}.cjs`)],
    env: (url) => (follows() ? { ...env, WEIR_SELF_URL: url } : env),
    containerConcurrency: 10,
    maxScale: 3,
    windowMs: 2_000,
    gracePeriodMs: 2_000,
    readinessPath: "/readyz",
    onLog: (line, stream, pid) => {
      lines.push(line);
      // Its port was free a moment ago; that somebody was faster says nothing about the function.
      if (line.includes("EADDRINUSE")) struck.add(pid);
      else if (stream === "stderr") faults.push(`${name} ${pid} wrote to its standard error: ${line}`);
    },
    onChange: ({ event, pid = 0, detail }) => {
      if (struck.has(pid) || !["died", "failed", "stopped"].includes(event)) return;
      if (event !== "stopped" || detail !== "exit code 0") faults.push(`${name} ${pid} ${event}: ${detail}`);
    },
  });
  const end = (signal: Signal) => {
    for (const { pid } of pods.pods()) struck.add(pid);
    pods.kill(signal);
    if (signal === "SIGTERM") setTimeout(() => endStruck(pods, struck), graceMs);
  };
  let last = 0;
  const strike = (signal: Signal) => {
    if (performance.now() - last < truceMs) return false;
    last = performance.now();
    end(signal);
    return true;
  };
  const { url, close } = pods;
  return { url, kills: () => struck.size, strike, end: () => end("SIGKILL"), faults, lines, close };
}

/** Only those that were told: a pod that has started since lives on. */
function endStruck(pods: Autoscaler, struck: ReadonlySet<number>): void {
  for (const { pid } of pods.pods()) if (struck.has(pid)) endGroup(pid);
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
