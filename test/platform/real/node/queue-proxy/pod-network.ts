import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { untilDefined } from "../../../../patience.ts";
import { runProgram } from "../network.ts";
import { programPath } from "../sandbox.ts";

/** A network namespace of its own, as a pod has one, tied to ours by one pair of interfaces and to nothing else. */
export interface PodNetwork {
  /** Address inside. */
  readonly address: string;
  /** Our address as it is seen from inside. */
  readonly hostAddress: string;
  /** Words that make a command run inside; the process they start is the command itself. */
  readonly enter: readonly string[];
  /** Process whose namespace it is. */
  readonly holder: number;
  close(): Promise<void>;
}

let made = 0;

/**
 * Makes a network; needs root in a network namespace that may be filled with interfaces.
 *
 * Caveats: the second number of the address is drawn by the worker's id, so that files may run side by side.
 */
export async function makePodNetwork(): Promise<PodNetwork> {
  const subnet = `10.${100 + Number(process.env.VITEST_POOL_ID ?? 0)}.${made++}`;
  const [hostAddress, address] = [`${subnet}.1`, `${subnet}.2`];
  const ours = `wq${process.pid}.${made}`;
  const holder = spawn("unshare", ["--net", "cat"], {
    env: { PATH: programPath },
    stdio: ["pipe", "ignore", "inherit"],
  });
  await once(holder, "spawn");
  const pid = holder.pid ?? 0;
  const enter = ["nsenter", "--net", "--target", String(pid)];
  try {
    await untilApart(pid);
    await runProgram("ip", ["link", "add", ours, "type", "veth", "peer", "name", "eth0", "netns", String(pid)]);
    await runProgram("ip", ["address", "add", `${hostAddress}/30`, "dev", ours]);
    await runProgram("ip", ["link", "set", ours, "up"]);
    const inside = `ip link set lo up; ip address add ${address}/30 dev eth0; ip link set eth0 up`;
    await runProgram(enter[0] ?? "", [...enter.slice(1), "sh", "-ec", inside]);
  } catch (error) {
    await end(holder);
    throw error;
  }
  return { address, hostAddress, enter, holder: pid, close: () => end(holder) };
}

// `unshare` is the child's name until it has its own namespace and becomes `cat`.
async function untilApart(pid: number): Promise<void> {
  const isApart = async () => (await readFile(`/proc/${pid}/comm`, "utf8")).trim() === "cat" || undefined;
  await untilDefined(isApart, 10, () => "the network namespace was not made in time");
}

/** The interfaces go with the last process inside. */
async function end(holder: ChildProcess): Promise<void> {
  if (holder.exitCode !== null || holder.signalCode !== null) return;
  const ended = once(holder, "exit");
  holder.stdin?.end();
  await ended;
}
