import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** How a part is started. */
export interface PartStart {
  readonly path: string;
  readonly args: readonly string[];
  /** Folder of its log, `<name>.log`, and its working folder. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Name of the log where it is not the program's. */
  readonly name?: string;
  /** Outlives this process. Otherwise it is killed with it, however that ends. */
  readonly detached?: boolean;
}

/** A running part. */
export interface PartProcess {
  readonly name: string;
  readonly pid: number;
  /** True until it has ended. */
  isAlive(): boolean;
  /** The end of its log. */
  lastLines(count?: number): string;
  /** SIGTERM, and SIGKILL after `graceMs`; resolves when it has ended. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Starts a part.
 *
 * Throws when its program is not there.
 */
export function startPart({ path, args, folder, env = {}, detached = false, ...rest }: PartStart): PartProcess {
  const name = rest.name ?? basename(path);
  if (!existsSync(path)) throw new Error(`${name} is not built; run npm run real:build`);
  const logPath = join(folder, `${name}.log`);
  const log = openSync(logPath, "a");
  const [command = path, ...words] = detached ? [path, ...args] : [...dieWithParent(), path, ...args];
  const child = spawn(command, words, {
    cwd: folder,
    // In a process group of its own: Ctrl-C in a terminal is for who started it, who ends the parts in order.
    detached: true,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  // Without a listener a program that may not be run would end this process.
  child.on("error", () => undefined);
  if (child.pid === undefined) throw new Error(`${name} could not be started`);
  if (detached) child.unref();
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const lastLines = (count = 12) => readFileSync(logPath, "utf8").trimEnd().split("\n").slice(-count).join("\n");
  return { name, pid: child.pid, isAlive, lastLines, stop: (graceMs = 5_000) => stop(child, isAlive, graceMs) };
}

async function stop(child: ChildProcess, isAlive: () => boolean, graceMs: number): Promise<void> {
  if (!isAlive()) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await ended;
  clearTimeout(timer);
}

/** The kernel ends what is started this way when its parent dies, even of SIGKILL; without setpriv that is not to be had. */
function dieWithParent(): string[] {
  const command = ["setpriv", "--pdeathsig", "KILL"];
  return spawnSync("setpriv", ["--pdeathsig", "KILL", "true"]).status === 0 ? command : [];
}
