import { execFile } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { cacheFolder } from "../build/cache.ts";

/** The folder of what `real:up` leaves running: keys, tokens, logs; `WEIR_REAL_UP`, or `.real/`, which git ignores. */
export const standingFolder = process.env.WEIR_REAL_UP || join(import.meta.dirname, "../../../../.real");

const addressPath = join(standingFolder, "url");

/** Notes where it is reached, for who asks for a second one. */
export async function writeAddress(url: string): Promise<void> {
  await writeFile(addressPath, `${url}\n`, { mode: 0o600 });
}

/** What was noted, or the folder where nothing was. */
export async function readAddress(): Promise<string> {
  return (await readFile(addressPath, "utf8").catch(() => standingFolder)).trim();
}

/**
 * The processes of what stands: our parts with a file of the folder on their command line. An editor or a kubectl with
 * such a file on its own is none of them.
 */
export async function findStanding(): Promise<number[]> {
  const own = [cacheFolder(), join(import.meta.dirname, "../node")];
  const isPart = (words: readonly string[]) => own.some((folder) => words.some((word) => word.startsWith(folder)));
  const isHere = (words: readonly string[]) => words.some((word) => word.includes(standingFolder));
  const found = (await commandLines()).filter(({ words }) => isPart(words) && isHere(words));
  return found.map(({ pid }) => pid).filter((pid) => pid !== process.pid);
}

/** Ends what stands and removes its folder, also where its start was cut short; gives the ids of those it ended. */
export async function takeDown(): Promise<number[]> {
  const found = await findStanding();
  for (const pid of found) signal(pid, "SIGTERM");
  for (let left = 60; left > 0 && (await findStanding()).length > 0; left -= 1) await sleep(50);
  for (const pid of await findStanding()) signal(pid, "SIGKILL");
  await rm(standingFolder, { recursive: true, force: true });
  return found;
}

/** One that ended meanwhile is what was wanted. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

interface CommandLine {
  readonly pid: number;
  readonly words: readonly string[];
}

/** Of all processes; from /proc where there is one, since minimal systems have no ps. */
async function commandLines(): Promise<CommandLine[]> {
  const names = await readdir("/proc").catch(() => undefined);
  if (names === undefined) return fromPs();
  const pids = names.filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
  return pids.map((pid, index) => ({ pid: Number(pid), words: lines[index]?.split("\0") ?? [] }));
}

async function fromPs(): Promise<CommandLine[]> {
  const { stdout } = await promisify(execFile)("ps", ["-axo", "pid=,command="], { maxBuffer: 64 * 1024 * 1024 });
  const lines = stdout.split("\n").map((line) => line.trim().split(" "));
  return lines.map(([pid = "", ...words]) => ({ pid: Number(pid), words }));
}
