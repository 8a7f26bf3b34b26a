import { type ChildProcess, spawn } from "node:child_process";
import { makeLineRing, splitLines } from "./line-ring.ts";
import { findFreePort, waitUntilReady } from "./readiness.ts";

/** Where a pod is in its life; `stopping` begins with SIGTERM, after `gone` nothing of it is left. */
export type PodState = "starting" | "ready" | "stopping" | "gone";

/** How a pod's process is started; `env` is complete but for PORT. */
export interface PodOptions {
  readonly command: readonly string[];
  readonly cwd: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly readinessPath: string | undefined;
  readonly readyTimeoutMs: number;
  readonly gracePeriodMs: number;
  readonly onLog: (line: string, stream: "stdout" | "stderr", pid: number) => void;
}

/** One process of a function, in its own process group so that what it started goes with it. */
export interface Pod {
  readonly pid: number;
  readonly port: number;
  readonly startedAt: number;
  state(): PodState;
  /** True when it answered its readiness check; false when it ended or did not answer in time. */
  readonly ready: Promise<boolean>;
  /** How it ended, such as `exit code 0` or `signal SIGKILL`. */
  readonly gone: Promise<string>;
  /** SIGTERM, then SIGKILL after the grace period. */
  stop(): Promise<string>;
  /** True once `stop` was called. */
  wasStopped(): boolean;
  signal(signal: NodeJS.Signals): void;
  lastLines(): readonly string[];
}

/** Starts a process; rejects when it cannot be started at all. */
export async function startPod(options: PodOptions): Promise<Pod> {
  const port = await findFreePort();
  const [file = "", ...args] = options.command;
  const child = spawn(file, args, {
    env: { ...options.env, PORT: String(port) },
    cwd: options.cwd,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
  return makePod(child, port, options);
}

function makePod(child: ChildProcess, port: number, options: PodOptions): Pod {
  const pid = child.pid ?? 0;
  let state: PodState = "starting";
  const lines = makeLineRing(50);
  for (const stream of ["stdout", "stderr"] as const) {
    const pipe = child[stream];
    if (pipe === null) continue;
    splitLines(pipe, (line) => {
      lines.push(line);
      options.onLog(line, stream, pid);
    });
  }
  const ended = new AbortController();
  child.once("exit", () => {
    state = "gone";
    ended.abort();
    signalGroup(pid, "SIGKILL");
  });
  const gone = toEnd(child);
  const ready = waitUntilReady(port, options.readinessPath, options.readyTimeoutMs, ended.signal).then((isReady) => {
    if (isReady && state === "starting") state = "ready";
    return state === "ready";
  });
  let stopped = false;
  const stop = async (): Promise<string> => {
    stopped ||= state !== "gone";
    if (state === "starting" || state === "ready") {
      state = "stopping";
      signalGroup(pid, "SIGTERM");
    }
    const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), options.gracePeriodMs);
    const how = await gone;
    clearTimeout(timer);
    return how;
  };
  return {
    pid,
    port,
    startedAt: Date.now(),
    state: () => state,
    ready,
    gone,
    stop,
    wasStopped: () => stopped,
    signal: (name) => signalGroup(pid, name),
    lastLines: lines.lines,
  };
}

// Resolves after the last lines are read; a descendant that left the group may hold the pipes, so not for ever.
const toEnd = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once("exit", (code, signal) => {
      const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
      const timer = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        resolve(how);
      }, 500);
      child.once("close", () => {
        clearTimeout(timer);
        resolve(how);
      });
    });
  });

/** Signals a process group; a group that is gone is no error. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 1) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}
