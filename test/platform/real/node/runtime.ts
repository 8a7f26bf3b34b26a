import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { patienceMs } from "../../../patience.ts";
import { type PartProcess, startPart } from "../control-plane/part-process.ts";
import { runProgram } from "./network.ts";
import { findProgram, pluginFolder, programPath, sandboxCgroup } from "./sandbox.ts";
import { containerdSettings, type NodePlaces, podNetwork } from "./settings.ts";

/** A container runtime with a pod network and no images. */
export interface Runtime {
  readonly places: NodePlaces;
  /** Kills what runs in its pods, and ends it. */
  close(): Promise<void>;
}

const readyLimitMs = patienceMs;

/**
 * Starts containerd.
 *
 * Rejects outside of a sandbox, without the network plugins, and when it ends instead of answering.
 */
export async function startRuntime(): Promise<Runtime> {
  const cgroup = sandboxCgroup();
  const plugins = pluginFolder();
  if (cgroup === undefined || plugins === undefined) throw new Error("a node runs in a sandbox only");
  const folder = "/run/weir/node";
  const places: NodePlaces = { folder, socket: join(folder, "containerd.sock"), pluginFolder: plugins, cgroup };
  await mkdir(join(folder, "cni"), { recursive: true });
  const settings = join(folder, "containerd.toml");
  await writeFile(settings, containerdSettings(places));
  await writeFile(join(folder, "cni/10-weir.conflist"), JSON.stringify(podNetwork(places)));
  const part = startPart({
    path: findProgram("containerd") ?? "containerd",
    args: ["--config", settings],
    folder,
    env: { PATH: programPath },
  });
  await whenAnswering(places.socket, part);
  return { places, close: () => close(places.socket, part) };
}

async function whenAnswering(socket: string, part: PartProcess): Promise<void> {
  const deadline = performance.now() + readyLimitMs;
  for (;;) {
    const answered = await runProgram("ctr", ["--address", socket, "version"]).catch(() => undefined);
    if (answered !== undefined) return;
    if (performance.now() > deadline || !part.isAlive()) {
      throw new Error(`containerd does not answer; its log ends with\n${part.lastLines()}`);
    }
    await sleep(50);
  }
}

async function close(socket: string, part: PartProcess): Promise<void> {
  const ctr = (...args: string[]) => runProgram("ctr", ["--address", socket, "--namespace", "k8s.io", ...args]);
  const tasks = await ctr("tasks", "list", "--quiet").catch(() => "");
  const ids = tasks.split("\n").filter((id) => id !== "");
  await Promise.all(ids.map((id) => ctr("tasks", "kill", "--signal", "SIGKILL", id).catch(() => undefined)));
  await part.stop();
}
