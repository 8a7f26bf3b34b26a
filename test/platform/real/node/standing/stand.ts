import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../../../../simulators/platform/autoscaler/readiness.ts";
import {
  type ControlPlaneAddress,
  callApi,
  kubeconfigPath,
  toKubeconfig,
  type User,
  users,
} from "../../control-plane/access.ts";
import { sandboxed } from "../sandbox.ts";
import { placesIn } from "./places.ts";

/** A cluster that outlives the process that started it. */
export interface StandingCluster extends ControlPlaneAddress {
  /** The process that all others of the cluster end with, and the one that leads to it; SIGTERM ends them. */
  readonly pids: readonly number[];
  /** Names of images that pods can use. */
  readonly images: readonly string[];
}

const limitMs = 120_000;

/**
 * Starts a whole cluster in a sandbox that stays, with Weir's image where `dist/` has the bundles; its API server is
 * reached at a port of 127.0.0.1, with the kubeconfigs of the folder.
 *
 * Rejects with what it said when it ends instead of becoming ready; then nothing of it runs.
 */
export async function standCluster(folder: string): Promise<StandingCluster> {
  const places = placesIn(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const left of Object.values(places)) await rm(left, { force: true });
  const port = await findFreePort();
  const program = (name: string) => [process.execPath, join(import.meta.dirname, name), folder];
  const inside = leave(sandboxed(program("inside.ts"), { detached: true }), places.log);
  const outside = leave([...program("outside.ts"), `${port}`], places.log);
  try {
    const { images } = await whenReady(inside, places);
    const address = await addressOf(folder, `https://127.0.0.1:${port}`);
    for (const user of Object.keys(users) as User[]) {
      await writeFile(kubeconfigPath(address, user), toKubeconfig(address, address.tokens[user]), { mode: 0o600 });
    }
    await callApi(address, "GET", "/readyz");
    return { ...address, pids: [await firstProcessOf(inside), outside.pid ?? 0], images };
  } catch (error) {
    for (const child of [inside, outside]) child.kill("SIGKILL");
    throw error;
  }
}

function leave([command = "", ...args]: readonly string[], logPath: string): ChildProcess {
  const log = openSync(logPath, "a");
  const child = spawn(command, args, { detached: true, stdio: ["ignore", log, log] });
  closeSync(log);
  child.unref();
  return child;
}

async function whenReady(
  inside: ChildProcess,
  { ready, log }: ReturnType<typeof placesIn>,
): Promise<{ images: string[] }> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const text = await readFile(ready, "utf8").catch(() => "");
    if (text.endsWith("}")) return JSON.parse(text);
    if (inside.exitCode !== null || performance.now() > deadline) {
      throw new Error(
        `the cluster did not become ready; its log ends with\n${(await readFile(log, "utf8")).slice(-4_000)}`,
      );
    }
    await sleep(50);
  }
}

async function addressOf(folder: string, url: string): Promise<ControlPlaneAddress> {
  const tokens = Object.fromEntries(
    (await readFile(join(folder, "tokens.csv"), "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => line.split(",").slice(0, 2).reverse()),
  ) as ControlPlaneAddress["tokens"];
  return { url, ca: await readFile(join(folder, "ca.crt"), "utf8"), tokens, folder };
}

/** Process 1 of the sandbox by the id that it has out here: unshare itself ignores SIGTERM. */
async function firstProcessOf({ pid }: ChildProcess): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return Number(children.trim().split(" ")[0]);
}
