import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { programPath } from "../platform/real/node/sandbox.ts";
import type { NodePlaces } from "../platform/real/node/settings.ts";

/** Lets this process, what it starts and the pods of its sandbox go before all else on the machine. */
export function goFirst(cgroup: string): void {
  setPriority(-15);
  const [shares, weight] = [`/sys/fs/cgroup/cpu${cgroup}/cpu.shares`, `/sys/fs/cgroup${cgroup}/cpu.weight`];
  if (existsSync(shares)) writeFileSync(shares, "262144");
  else writeFileSync(weight, "10000");
}

/** A container that containerd said it has started. */
interface StartedContainer {
  readonly id: string;
  /** Milliseconds since the epoch, by containerd. */
  readonly at: number;
}

/** What containerd says while it runs. */
export interface ContainerEvents {
  /** Resolves with the next container that starts, whichever it is. */
  next(): Promise<StartedContainer>;
  close(): void;
}

/** Listens to containerd's events from now on. */
export function listenToContainers({ socket }: NodePlaces): ContainerEvents {
  const env = { PATH: programPath };
  const child: ChildProcess = spawn("ctr", ["--address", socket, "events"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const found: StartedContainer[] = [];
  let rest = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    found.push(...lines.flatMap(readStart));
  });
  const next = async (): Promise<StartedContainer> => {
    for (;;) {
      const first = found.shift();
      if (first !== undefined) return first;
      if (child.exitCode !== null) throw new Error("containerd's events have ended");
      await sleep(1);
    }
  };
  return { next, close: () => child.kill() };
}

/** Such a line: `2026-01-01 10:00:00.123456789 +0000 UTC k8s.io /tasks/start {"container_id":"…","pid":1}`. */
function readStart(line: string): StartedContainer[] {
  const [, date, time, body = "{}"] = /^(\S+) (\S+) \+0000 UTC \S+ \/tasks\/start (.*)$/.exec(line) ?? [];
  if (date === undefined || time === undefined) return [];
  const { container_id: id } = JSON.parse(body) as { container_id: string };
  return [{ id, at: Date.parse(`${date}T${time.slice(0, 12)}Z`) }];
}

/** The address that the network plugin gave a pod, by the id of the container that holds its namespaces. */
export function addressOf({ folder }: NodePlaces, sandboxId: string): string {
  const given = join(folder, "addresses/weir");
  const file = readdirSync(given).find(
    (name) => /^\d/.test(name) && readFileSync(join(given, name), "utf8").includes(sandboxId),
  );
  if (file === undefined) throw new Error(`no address of ${sandboxId}`);
  return file;
}

/** Asks until it is answered with 200, every 2 ms while nobody listens; gives the time, in milliseconds since the epoch. */
export async function whenReady(url: string): Promise<number> {
  const deadline = performance.now() + 60_000;
  while ((await statusOf(url)) !== 200) {
    if (performance.now() > deadline) throw new Error(`${url} is not ready after 60 s`);
    await sleep(2);
  }
  return performance.timeOrigin + performance.now();
}

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", () => resolve(undefined));
  });
}
